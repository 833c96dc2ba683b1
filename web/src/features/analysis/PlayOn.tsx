import { useState } from "react";
import type { GameInfo, NewSeat } from "../../contract";
import { Button } from "../../ui/Button";
import { Dialog, DialogActs } from "../../ui/Dialog";
import { Labelled, RefusalText, Select } from "../../ui/Form";
import { Segments, segmentOptions } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { LevelField } from "../games/LevelField";
import { useNewTable, usualLevel } from "../tables/useNewTable";
import { lineTo, type Variations } from "./variations";

type Against = "bots" | "friend" | "self";

/** A table that begins from the position that is shown, against bots or a friend, or with all sides for oneself. It counts
 * for nothing. */
export function PlayOn(props: {
  game: GameInfo;
  texts: Catalogue; // the game's own
  tree: Variations;
  names: readonly string[];
  first: number; // the seat that is offered
  onClose: () => void;
}) {
  const { game, texts, tree, names, first, onClose } = props;
  const [seat, setSeat] = useState(first);
  const [against, setAgainst] = useState<Against>("bots");
  const [level, setLevel] = useState(usualLevel(game));
  const { busy, refusal, open } = useNewTable();
  const begins = lineTo(tree, tree.here).map(({ actor, text }) => ({ actor, text }));
  // Not by the names of whoever has played the match: nobody of them sits there.
  const nameOf = (each: number) =>
    texts[`seat.${each}`] ? render(texts, { key: `seat.${each}` }) : t("analysis.seat", { seat: each + 1 });
  const sitter = (each: number): NewSeat => {
    if (against === "self") return { kind: "me", name: nameOf(each) };
    if (each === seat) return { kind: "me" };
    return against === "friend" ? { kind: "open" } : { kind: "bot", level };
  };
  const begin = () =>
    open(game, {
      game: game.name,
      options: { ...tree.options },
      seats: names.length > 1 ? names.map((_, each) => sitter(each)) : [{ kind: "me" }],
      listed: false,
      begins,
    });
  return (
    <Dialog title={t("analysis.play-on")} onClose={onClose}>
      <p className={text("soft")}>{t(game.hidden ? "analysis.play-on-hidden" : "analysis.play-on-about")}</p>
      {names.length > 1 && (
        <>
          <Segments
            name="against"
            legend={t("analysis.play-against")}
            options={segmentOptions<Against>(
              ["bots", t("analysis.play-bots")],
              ["friend", t("analysis.play-friend")],
              ["self", t("analysis.play-self")],
            )}
            value={against}
            onChange={setAgainst}
          />
          {against !== "self" && (
            <Labelled label={t("analysis.play-as")}>
              <Select value={seat} onChange={(event) => setSeat(Number(event.target.value))}>
                {names.map((name, each) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                  <option key={each} value={each}>
                    {name}
                  </option>
                ))}
              </Select>
            </Labelled>
          )}
          {against === "bots" && <LevelField texts={texts} value={level} onChange={setLevel} />}
        </>
      )}
      <RefusalText text={refusal} />
      <DialogActs>
        <Button look="primary" data-play-on disabled={busy !== null} onClick={() => void begin()}>
          {t("analysis.play-begin")}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
