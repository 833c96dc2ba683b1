import type { ReactNode } from "react";
import { buttonName } from "../board/names";
import type { Choosing } from "../board/useChoosing";
import { t } from "../texts/page";
import type { Catalogue } from "../texts/render";
import { AskTwice, Icon } from "./parts";

const WORDS = ["button:resign", "button:draw", "button:decline"];

/** Under the board: what takes back on the left, what the board has no place for in the middle, what ends things right. */
export function ActionBar(props: {
  choosing: Choosing;
  catalogue: Catalogue;
  canUndo: boolean;
  onUndo: () => void;
  over: boolean;
  onNew: () => void;
  children: ReactNode;
}) {
  const { choosing, catalogue } = props;
  const half = choosing.held.length > 0 || choosing.pending !== null;
  const buttons = choosing.buttons.filter((each) => !WORDS.includes(each.target));
  return (
    <div className="bar">
      {half ? (
        <button type="button" className="btn" onClick={choosing.putBack}>
          <Icon name="undo" />
          {t("table.put-back")}
        </button>
      ) : (
        props.canUndo && (
          <button type="button" className="btn" data-undo onClick={props.onUndo}>
            <Icon name="undo" />
            {buttonName(catalogue, "button:undo")}
          </button>
        )
      )}
      {choosing.pending && (
        <button
          type="button"
          className="btn turn wide"
          onClick={() => choosing.pending && choosing.choose(choosing.pending)}
        >
          {t("table.do-it", { step: choosing.pending.text })}
        </button>
      )}
      {choosing.whole.map((choice) => (
        <button key={choice.text} type="button" className="btn turn" onClick={() => choosing.choose(choice)}>
          {t("table.do-it", { step: choice.text })}
        </button>
      ))}
      {buttons.map((each) => (
        <button
          key={each.target}
          type="button"
          className={each.also ? "btn" : "btn turn wide"}
          data-target={each.target}
          onClick={() => choosing.touch(each.target)}
        >
          {buttonName(catalogue, each.target)}
        </button>
      ))}
      <span className="gap" />
      {props.over ? (
        <button type="button" className="btn primary wide" onClick={props.onNew}>
          {t("table.new")}
        </button>
      ) : (
        props.children
      )}
    </div>
  );
}

/** Resigning and drawing, far from the thumb; what ends the game asks once more. */
export function WordButtons(props: { choosing: Choosing; catalogue: Catalogue; offered: boolean }) {
  const { choosing, catalogue, offered } = props;
  const open = (target: string) => choosing.buttons.some((each) => each.target === target);
  return (
    <>
      {open("button:decline") && (
        <button type="button" className="btn" onClick={() => choosing.touch("button:decline")}>
          {buttonName(catalogue, "button:decline")}
        </button>
      )}
      {open("button:draw") && (
        <AskTwice
          className="btn quiet"
          label={offered ? t("table.accept") : buttonName(catalogue, "button:draw")}
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
