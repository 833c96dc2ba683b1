import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { seatClass, seatColours } from "../../board/seats";
import type { Skin } from "../../board/skin";
import type { Text } from "../../contract";
import { classes } from "../../ui/classes";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import type { Told } from "./usePosition";
import css from "./VariationList.module.css";
import type { Worth } from "./values";
import { AT_FIRST, lineTo, numbered, type TreeNode, type Turn, type Variations } from "./variations";

interface ListProps {
  tree: Variations;
  words: ReadonlyMap<number, Told>;
  values: ReadonlyMap<number, readonly number[]>; // by step: what each seat may expect after it
  turning: ReadonlyMap<number, { actor: number; words: Text | null }>; // by step: where the match turned
  worth: (value: number) => Worth;
  names: readonly string[];
  sealed: boolean; // as one seat knows it: a step without words is not for it to know
  skin: Skin;
  say: Say;
  onGo: (id: number) => void;
}

/** Of a variation; the others are folded. */
const SHOWN = 4;

/** The main line in rows, for two a step of each; below a row what is to be said of its steps, and what else was tried. */
export function VariationList(props: ListProps) {
  const { tree } = props;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that is looked at stays in sight
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [tree.here]);
  return (
    <div ref={list} className={classes(css.list, seatColours)} data-steps={Object.keys(tree.nodes).length}>
      {tree.first.length === 0 && <p className={classes(text("soft"), css.none)}>{t("analysis.no-moves")}</p>}
      <MainLine {...props} />
    </div>
  );
}

interface Row {
  turn: number;
  cells: ({ node: TreeNode; number: number } | null)[];
  below: ReactNode[];
}

/** Two take turns; where there are more, or chance acts, a row is a step. */
const isPaired = (tree: Variations) => tree.seats.length === 2 && !Object.values(tree.nodes).some(isChance);
const isChance = (node: TreeNode) => node.actor === "*";

function MainLine(props: ListProps) {
  const { tree } = props;
  const paired = isPaired(tree);
  const rows: Row[] = [];
  let [ids, turn, number] = [tree.first, AT_FIRST, 0];
  for (let id = ids[0]; id !== undefined; id = ids[0]) {
    const node: TreeNode | undefined = tree.nodes[id];
    if (!node) break;
    const before: Turn = turn;
    turn = numbered(before, node, paired);
    number += 1;
    const last = rows.at(-1);
    if (paired && last?.turn === turn.number) last.cells[1] = { node, number };
    else
      rows.push({
        turn: turn.number,
        cells: [...(paired && node.actor === 1 ? [null] : []), { node, number }],
        below: [],
      });
    rows.at(-1)?.below.push(...under(node, { ...props, before, number, others: ids.slice(1), paired }));
    ids = node.children;
  }
  return (
    <ol className={classes(css.main, !paired && css.single)}>
      {rows.map((row) => (
        <li key={row.turn} className={css.row}>
          <span className={classes(text("num"), css.number)} aria-hidden>
            {row.turn}
          </span>
          {row.cells.map((cell, column) =>
            cell ? (
              <Step key={cell.node.id} {...props} {...cell} worded={!paired} wide />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is a seat
              <span key={column} className={css.nothing}>
                …
              </span>
            ),
          )}
          {row.below.length > 0 && <div className={css.below}>{row.below}</div>}
        </li>
      ))}
    </ol>
  );
}

interface Branch {
  before: Turn; // the turn before the step
  number: number; // the step's, counted from the beginning
  others: readonly number[]; // what else was tried there
  paired: boolean;
}

/** What stands under a step: where it turned, what was said of it, what else was tried. */
function under(node: TreeNode, { before, number, others, paired, ...list }: ListProps & Branch): ReactNode[] {
  const turned = list.turning.get(node.id);
  const told = turned?.words ?? list.words.get(node.id)?.words;
  const parts: ReactNode[] = [];
  if (turned)
    parts.push(
      <p key={`turned ${node.id}`} className={css.note} data-turning-point={node.id}>
        <b>{t("review.turning")}</b> {isolate(list.names[turned.actor] ?? "")} {told && list.say(told)}
      </p>,
    );
  if (node.comment)
    parts.push(
      <p key={`said ${node.id}`} className={css.comment}>
        {node.comment}
      </p>,
    );
  for (const other of others)
    parts.push(
      <section key={`instead ${other}`} className={css.variation} aria-label={t("analysis.variation", { number })}>
        <Line {...list} id={other} before={before} number={number} paired={paired} />
      </section>,
    );
  return parts;
}

