/** The players whom the player follows: who is online, and who plays where it can be watched. */

import { useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import type { GameInfo } from "../../contract";
import { Avatar } from "../../ui/Avatar";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelHeader } from "../../ui/Panel";
import { PlayerLink } from "../../ui/PlayerLink";
import { NoRows, Row, RowFact, RowFacts, Rows, RowWords } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { initial } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { gameTitle, useGames } from "../games/games";
import { FindPlayer } from "./FindPlayer";
import css from "./Following.module.css";
import { OnlineMark } from "./OnlineMark";
import { type Followed, unfollow } from "./requests";
import { useFollowedPlayers } from "./useFollowedPlayers";

const SHOWN = 6;

export interface FollowedTilesProps {
  list: Followed[];
  games: GameInfo[] | null;
  className: string | undefined;
}

/** On the first page: those who are online or play. */
export function FollowedTiles({ list, games, className }: FollowedTilesProps) {
  const active = list.filter((player) => player.here || player.table);
  const away = list.length - Math.min(active.length, SHOWN);
  return (
    <Panel className={className} aria-labelledby="following" data-following>
      <PanelHeader id="following" title={t("following.title")}>
        <MoreLink to={paths.profilePart("privacy")}>{t("following.list")}</MoreLink>
      </PanelHeader>
      {active.length > 0 && (
        <Rows className={css.grid}>
          {active.slice(0, SHOWN).map((player) => (
            <FollowedPlayerRow key={player.id} player={player} games={games} className={css.tile} />
          ))}
        </Rows>
      )}
      {away > 0 && <NoRows>{t(active.length > 0 ? "following.rest" : "following.none", { count: away })}</NoRows>}
    </Panel>
  );
}

function FollowedPlayerRow(props: { player: Followed; games: GameInfo[] | null; className?: string | undefined }) {
  const { player, games, className } = props;
  const { table } = player;
  return (
    <Row className={className}>
      <Avatar>{initial(player.name)}</Avatar>
      <RowWords name={<PlayerLink id={player.id} name={player.name} className={css.player} />}>
        <RowFacts className={css.facts}>
          {player.here && <OnlineMark />}
          {table && <RowFact>{t("following.plays", { game: gameTitle(games, table.game) })}</RowFact>}
          {!player.here && !table && <RowFact>{t("following.away")}</RowFact>}
        </RowFacts>
      </RowWords>
      <ButtonLink to={table ? paths.table(table.table) : paths.player(player.id)}>
        {t(table ? "table-row.watch" : "challenge.short")}
        <bdi className={text("sr-only")}>{player.name}</bdi>
      </ButtonLink>
    </Row>
  );
}

/** In the profile: all whom the player follows, and how to stop. */
export function FollowedList() {
  const { games } = useGames();
  const [list, again] = useFollowedPlayers();
  const [outcome, submit] = useSubmit();
  const [changing, setChanging] = useState(false);
  return (
    <Panel box title={t("following.title")} data-followed>
      <p className={text("small", "soft")}>{t("meeting.private")}</p>
      <FindPlayer className={css.find} />
      {list && list.length === 0 && <p className={text("soft")}>{t("following.nobody")}</p>}
      {list && list.length > 0 && (
        <>
          <Rows flush>
            {list.map((player) =>
              changing ? (
                <Row key={player.id}>
                  <RowWords nameClass={css.changing} name={<bdi>{player.name}</bdi>} />
                  <Button
                    data-unfollow={player.id}
                    onClick={() => submit(() => unfollow(player.id).then(again), t("meeting.unfollowed"))}
                  >
                    {t("meeting.unfollow")}
                    <bdi className={text("sr-only")}>{player.name}</bdi>
                  </Button>
                </Row>
              ) : (
                <FollowedPlayerRow key={player.id} player={player} games={games} />
              ),
            )}
          </Rows>
          <Acts>
            <Button aria-pressed={changing} onClick={() => setChanging(!changing)}>
              {t(changing ? "following.done" : "following.change")}
            </Button>
          </Acts>
        </>
      )}
      {outcome}
    </Panel>
  );
}
