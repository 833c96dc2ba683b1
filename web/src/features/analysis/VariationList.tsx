import type { ReactNode } from "react";
import { seatClass, seatColours } from "../../board/seats";
import type { Skin } from "../../board/skin";
import type { Text } from "../../contract";
import { classes } from "../../ui/classes";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";
import css from "./VariationList.module.css";
import { chanceOf } from "./values";
import { lineTo, type TreeNode, type Variations } from "./variations";

interface ListProps {
  tree: Variations;
  words: ReadonlyMap<number, Text>;
  values: ReadonlyMap<number, readonly number[]>; // by step: what each seat may expect after it
  sealed: boolean; // as one seat knows it: a step without words is not for it to know
  skin: Skin;
  say: Say;
  onGo: (id: number) => void;
}

/** The main line, and under each step what else was tried there. */
export function VariationList(props: ListProps) {
  const { tree } = props;
  return (
    <div className={classes(css.list, seatColours)} data-steps={Object.keys(tree.nodes).length}>
      {tree.first.length === 0 && <p className={classes(text("soft"), css.none)}>{t("analysis.no-moves")}</p>}
      <Line {...props} ids={tree.first} number={1} />
    </div>
  );
}

/** Steps one after another, until there are no more; where there are several, the first goes on and the others hang below
 * it. */
function Line(props: ListProps & { ids: readonly number[]; number: number }) {
  const { tree } = props;
  const parts: ReactNode[] = [];
  let [ids, number] = [props.ids, props.number];
  while (ids.length > 0) {
    const [first, ...others] = ids;
    const node = first === undefined ? undefined : tree.nodes[first];
    if (!node) break;
    parts.push(<Step key={node.id} {...props} node={node} number={number} />);
    if (node.comment)
      parts.push(
        <p key={`said ${node.id}`} className={css.comment}>
          {node.comment}
        </p>,
      );
    for (const other of others)
      parts.push(
        <section key={`instead ${other}`} className={css.variation} aria-label={t("analysis.variation", { number })}>
          <Line {...props} ids={[other]} number={number} />
        </section>,
      );
    ids = node.children;
    number += 1;
  }
  return <div className={css.line}>{parts}</div>;
}

function Step({ node, number, ...list }: ListProps & { node: TreeNode; number: number }) {
  const { tree, words, values, sealed, skin, say, onGo } = list;
  const told = words.get(node.id);
  const current = node.id === tree.here;
  const said = told ? say(told) : sealed ? t("analysis.sealed") : node.text;
  const seat = typeof node.actor === "number" ? node.actor : null;
  const value = seat === null ? undefined : values.get(node.id)?.[seat];
  return (
    <button
      type="button"
      className={classes(css.step, current && css.current)}
      aria-current={current ? "step" : undefined}
      title={said}
      data-step={node.text}
      onClick={() => onGo(node.id)}
    >
      <span className={text("sr-only")}>{t("analysis.step", { number, step: said })}</span>
      <span className={classes(text("num"), css.number)} aria-hidden>
        {number}
      </span>
      {seat !== null && (
        <span className={css.who} aria-hidden>
          {skin.SeatMark ? (
            <skin.SeatMark seat={seat} on={false} />
          ) : (
            <i className={classes(css.dot, seatClass(seat))} />
          )}
        </span>
      )}
      <span aria-hidden>
        {sealed && !told ? "?" : skin.Step ? <skin.Step text={node.text} seat={seat} current={current} /> : node.text}
      </span>
      {value !== undefined && (
        <span className={classes(text("num"), css.value)} aria-hidden>
          {chanceOf(value)}
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
