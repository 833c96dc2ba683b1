/** What one can do about somebody else: follow them, watch where they play, challenge them. */

import { follow, type Meeting, meeting, unfollow } from "../../api/friends";
import type { GameCard } from "../../api/games";
import { useGames } from "../../games";
import { someone } from "../../me";
import { Icon } from "../../parts/Icon";
import { useFetched } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { OpenLine } from "../lines";
import { useAttempt } from "../people/attempt";
import { useAccount } from "../RatedField";
import { ChallengeForm } from "./ChallengeForm";
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
