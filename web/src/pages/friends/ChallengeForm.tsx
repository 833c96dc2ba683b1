/** A challenge: to one, or where a game has more seats to several; bots or whoever has the link take the rest. */

import { type FormEvent, useState } from "react";
import { challenge } from "../../api/friends";
import type { GameCard } from "../../api/games";
import type { Clock } from "../../api/tables";
import { Segments } from "../../parts/small";
import { go } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { PickGame, RatedOrCasual } from "../DuelFields";
import { useAttempt } from "../people/attempt";
import { clockWay, LEVELS, PACES } from "../playing";
import { WhoElse } from "./WhoElse";

const CLOCKS: Clock[] = [{}, ...PACES];
const NO_BOTS = 0;

export function ChallengeForm({ who, name, games }: { who: string; name: string; games: GameCard[] }) {
  const forSeveral = games.filter((game) => sizesOf(game).length > 0);
  const [chosen, setChosen] = useState(forSeveral[0]?.name ?? "");
  const [wanted, setSeats] = useState(2);
  const [pace, setPace] = useState(1);
  const [rated, setRated] = useState(false);
  const [asked, setAsked] = useState<string[]>([]);
  const [level, setLevel] = useState(NO_BOTS);
  const [busy, setBusy] = useState(false);
  const [said, attempt] = useAttempt();
  const game = forSeveral.find((each) => each.name === chosen);
  const sizes = game ? sizesOf(game) : [];
  const seats = sizes.includes(wanted) ? wanted : (sizes[0] ?? 2);
  const others = asked.slice(0, seats - 2);
  const left = seats - 2 - others.length;
  const people = game?.cooperative === true && rated; // best scores are for people alone
  const bots = left > 0 && level !== NO_BOTS && !people ? level : null;
  function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    void attempt(async () => {
      const wanted = { to: who, others, seats, bots, game: chosen, clock: CLOCKS[pace] ?? {}, rated };
      go(paths.table((await challenge(wanted)).rules.table));
    }, "").then(() => setBusy(false));
  }
  return (
    <form className="panel box form challenge" onSubmit={send} data-challenge>
      <h2>{t("challenge.title", { name })}</h2>
      <PickGame games={forSeveral} value={chosen} onChange={setChosen} />
      {sizes.length > 1 && (
        <Segments
          name="challenge-seats"
          legend={t("challenge.how-many")}
          ways={sizes.map((value) => ({ value, label: String(value), more: t("challenge.players") }))}
          value={seats}
          onChange={setSeats}
        />
      )}
      {seats > 2 && <WhoElse but={who} most={seats - 2} chosen={others} onChange={setAsked} />}
      {left > 0 && (
        <label>
          {t("challenge.left", { count: left })}
          <select
            className="field"
            value={people ? NO_BOTS : level}
            onChange={(event) => setLevel(Number(event.target.value))}
          >
            <option value={NO_BOTS}>{t("challenge.left-link")}</option>
            {!people &&
              LEVELS.map((each) => (
                <option key={each} value={each}>
                  {t("challenge.left-bots", { count: left, level: each })}
                </option>
              ))}
          </select>
        </label>
      )}
      <Segments
        name="pace"
        legend={t("home.pace")}
        ways={CLOCKS.map((clock, i) => clockWay(clock, i))}
        value={pace}
        onChange={setPace}
      />
      <RatedOrCasual name="rated" game={game} value={rated} onChange={setRated} />
      <p className="soft small">{seats > 2 ? t("challenge.line-all") : t("challenge.line", { name })}</p>
      {said}
      <button type="submit" className="btn primary" disabled={busy || !game?.ready}>
        {t("challenge.send")}
      </button>
    </form>
  );
}

const sizesOf = (game: GameCard) => game.seats.filter((seats) => seats >= 2);
