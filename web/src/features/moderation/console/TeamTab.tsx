import { errorText } from "../../../client/http";
import { useSubmit } from "../../../client/useSubmit";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { useFetched } from "../../../ui/hooks";
import { t } from "../../../ui/texts/page";
import { dismissModerator, listTeam } from "../requests";
import { PersonLink } from "./Quotes";

/** The moderators and hosts. */
export function TeamTab({ host }: { host: boolean }) {
  const [list, error, again] = useFetched(listTeam, []);
  const [outcome, submit] = useSubmit();
  return (
    <section className="panel box">
      <p className="soft small">{t(host ? "team.line-host" : "team.line")}</p>
      {outcome}
      {error && <p className="refusal">{errorText(error)}</p>}
      <ul className="sessions">
        {list?.map(({ person, role }) => (
          <li key={person.id}>
            <span className="grow">
              <b>
                <PersonLink id={person.id} name={person.name} />
              </b>
              <small className="soft">{role && t(`console.role-${role}`)}</small>
            </span>
            {host && role === "moderator" && (
              <ConfirmButton
                className="btn"
                label={t("console.dismiss")}
                onConfirm={() => submit(() => dismissModerator(person.id), t("console.dismissed-now")).then(again)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
