/** On the first page: what is said in the common room, and which members are here. */

import { useMe } from "../../client/session";
import type { GameInfo } from "../../contract";
import { useFetched } from "../../ui/hooks";
import { useHouse } from "../../ui/house";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelHeader } from "../../ui/Panel";
import { NoRows, Rows } from "../../ui/Rows";
import { Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { useClub } from "./club";
import { MemberRow } from "./MemberRow";
import css from "./RoomPanels.module.css";
import { COMMON_ROOM, listMembers } from "./requests";
import { Talk } from "./Talk";

const LAST = 3; // remarks
const SHOWN = 4; // members

interface RoomPanelsProps {
  games: GameInfo[] | null;
  roomClass: string | undefined;
  hereClass: string | undefined;
}

export function RoomPanels({ games, roomClass, hereClass }: RoomPanelsProps) {
  const club = useClub();
  const house = useHouse();
  const me = useMe()?.person?.id ?? null;
  const [page] = useFetched(() => listMembers(null), [me]);
  const here = (page?.members ?? []).filter((line) => line.here).slice(0, SHOWN);
  return (
    <>
      {club?.common_room && (
        <Panel className={roomClass} data-room>
          <PanelHeader title={t("talk.room")}>
            <MoreLink to={paths.commonRoom}>{t("talk.open")}</MoreLink>
          </PanelHeader>
          <Talk place={COMMON_ROOM} title={t("talk.room")} label={t("talk.say")} shown={LAST} next={paths.home} />
        </Panel>
      )}
      <Panel className={hereClass}>
        <PanelHeader title={t("club.who")}>
          <MoreLink to={paths.members}>{t("club.all")}</MoreLink>
        </PanelHeader>
        {here.length > 0 ? (
          <Rows>
            {here.map((line) => (
              <MemberRow key={line.person.id} line={line} games={games} me={me} />
            ))}
          </Rows>
        ) : (
          <NoRows>{t("club.nobody")}</NoRows>
        )}
      </Panel>
      <footer className={css.foot}>
        {t("club.on", { house: house.name })}
        <Link to={paths.leaders()} className={css.link}>
          {t("leaders.title")}
        </Link>
        <Link to={paths.members} className={css.link}>
          {t("members.title")}
        </Link>
        <Link to={paths.bots} className={css.link}>
          {t("bots-page.title")}
        </Link>
      </footer>
    </>
  );
}
