/** What one can do about somebody else: follow them, watch where they play, challenge them. */

import { type FormEvent, useState } from "react";
import { challenge, follow, type Meeting, meeting, unfollow } from "../../api/friends";
import type { GameCard } from "../../api/games";
import type { Clock } from "../../api/tables";
import { useGames } from "../../games";
import { someone } from "../../me";
import { Icon } from "../../parts/Icon";
import { Segments, useFetched } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { PickGame, RatedOrCasual } from "../DuelFields";
import { OpenLine } from "../lines";
import { useAttempt } from "../people/attempt";
import { clockWay, PACES } from "../playing";
import { useAccount } from "../RatedField";
import "../home.css";
import "../people/people.css";
import "./friends.css";

export function MeetPlayer({ who, name }: { who: string; name: string }) {
  const [told, , again] = useFetched(() => meeting(who), [who]);
  const { games } = useGames();
  const [said, attempt] = useAttempt();
  const account = useAccount();
  if (!told) return null;
  const change = told.following ? unfollow : follow;
  return (
    <>
      <section className="panel box meet" data-meet>
        <div className="acts">
          <button
            type="button"
            className={told.following ? "btn" : "btn primary"}
            aria-pressed={told.following}
            data-follow
            onClick={() =>
              attempt(
                async () => {
                  await someone();
                  await change(who);
                  again();
                },
                t(told.following ? "meet.unfollowed" : "meet.followed"),
              )
            }
          >
            <Icon name={told.following ? "done" : "people"} />
            {t(told.following ? "meet.following" : "meet.follow")}
          </button>
          {told.here && (
            <span className="chip good">
              <Icon name="live" />
              {t("following.here")}
            </span>
          )}
        </div>
        <p className="soft small">{t("meet.private")}</p>
        {said}
        {told.tables.length > 0 && (
          <ul className="rows">
            {told.tables.map((line) => (
              <OpenLine key={line.table} line={line} games={games} />
            ))}
          </ul>
        )}
      </section>
      <ChallengeBox {...{ who, name, told, games, account }} />
    </>
  );
}

interface BoxProps {
  who: string;
  name: string;
  told: Meeting;
  games: GameCard[] | null;
  account: boolean;
}

function ChallengeBox({ who, name, told, games, account }: BoxProps) {
  if (!account)
    return (
      <section className="panel box">
        <h2>{t("challenge.title", { name })}</h2>
        <p className="soft">{t("challenge.guest")}</p>
        <Link to={paths.signUp(paths.player(who))} className="btn">
          {t("sign.up")}
        </Link>
      </section>
    );
  if (!told.challenge)
    return (
      <section className="panel box">
        <h2>{t("challenge.title", { name })}</h2>
        <p className="soft">{t("challenge.unwanted", { name })}</p>
      </section>
    );
  return games ? <ChallengeForm {...{ who, name, games }} /> : null;
}

const CLOCKS: Clock[] = [{}, ...PACES];

function ChallengeForm({ who, name, games }: { who: string; name: string; games: GameCard[] }) {
  const forTwo = games.filter((game) => game.seats.includes(2));
  const [chosen, setChosen] = useState(forTwo[0]?.name ?? "");
  const [pace, setPace] = useState(1);
  const [rated, setRated] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, attempt] = useAttempt();
  const game = forTwo.find((each) => each.name === chosen);
  function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    void attempt(async () => {
      const wanted = { to: who, game: chosen, clock: CLOCKS[pace] ?? {}, rated };
      go(paths.table((await challenge(wanted)).rules.table));
    }, "").then(() => setBusy(false));
  }
  return (
    <form className="panel box form challenge" onSubmit={send} data-challenge>
      <h2>{t("challenge.title", { name })}</h2>
      <PickGame games={forTwo} value={chosen} onChange={setChosen} />
      <Segments
        name="pace"
        legend={t("home.pace")}
        ways={CLOCKS.map((clock, i) => clockWay(clock, i))}
        value={pace}
        onChange={setPace}
      />
      <RatedOrCasual name="rated" game={game} value={rated} onChange={setRated} />
      <p className="soft small">{t("challenge.line", { name })}</p>
      {said}
      <button type="submit" className="btn primary" disabled={busy || !game?.ready}>
        {t("challenge.send")}
      </button>
    </form>
  );
}
