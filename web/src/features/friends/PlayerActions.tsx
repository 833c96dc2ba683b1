/** On another player's page: follow them, watch their tables, challenge them. */

import { requirePerson, useHasAccount } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { GameInfo } from "../../contract";
import { useFetched } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { useGames } from "../games/games";
import { OpenTableRow } from "../tables/TableRow";
import { ChallengeForm } from "./ChallengeForm";
import { follow, meeting, type Relation, unfollow } from "./requests";
import "../people/people.css";

export function PlayerActions({ who, name }: { who: string; name: string }) {
  const [relation, , again] = useFetched(() => meeting(who), [who]);
  const { games } = useGames();
  const [outcome, submit] = useSubmit();
  const account = useHasAccount();
  if (!relation) return null;
  const change = relation.following ? unfollow : follow;
  return (
    <>
      <section className="panel box meet" data-meet>
        <div className="acts">
          <button
            type="button"
            className={relation.following ? "btn" : "btn primary"}
            aria-pressed={relation.following}
            data-follow
            onClick={() =>
              submit(
                async () => {
                  await requirePerson();
                  await change(who);
                  again();
                },
                t(relation.following ? "meet.unfollowed" : "meet.followed"),
              )
            }
          >
            <Icon name={relation.following ? "done" : "people"} />
            {t(relation.following ? "meet.following" : "meet.follow")}
          </button>
          {relation.here && (
            <span className="chip good">
              <Icon name="live" />
              {t("following.here")}
            </span>
          )}
        </div>
        <p className="soft small">{t("meet.private")}</p>
        {outcome}
        {relation.tables.length > 0 && (
          <ul className="rows">
            {relation.tables.map((line) => (
              <OpenTableRow key={line.table} line={line} games={games} />
            ))}
          </ul>
        )}
      </section>
      <ChallengeBox {...{ who, name, relation, games, account }} />
    </>
  );
}

interface BoxProps {
  who: string;
  name: string;
  relation: Relation;
  games: GameInfo[] | null;
  account: boolean;
}

function ChallengeBox({ who, name, relation, games, account }: BoxProps) {
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
  if (!relation.challenge)
    return (
      <section className="panel box">
        <h2>{t("challenge.title", { name })}</h2>
        <p className="soft">{t("challenge.unwanted", { name })}</p>
      </section>
    );
  return games ? <ChallengeForm {...{ who, name, games }} /> : null;
}
