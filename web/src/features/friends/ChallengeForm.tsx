/** A challenge to one player, or to several where a game has more seats. Bots, or anybody with the link, take the rest. */

import { useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import type { GameInfo } from "../../contract";
import { FormPanel, Labelled, NumberSelect, SubmitButton } from "../../ui/Form";
import { go, paths } from "../../ui/router";
import { Segments } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { GameSelect } from "../games/GameSelect";
import { RatedSegments } from "../ratings/RatedField";
import { ClockField } from "../tables/ClockField";
import { CLOCKS, NO_CLOCK } from "../tables/clocks";
import { BOT_LEVELS } from "../tables/useNewTable";
import { PlayersField } from "./PlayersField";
import { challenge } from "./requests";

const NO_BOTS = 0;

export function ChallengeForm({ who, name, games }: { who: string; name: string; games: GameInfo[] }) {
  const forSeveral = games.filter((game) => sizesOf(game).length > 0);
  const [chosen, setChosen] = useState(forSeveral[0]?.name ?? "");
  const [wanted, setSeats] = useState(2);
  const [clock, setClock] = useState(CLOCKS[0] ?? NO_CLOCK);
  const [rated, setRated] = useState(false);
  const [asked, setAsked] = useState<string[]>([]);
  const [level, setLevel] = useState(NO_BOTS);
  const [busy, setBusy] = useState(false);
  const [outcome, submit] = useSubmit();
  const game = forSeveral.find((each) => each.name === chosen);
  const sizes = game ? sizesOf(game) : [];
  const seats = sizes.includes(wanted) ? wanted : (sizes[0] ?? 2);
  const others = asked.slice(0, seats - 2);
  const left = seats - 2 - others.length;
  const people = game?.cooperative === true && rated; // best scores are for people alone
  const bots = left > 0 && level !== NO_BOTS && !people ? level : null;
  function send() {
    setBusy(true);
    return submit(async () => {
      const wanted = { to: who, others, seats, bots, game: chosen, clock, rated };
      go(paths.table((await challenge(wanted)).rules.table));
    }, "").then(() => setBusy(false));
  }
  return (
    <FormPanel title={t("challenge.title", { name })} onSubmit={send} data-challenge>
      <GameSelect games={forSeveral} value={chosen} onChange={setChosen} />
      {sizes.length > 1 && (
        <Segments
          name="challenge-seats"
          legend={t("challenge.how-many")}
          options={sizes.map((value) => ({ value, label: String(value), more: t("challenge.players") }))}
          value={seats}
          onChange={setSeats}
        />
      )}
      {seats > 2 && <PlayersField but={who} most={seats - 2} chosen={others} onChange={setAsked} />}
      {left > 0 && (
        <Labelled label={t("challenge.left", { count: left })}>
          <NumberSelect
            values={people ? [NO_BOTS] : [NO_BOTS, ...BOT_LEVELS]}
            text={(each) =>
              each === NO_BOTS ? t("challenge.left-link") : t("challenge.left-bots", { count: left, level: each })
            }
            value={people ? NO_BOTS : level}
            onChange={setLevel}
          />
        </Labelled>
      )}
      <ClockField name="pace" legend={t("home.pace")} value={clock} onChange={setClock} none />
      <RatedSegments name="rated" game={game} value={rated} onChange={setRated} />
      <p className={text("soft", "small")}>{seats > 2 ? t("challenge.line-all") : t("challenge.line", { name })}</p>
      {outcome}
      <SubmitButton look="primary" disabled={busy || !game?.ready}>
        {t("challenge.send")}
      </SubmitButton>
    </FormPanel>
  );
}

const sizesOf = (game: GameInfo) => game.seats.filter((seats) => seats >= 2);
