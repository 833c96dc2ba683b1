import type { ReactNode } from "react";
import { coached } from "../../board/coached";
import { buttonName, choiceName } from "../../board/names";
import { Icon } from "../../parts/Icon";
import { AskTwice } from "../../parts/small";
import type { Shown } from "../../skins/types";
import { t } from "../../texts/page";

const WORDS = ["button:resign", "button:draw", "button:decline"];

/** Under the board: what takes back on the left, what the board has no place for in the middle, what ends things right. */
export function ActionBar(props: {
  shown: Shown;
  hidden: readonly string[]; // buttons that the skin shows itself
  canUndo: boolean;
  onUndo: () => void;
  takeback: ReactNode;
  children: ReactNode;
}) {
  const { shown } = props;
  const { choosing, catalogue } = shown;
  const half = choosing.held.length > 0 || choosing.pending !== null;
  const buttons = choosing.buttons.filter(
    (each) => !WORDS.includes(each.target) && !props.hidden.includes(each.target),
  );
  const named = (choice: Parameters<typeof choiceName>[3]) =>
    t("table.do-it", { step: choiceName(shown.plan, shown.scene, catalogue, choice) });
  return (
    <div className="bar">
      {half ? (
        <button type="button" className="btn" onClick={choosing.putBack}>
          <Icon name="undo" />
          {t("table.put-back")}
        </button>
      ) : props.canUndo ? (
        <button type="button" className="btn" data-undo onClick={props.onUndo}>
          <Icon name="undo" />
          {buttonName(catalogue, "button:undo")}
        </button>
      ) : (
        props.takeback
      )}
      {choosing.pending && (
        <button
          type="button"
          className="btn turn wide"
          data-confirm
          {...coached(shown, choosing.pending.path)}
          onClick={() => choosing.pending && choosing.choose(choosing.pending)}
        >
          {named(choosing.pending)}
        </button>
      )}
      {choosing.whole.map((choice) => (
        <button
          key={choice.text}
          type="button"
          className="btn turn"
          {...coached(shown, choice.path)}
          onClick={() => choosing.choose(choice)}
        >
          {named(choice)}
        </button>
      ))}
      {buttons.map((each) => (
        <button
          key={each.target}
          type="button"
          className={each.also ? "btn" : each.last ? "btn turn wide" : "btn turn begins"}
          data-target={each.target}
          {...coached(shown, [...choosing.held, each.target])}
          onClick={() => choosing.touch(each.target)}
        >
          {buttonName(catalogue, each.target)}
        </button>
      ))}
      <span className="gap" />
      {props.children}
    </div>
  );
}

/** Resigning and drawing, far from the thumb; what ends the game asks once more. */
export function WordButtons({ shown }: { shown: Shown }) {
  const { choosing, catalogue } = shown;
  const open = (target: string) => choosing.buttons.some((each) => each.target === target);
  return (
    <>
      {open("button:draw") && !open("button:decline") && (
        <AskTwice
          className="btn quiet"
          label={buttonName(catalogue, "button:draw")}
          onDo={() => choosing.touch("button:draw")}
        >
          <Icon name="draw" />
        </AskTwice>
      )}
      {open("button:resign") && (
        <AskTwice
          className="btn quiet bad"
          label={buttonName(catalogue, "button:resign")}
          onDo={() => choosing.touch("button:resign")}
        >
          <Icon name="flag" />
        </AskTwice>
      )}
    </>
  );
}
