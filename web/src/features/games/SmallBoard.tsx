/** A board beside a text, with nobody at it: to look at, or to choose something on. */

import { Board } from "../../board/Board";
import { buttonName, choiceName } from "../../board/names";
import { Stage } from "../../board/Stage";
import { gameColours } from "../../board/seats";
import type { BoardArrow, Skin, TableView } from "../../board/skin";
import { useChoosing } from "../../board/useChoosing";
import type { Choice, Plan, Scene, TouchReason } from "../../contract";
import { Button } from "../../ui/Button";
import { usePhone } from "../../ui/hooks";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import css from "./SmallBoard.module.css";

/** What stands there, as one seat sees it, and what it may do. */
export interface SmallPosition {
  plan: Plan;
  scene: Scene;
  view?: unknown;
  seat: number | null;
  seats: number;
  to_act: number[];
  over: boolean;
  choices: Choice[];
  look?: [number, number, number, number] | null; // the part of the plan that matters
  arrows?: readonly BoardArrow[] | undefined;
}

const NO_CHOICES: Choice[] = [];
const nothing = () => undefined;
const usePlainScene = ({ scene }: TableView): Scene => scene;

interface SmallBoardProps {
  game: string;
  skin: Skin;
  texts: Catalogue;
  shown: SmallPosition;
  label: string;
  onChoose: ((choice: Choice) => void) | undefined; // left out: there is nothing to choose
  whyNot?: (path: readonly string[]) => Promise<TouchReason | null>;
  className?: string | undefined;
  bar?: string | undefined; // a class for the buttons under the board
}

/** A skin's hooks are its own: another skin is another board. */
export function SmallBoard(props: SmallBoardProps) {
  return <Drawn key={props.game} {...props} />;
}

function Drawn(props: SmallBoardProps) {
  const { game, skin, texts, shown, onChoose } = props;
  const phone = usePhone();
  const choices = onChoose ? shown.choices : NO_CHOICES;
  const choosing = useChoosing(choices, onChoose ?? nothing);
  const given: TableView = {
    table: "",
    game,
    plan: shown.plan,
    scene: shown.scene,
    view: shown.view ?? null,
    seat: shown.seat,
    seats: Array.from({ length: shown.seats }, (_, seat) => ({
      name: render(texts, { key: `seat.${seat}`, args: {} }),
      kind: "person" as const,
    })),
    toAct: shown.to_act,
    mine: onChoose !== undefined,
    over: shown.over,
    past: onChoose === undefined,
    choices,
    choosing,
    say: (text) => render(texts, text),
    catalogue: texts,
    phone,
    act: (steps) => {
      const choice = choices.find((each) => each.text === [steps].flat()[0]);
      if (choice) onChoose?.(choice);
    },
    ...(shown.arrows ? { arrows: shown.arrows } : {}),
    ...(onChoose && props.whyNot ? { whyNot: props.whyNot } : {}),
  };
  const at = { ...given, scene: (skin.useScene ?? usePlainScene)(given) };
  const [x, y, width, height] = shown.look ?? [];
  const look = x === undefined || y === undefined || !width || !height ? undefined : { x, y, width, height };
  const { buttons, whole, pending, held } = choosing;
  const named = (choice: Choice) => t("table.do-it", { step: choiceName(shown.plan, shown.scene, texts, choice) });
  return (
    <div className={css.board} style={gameColours(shown.plan)}>
      <Stage skin={skin} className={props.className}>
        <Board
          small
          picture={onChoose === undefined}
          skin={skin}
          label={props.label}
          look={look}
          shown={{ ...at, scene: { ...at.scene, prompt: null } }}
        />
      </Stage>
      {(buttons.length > 0 || whole.length > 0 || pending || held.length > 0) && (
        <div className={props.bar}>
          {held.length > 0 && <Button onClick={choosing.putBack}>{t("table.put-back")}</Button>}
          {pending && (
            <Button look="turn" data-confirm onClick={() => choosing.choose(pending)}>
              {named(pending)}
            </Button>
          )}
          {whole.map((choice) => (
            <Button key={choice.text} look="turn" onClick={() => choosing.choose(choice)}>
              {named(choice)}
            </Button>
          ))}
          {buttons.map(({ target }) => (
            <Button key={target} data-target={target} onClick={() => choosing.touch(target)}>
              {buttonName(texts, target)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
