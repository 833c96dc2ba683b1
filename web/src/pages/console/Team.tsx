import { dismissModerator, officers } from "../../api/moderation";
import { AskTwice, useFetched } from "../../parts/small";
import { t } from "../../texts/page";
import { useAttempt } from "../people/attempt";
import { ToPerson } from "./said";

/** Who looks after the house. */
export function Team({ host }: { host: boolean }) {
  const [list, error, again] = useFetched(officers, []);
  const [said, attempt] = useAttempt();
  return (
    <section className="panel box">
      <p className="soft small">{t(host ? "team.line-host" : "team.line")}</p>
      {said}
      {error && <p className="refusal">{error.message}</p>}
      <ul className="sessions">
        {list?.map(({ person, role }) => (
          <li key={person.id}>
            <span className="grow">
              <b>
                <ToPerson id={person.id} name={person.name} />
              </b>
              <small className="soft">{role && t(`console.role-${role}`)}</small>
            </span>
            {host && role === "moderator" && (
              <AskTwice
                className="btn"
                label={t("console.dismiss")}
                onDo={() => attempt(() => dismissModerator(person.id), t("console.dismissed-now")).then(again)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
