/** On another player's page: follow them, watch their tables, challenge them. */

import { requirePerson, useHasAccount } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { GameInfo } from "../../contract";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Chip } from "../../ui/Chip";
import { classes } from "../../ui/classes";
import { useFetched } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { useGames } from "../games/games";
import { OpenTableRow } from "../tables/TableRow";
import { ChallengeForm } from "./ChallengeForm";
import css from "./PlayerActions.module.css";
import { follow, meeting, type Relation, unfollow } from "./requests";

export function PlayerActions({ who, name }: { who: string; name: string }) {
  const [relation, , again] = useFetched(() => meeting(who), [who]);
  const { games } = useGames();
  const [outcome, submit] = useSubmit();
  const account = useHasAccount();
  if (!relation) return null;
  const change = relation.following ? unfollow : follow;
  return (
    <>
      <Panel box data-meet>
        <Acts className={css.acts}>
          <Button
            look={relation.following ? "plain" : "primary"}
            aria-pressed={relation.following}
            data-follow
            onClick={() =>
              submit(
                async () => {
                  await requirePerson();
                  await change(who);
                  again();
                },
                t(relation.following ? "meeting.unfollowed" : "meeting.followed"),
              )
            }
          >
            <Icon name={relation.following ? "done" : "people"} />
            {t(relation.following ? "meeting.following" : "meeting.follow")}
          </Button>
          {relation.here && (
            <Chip tone="good" icon="live">
              {t("following.here")}
            </Chip>
          )}
        </Acts>
        <p className={classes(text("soft", "small"), css.note)}>{t("meeting.private")}</p>
        {outcome}
        {relation.tables.length > 0 && (
          <Rows flush>
            {relation.tables.map((line) => (
              <OpenTableRow key={line.table} line={line} games={games} />
            ))}
          </Rows>
        )}
      </Panel>
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
  if (!account || !relation.challenge)
    return (
      <Panel box title={t("challenge.title", { name })}>
        <p className={text("soft")}>{account ? t("challenge.unwanted", { name }) : t("challenge.guest")}</p>
        {!account && (
          <Acts>
            <ButtonLink to={paths.signUp(paths.player(who))}>{t("sign.up")}</ButtonLink>
          </Acts>
        )}
      </Panel>
    );
  return games ? <ChallengeForm {...{ who, name, games }} /> : null;
}
