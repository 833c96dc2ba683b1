import { Column, PageTitle } from "../../ui/Column";
import { useTitle } from "../../ui/hooks";
import { Panel } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { COMMON_ROOM } from "./requests";
import { Talk } from "./Talk";

/** The conversation of the whole house. */
export function CommonRoomPage() {
  useTitle(t("talk.room"));
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("talk.room")}</PageTitle>
        <p className={text("soft")}>{t("talk.room-line")}</p>
        <Panel>
          <Talk place={COMMON_ROOM} title={t("talk.room")} label={t("talk.say")} next={paths.commonRoom} present />
        </Panel>
      </Column>
    </PageFrame>
  );
}
