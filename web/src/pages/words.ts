import type { BoardWords } from "../board/names";
import { t } from "../texts/page";

/** The page's words that the board needs. */
export const BOARD_WORDS: BoardWords = {
  board: t("table.board"),
  empty: t("table.empty"),
  place: (place, what) => t("table.place", { place, what }),
  several: (count, what) => t("table.several", { count, what }),
  closer: t("board.closer"),
  further: t("board.further"),
  whole: t("board.whole"),
  own: t("board.own"),
};
