import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import { dateText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
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
    <section className="panel box" aria-labelledby="blocked">
      <h2 id="blocked">{t("blocked.title")}</h2>
      <p className="soft small">{t("blocked.line")}</p>
      {outcome}
      {list?.length === 0 && <p>{t("blocked.none")}</p>}
      <ul className="sessions">
        {list?.map(({ person: other, since }) => (
          <li key={other.id}>
            <span className="grow">
              <b>
                <bdi>{other.name}</bdi>
              </b>
              <small className="soft">{t("blocked.since", { since: dateText(since) })}</small>
            </span>
            <button
              type="button"
              className="btn"
              aria-label={t("blocked.unblock", { name: other.name })}
              onClick={() => submit(() => unblock(other.id), t("about.unblocked"))}
            >
              {t("about.unblock")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
