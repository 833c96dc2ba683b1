import type { ComponentProps, ReactNode } from "react";
import { coachHighlight } from "../../../board/coachMarks";
import { buttonName, choiceName } from "../../../board/names";
import type { Skin, TableView } from "../../../board/skin";
import { Button } from "../../../ui/Button";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { classes } from "../../../ui/classes";
import { useOnItsSide } from "../../../ui/hooks";
import { Icon } from "../../../ui/Icon";
import { t } from "../../../ui/texts/page";
import css from "./ActionBar.module.css";

/** For what stands in the bar's place. */
export const barClass = css.bar;

/** A button in it. `wide`: it takes what room there is on a phone. */
export function BarButton({ wide, className, ...button }: { wide?: boolean } & ComponentProps<typeof Button>) {
  return <Button {...button} className={classes(css.button, wide && css.wide, className)} />;
}

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
    <div className={classes(css.bar, shown.ahead && css.ahead, skin.bar?.(buttons.map((each) => each.target)))}>
      {half ? (
        <BarButton onClick={choosing.putBack}>
          <Icon name="undo" />
          {t("table.put-back")}
        </BarButton>
      ) : props.canUndo ? (
        <BarButton data-undo onClick={props.onUndo}>
          <Icon name="undo" />
          {buttonName(catalogue, "button:undo")}
        </BarButton>
      ) : (
        props.takeback
      )}
      {choosing.pending && (
        <BarButton
          look="turn"
          wide
          data-confirm
          {...coachHighlight(shown, choosing.pending.path)}
          onClick={() => choosing.pending && choosing.choose(choosing.pending)}
        >
          {named(choosing.pending)}
        </BarButton>
      )}
      {choosing.whole.map((choice) => (
        <BarButton
          key={choice.text}
          look="turn"
          {...coachHighlight(shown, choice.path)}
          onClick={() => choosing.choose(choice)}
        >
          {named(choice)}
        </BarButton>
      ))}
      {buttons.map((each) => (
        <BarButton
          key={each.target}
          look={each.also || shown.ahead?.quiet ? "plain" : "turn"}
          wide={!each.also && !shown.ahead?.quiet && each.last}
          className={classes(!each.also && !shown.ahead?.quiet && !each.last && css.begins)}
          data-target={each.target}
          {...coachHighlight(shown, [...choosing.held, each.target])}
          onClick={() => choosing.touch(each.target)}
        >
          {buttonName(catalogue, each.target)}
        </BarButton>
      ))}
      <span className={css.gap} />
      {props.children}
      <span data-board-tools className={css.tools} />
    </div>
  );
}

/** Whether what ends a match stands in the table's menu: the bar has one line on a phone, and beside a board with a camera. */
export function useEndsInMenu({ setup, shown }: { setup: { skin: Skin }; shown: TableView }): boolean {
  const side = useOnItsSide();
  return shown.phone || (side && setup.skin.camera !== undefined);
}

/** Resign and offer a draw, far from the thumb; both ask once more. */
export function EndButtons({ shown, inBar }: { shown: TableView; inBar: boolean }) {
  const { choosing, catalogue } = shown;
  const open = (target: string) => choosing.buttons.some((each) => each.target === target);
  return (
    <>
      {open("button:draw") && !open("button:decline") && (
        <ConfirmButton
          look="quiet"
          className={inBar ? css.button : undefined}
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
          className={inBar ? css.button : undefined}
          label={buttonName(catalogue, "button:resign")}
          onConfirm={() => choosing.touch("button:resign")}
        >
          <Icon name="flag" />
        </ConfirmButton>
      )}
    </>
  );
}
