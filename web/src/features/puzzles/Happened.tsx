/** What the player's own move did, when it was not the answer: in words, and on the board. */

import { placeName } from "../../board/names";
import type { Piece, PuzzleOutcome, PuzzleShown, Scene } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Panel } from "../../ui/Panel";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import css from "./Happened.module.css";

const MOST_NAMED = 6;

export type OwnStep = NonNullable<PuzzleOutcome["happened"]>;

interface HappenedProps {
  puzzle: PuzzleShown;
  step: OwnStep;
  texts: Catalogue;
  shows: boolean; // the board shows it
  show: (shows: boolean) => void;
}

export function Happened({ puzzle, step, texts, shows, show }: HappenedProps) {
  const say = (said: Parameters<typeof render>[1]) => render(texts, said);
  const turned = turnedBy(puzzle.scene, step);
  const places = turned.map((place) => placeName(puzzle.plan, say, place));
  return (
    <Panel box title={t("puzzle.happened")}>
      <p data-happened>
        <b className={css.words}>{say(step.words)}</b>
        {step.moment && <span className={css.moment}>{say(step.moment)}</span>}
        {places.length > 0 && (
          <span className={css.moment}>
            {places.length > MOST_NAMED
              ? t("puzzle.happened-many", { count: places.length })
              : t("puzzle.happened-turned", { places: places.join(", ") })}
          </span>
        )}
        {!step.scene && <span className={css.moment}>{t("puzzle.happened-unknown")}</span>}
      </p>
      {step.scene && (
        <Acts className={css.acts}>
          <Button aria-pressed={shows} onClick={() => show(!shows)}>
            {t(shows ? "puzzle.step-first" : "puzzle.happened-show")}
          </Button>
        </Acts>
      )}
    </Panel>
  );
}

/** Places where another piece, or another side of one, is up than before: not those that the move itself went by. */
export function turnedBy(before: Scene, { scene, path }: Pick<OwnStep, "scene" | "path">): string[] {
  if (!scene) return [];
  const [was, is] = [standing(before), standing(scene)];
  return [...was.keys()].filter((place) => {
    const now = is.get(place);
    return now !== undefined && now !== was.get(place) && place.startsWith("site:") && !path.includes(place);
  });
}

/** What stands on each place, as far as one would see a difference. */
function standing({ pieces }: Scene): Map<string, string> {
  const look = ({ kind, seat, face }: Piece) => [kind, seat ?? "", face ?? "up"].join();
  const all = new Map<string, string>();
  for (const piece of pieces ?? []) all.set(piece.at, [all.get(piece.at), look(piece)].join(" "));
  return all;
}
