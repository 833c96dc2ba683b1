import { useEffect, useRef } from "react";
import type { LogLine, Seat } from "../api";
import { t } from "../texts/page";
import { type Catalogue, render } from "../texts/render";

/** All steps as this viewer saw them, in notation and in words; the newest is in sight. */
export function Log({ lines, seats, catalogue }: { lines: LogLine[]; seats: Seat[]; catalogue: Catalogue }) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  if (lines.length === 0) return <p className="log soft empty">{t("table.no-moves")}</p>;
  return (
    <ol className="log" ref={list}>
      {lines.map((line, i) => {
        const who = line.by === null ? t("table.chance") : (seats[line.by]?.name ?? "");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
          <li key={i} className={line.by === null ? "chance" : ""} aria-current={i === lines.length - 1 || undefined}>
            <span className="n">{i + 1}</span>
            <b>{line.text}</b>
            <span>{line.by === null ? render(catalogue, line.words) : `${who} ${render(catalogue, line.words)}`}</span>
          </li>
        );
      })}
    </ol>
  );
}
