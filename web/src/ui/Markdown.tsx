/**
 * The little Markdown that rules are written in: headings, paragraphs, lists, tables, code, bold and italics; and
 * fenced blocks of a kind of their own, such as ```board, which the caller may draw. A line `<!-- rule: a b -->` over a
 * block names what it is about: such a block can be led to.
 */

import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes";
import css from "./Markdown.module.css";

/** Draws a fenced block of some kind; null: it stays as it is written. */
export type Drawn = (kind: string, about: string, inside: string) => ReactNode;

export function Markdown({ text, draw, about }: { text: string; draw?: Drawn; about?: string | null | undefined }) {
  return (
    <div className={css.prose}>
      {blocks(text).map((marked, key) => {
        const [source, names] = withoutMark(marked);
        const found = about != null && names.includes(about);
        return found ? <Found key={about}>{block(source, key, draw)}</Found> : block(source, key, draw);
      })}
    </div>
  );
}

/** What was asked for: it is brought into sight, and stands out. */
function Found({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => place.current?.scrollIntoView?.({ block: "center" });
    show();
    // Pictures above it come later, and would push it away.
    const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(show);
    if (place.current?.parentElement) watch?.observe(place.current.parentElement);
    const timer = setTimeout(() => watch?.disconnect(), SETTLES);
    return () => {
      clearTimeout(timer);
      watch?.disconnect();
    };
  }, []);
  return (
    <div ref={place} className={css.found} data-found>
      {children}
    </div>
  );
}

const SETTLES = 1500; // milliseconds
const MARK = /^<!-- rule: (.*) -->(?:\n|$)/;

function withoutMark(source: string): [string, string[]] {
  return [source.replace(MARK, ""), MARK.exec(source)?.[1]?.split(" ") ?? []];
}

export function blocks(text: string): string[] {
  return text
    .replaceAll("\r", "")
    .split(/\n\s*\n|\n(?=#)|(?<=^#.*)\n/m)
    .map((each) => each.replace(/^\n+|\s+$/g, ""))
    .filter((each) => each !== "");
}

function block(source: string, key: number, draw?: Drawn): ReactNode {
  const fence = /^```(\w+) ?(.*)\n([\s\S]*?)\n?```$/.exec(source);
  const drawn = fence && draw?.(fence[1] ?? "", fence[2] ?? "", fence[3] ?? "");
  if (drawn) return <Fragment key={key}>{drawn}</Fragment>;
  const heading = /^(#{1,6}) (.*)$/.exec(source);
  if (heading)
    return heading[1]?.length === 1 ? (
      <h2 key={key} className={css.title}>
        {inline(heading[2] ?? "")}
      </h2>
    ) : (
      <h3 key={key} className={css.part}>
        {inline(heading[2] ?? "")}
      </h3>
    );
  if (source.startsWith("```") || /^ {4}/.test(source))
    return (
      <pre key={key} className={classes(css.block, css.code, css.lines)}>
        {source.replace(/^```.*\n?|```$/g, "")}
      </pre>
    );
  if (/^[*-] /.test(source))
    return (
      <ul key={key} className={classes(css.block, css.bullets)}>
        {items(source, /^[*-] /m)}
      </ul>
    );
  if (/^\d+\. /.test(source))
    return (
      <ol key={key} className={classes(css.block, css.numbers)}>
        {items(source, /^\d+\. /m)}
      </ol>
    );
  if (source.startsWith("|")) return <Table key={key} source={source} />;
  return (
    <p key={key} className={css.block}>
      {inline(source)}
    </p>
  );
}

function items(source: string, start: RegExp): ReactNode[] {
  const split = new RegExp(`\\n(?=${start.source.slice(1)})`);
  return source.split(split).map((item, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items never move, and two may say the same
    <li key={i} className={css.item}>
      {inline(item.replace(start, ""))}
    </li>
  ));
}

function Table({ source }: { source: string }) {
  const rows = source
    .split("\n")
    .filter((row) => !/^\|[\s:|-]+\|?$/.test(row))
    .map((row) => row.replace(/^\||\|\s*$/g, "").split("|"));
  return (
    <table className={classes(css.block, css.table)}>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two may say the same
          <tr key={i}>
            {row.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name, and never move
              <td key={i} className={css.cell}>
                {inline(cell.trim())}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(source: string): ReactNode[] {
  return source.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_)/).map((part, i) => {
    const key = `${i} ${part}`;
    if (part.length > 2 && part.startsWith("`"))
      return (
        <code key={key} className={css.code}>
          {part.slice(1, -1)}
        </code>
      );
    if (part.length > 4 && part.startsWith("**")) return <b key={key}>{part.slice(2, -2)}</b>;
    if (part.length > 2 && /^[*_].*[*_]$/s.test(part)) return <i key={key}>{part.slice(1, -1)}</i>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}
