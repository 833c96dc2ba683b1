import type { ReactNode } from "react";
import { coachHighlight } from "../../../board/coachMarks";
import { buttonName, choiceName } from "../../../board/names";
import type { Skin, TableView } from "../../../board/skin";
import { Button } from "../../../ui/Button";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { t } from "../../../ui/texts/page";
import css from "./ActionBar.module.css";

/** For what stands in the bar's place. */
export const barClass = css.bar;

/** For a button in it that takes what room there is on a phone. */
export const wideClass = css.wide;

const END_BUTTONS = ["button:resign", "button:draw", "button:decline"];

/** Under the board: on the left what takes back, in the middle what has no place on the board, on the right what ends the match. */
export function ActionBar(props: {
  shown: TableView;
  skin: Skin;
  canUndo: boolean;
  onUndo: () => void;
  takeback: ReactNode;
  children: ReactNode;
}) {
  const { shown, skin } = props;
  const { choosing, catalogue } = shown;
  const half = choosing.held.length > 0 || choosing.pending !== null;
  const buttons = choosing.buttons.filter(
    (each) => !END_BUTTONS.includes(each.target) && !skin.buttons?.includes(each.target),
  );
  const named = (choice: Parameters<typeof choiceName>[3]) =>
    t("table.do-it", { step: choiceName(shown.plan, shown.scene, catalogue, choice) });
  return (
    <div className={classes(css.bar, skin.bar?.(buttons.map((each) => each.target)))}>
      {half ? (
        <Button onClick={choosing.putBack}>
          <Icon name="undo" />
          {t("table.put-back")}
        </Button>
      ) : props.canUndo ? (
        <Button data-undo onClick={props.onUndo}>
          <Icon name="undo" />
          {buttonName(catalogue, "button:undo")}
        </Button>
      ) : (
        props.takeback
      )}
      {choosing.pending && (
        <Button
          look="turn"
          className={css.wide}
          data-confirm
          {...coachHighlight(shown, choosing.pending.path)}
          onClick={() => choosing.pending && choosing.choose(choosing.pending)}
        >
          {named(choosing.pending)}
        </Button>
      )}
      {choosing.whole.map((choice) => (
        <Button
          key={choice.text}
          look="turn"
          {...coachHighlight(shown, choice.path)}
          onClick={() => choosing.choose(choice)}
        >
          {named(choice)}
        </Button>
      ))}
      {buttons.map((each) => (
        <Button
          key={each.target}
          look={each.also ? "plain" : "turn"}
          className={classes(!each.also && (each.last ? css.wide : css.begins))}
          data-target={each.target}
          {...coachHighlight(shown, [...choosing.held, each.target])}
          onClick={() => choosing.touch(each.target)}
        >
          {buttonName(catalogue, each.target)}
        </Button>
      ))}
      <span className={css.gap} />
      {props.children}
      <span data-board-tools className={css.tools} />
    </div>
  );
}

/** Resign and offer a draw, far from the thumb; both ask once more. */
export function EndButtons({ shown }: { shown: TableView }) {
  const { choosing, catalogue } = shown;
  const open = (target: string) => choosing.buttons.some((each) => each.target === target);
  return (
    <>
      {open("button:draw") && !open("button:decline") && (
        <ConfirmButton
          look="quiet"
          label={buttonName(catalogue, "button:draw")}
          onConfirm={() => choosing.touch("button:draw")}
        >
          <Icon name="draw" />
        </ConfirmButton>
      )}
      {open("button:resign") && (
        <ConfirmButton
          look="quiet"
          bad
          label={buttonName(catalogue, "button:resign")}
          onConfirm={() => choosing.touch("button:resign")}
        >
          <Icon name="flag" />
        </ConfirmButton>
      )}
    </>
  );
}
