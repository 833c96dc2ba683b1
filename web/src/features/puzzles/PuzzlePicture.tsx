import { t } from "../../ui/texts/page";
import { render } from "../../ui/texts/render";
import { SmallBoard } from "../games/SmallBoard";
import type { KeptPuzzle } from "./kept";
import { useSkin } from "./useSkin";

/** How a puzzle stands, to look at. */
export function PuzzlePicture({ kept, className }: { kept: KeptPuzzle; className?: string | undefined }) {
  const { puzzle, texts } = kept;
  const skin = useSkin(puzzle.game);
  if (!skin) return null;
  const seat = render(texts, { key: `seat.${puzzle.seat}`, args: {} });
  return (
    <SmallBoard
      game={puzzle.game}
      skin={skin}
      texts={texts}
      shown={{ ...puzzle, over: false }}
      label={t("puzzle.to-move", { seat })}
      onChoose={undefined}
      className={className}
    />
  );
}