/** A variation: steps one after another; where there are several, the first goes on and the others hang below it. What is
 * long is folded, unless one looks at what is in the fold. */
function Line(props: ListProps & Omit<Branch, "others"> & { id: number }) {
  const { id, before, number: first, paired, ...list } = props;
  const { tree } = list;
  const [unfolded, unfold] = useState(false);
  const steps: ReactNode[] = [];
  const shownLine = new Set(lineTo(tree, tree.here).map((each) => each.id));
  let within = 0; // how far into it one looks
  let [ids, turn, number]: [readonly number[], Turn, number] = [[id], before, first];
  while (ids.length > 0) {
    const [next, ...others] = ids;
    const node: TreeNode | undefined = next === undefined ? undefined : tree.nodes[next];
    if (!node) break;
    const earlier: Turn = turn;
    turn = numbered(earlier, node, paired);
    const begins = number === first || turn.number !== earlier.number;
    if (shownLine.has(node.id)) within = steps.length + 1;
    steps.push(
      <Fragment key={node.id}>
        <Step {...list} node={node} number={number} turn={begins ? turnName(turn, node, paired) : ""} />
        {under(node, { ...list, before: earlier, number, others: number === first ? [] : others, paired })}
      </Fragment>,
    );
    ids = node.children;
    number += 1;
  }
  const folded = !unfolded && steps.length > SHOWN + 1 && within <= SHOWN;
  return (
    <div className={css.line}>
      {folded ? steps.slice(0, SHOWN) : steps}
      {folded && (
        <button type="button" className={classes(css.step, css.more)} data-unfold onClick={() => unfold(true)}>
          {t("analysis.more-moves", { count: steps.length - SHOWN })}
        </button>
      )}
    </div>
  );
}

const turnName = (turn: Turn, node: TreeNode, paired: boolean) =>
  paired && node.actor === 1 ? `${turn.number} …` : String(turn.number);

interface StepProps extends ListProps {
  node: TreeNode;
  number: number;
  turn?: string; // in a variation, where a turn begins
  worded?: boolean; // there is room for words
  wide?: boolean; // it fills its column
}

function Step({ node, number, turn = "", worded = false, wide = false, ...list }: StepProps) {
  const { tree, words, values, worth, sealed, skin, say, onGo } = list;
  const told = words.get(node.id);
  const current = node.id === tree.here;
  const spelled = sealed ? (told?.text ?? "?") : node.text;
  const said = told ? say(told.words) : sealed ? t("analysis.sealed") : node.text;
  const seat = typeof node.actor === "number" ? node.actor : null;
  const value = seat === null ? undefined : values.get(node.id)?.[seat];
  return (
    <button
      type="button"
      className={classes(css.step, wide && css.wide, current && css.current)}
      aria-current={current ? "step" : undefined}
      title={said}
      data-step={node.text}
      onClick={() => onGo(node.id)}
    >
      <span className={text("sr-only")}>{t("analysis.step", { number, step: said })}</span>
      {turn && (
        <span className={classes(text("num"), css.turn)} aria-hidden>
          {turn}
        </span>
      )}
      {seat !== null && (
        <span className={css.who} aria-hidden>
          {skin.SeatMark ? (
            <skin.SeatMark seat={seat} on={false} />
          ) : (
            <i className={classes(css.dot, seatClass(seat))} />
          )}
        </span>
      )}
      <span className={css.notation} aria-hidden>
        {skin.Step && (told || !sealed) ? <skin.Step text={spelled} seat={seat} current={current} /> : spelled}
      </span>
      {worded && told && (
        <span className={css.words} aria-hidden>
          {said}
        </span>
      )}
      {value !== undefined && (
        <span className={classes(text("num"), css.value)} aria-hidden>
          {worth(value).number}
        </span>
      )}
    </button>
  );
}

/** Whether what one looks at is beside the main line. */
export function isAside(tree: Variations): boolean {
  let ids = tree.first;
  return lineTo(tree, tree.here).some((node) => {
    const aside = ids[0] !== node.id;
    ids = node.children;
    return aside;
  });
}
