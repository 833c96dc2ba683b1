import { blocks } from "../../api/moderation";
import { unblock, useBlocked } from "../../blocks";
import { useMe } from "../../me";
import { useFetched } from "../../parts/small";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";

/** Whom one has blocked, and how to hear them again. */
export function BlockedList() {
  const person = useMe()?.person?.id ?? null;
  const blocked = useBlocked();
  const [list] = useFetched(() => (person === null ? Promise.resolve([]) : blocks()), [person, blocked]);
  const [said, attempt] = useAttempt();
  return (
    <section className="panel box" aria-labelledby="blocked">
      <h2 id="blocked">{t("blocked.title")}</h2>
      <p className="soft small">{t("blocked.line")}</p>
      {said}
      {list?.length === 0 && <p>{t("blocked.none")}</p>}
      <ul className="sessions">
        {list?.map(({ person: other, since }) => (
          <li key={other.id}>
            <span className="grow">
              <b>
                <bdi>{other.name}</bdi>
              </b>
              <small className="soft">{t("blocked.since", { since: new Date(since).toLocaleDateString() })}</small>
            </span>
            <button
              type="button"
              className="btn"
              aria-label={t("blocked.unblock", { name: other.name })}
              onClick={() => attempt(() => unblock(other.id), t("about.unblocked"))}
            >
              {t("about.unblock")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
