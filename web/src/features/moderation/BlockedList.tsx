import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { Button } from "../../ui/Button";
import { dateText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { LinedItem, LinedList } from "../../ui/LinedList";
import { Panel, PanelTitle } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { unblock, useBlocked } from "./blocks";
import { listBlocked } from "./requests";

/** Whom the player has blocked, with a button to unblock each. */
export function BlockedList() {
  const person = useMe()?.person?.id ?? null;
  const blocked = useBlocked();
  const [list] = useFetched(() => (person === null ? Promise.resolve([]) : listBlocked()), [person, blocked]);
  const [outcome, submit] = useSubmit();
  return (
    <Panel box aria-labelledby="blocked">
      <PanelTitle id="blocked">{t("blocks.title")}</PanelTitle>
      <p className={text("soft", "small")}>{t("blocks.line")}</p>
      {outcome}
      {list?.length === 0 && <p>{t("blocks.none")}</p>}
      <LinedList>
        {list?.map(({ person: other, since }) => (
          <LinedItem
            key={other.id}
            title={<bdi>{other.name}</bdi>}
            note={t("blocks.since", { since: dateText(since) })}
          >
            <Button
              aria-label={t("blocks.unblock", { name: other.name })}
              onClick={() => submit(() => unblock(other.id), t("person-menu.unblocked"))}
            >
              {t("person-menu.unblock")}
            </Button>
          </LinedItem>
        ))}
      </LinedList>
    </Panel>
  );
}
