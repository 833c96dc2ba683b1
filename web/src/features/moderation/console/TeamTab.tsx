import { errorText } from "../../../client/http";
import { useSubmit } from "../../../client/useSubmit";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { RefusalText } from "../../../ui/Form";
import { useFetched } from "../../../ui/hooks";
import { LinedItem, LinedList } from "../../../ui/LinedList";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { dismissModerator, listTeam } from "../requests";
import { PersonLink } from "./ConsoleLink";
import { ConsolePanel } from "./ConsolePanel";

/** The moderators and hosts. */
export function TeamTab({ host }: { host: boolean }) {
  const [list, error, again] = useFetched(listTeam, []);
  const [outcome, submit] = useSubmit();
  return (
    <ConsolePanel>
      <p className={text("soft", "small")}>{t(host ? "roles.line-host" : "roles.line")}</p>
      {outcome}
      <RefusalText text={error && errorText(error)} />
      <LinedList>
        {list?.map(({ person, role }) => (
          <LinedItem
            key={person.id}
            title={<PersonLink id={person.id} name={person.name} />}
            note={role && t(`console.role-${role}`)}
          >
            {host && role === "moderator" && (
              <ConfirmButton
                label={t("console.dismiss")}
                onConfirm={() => submit(() => dismissModerator(person.id), t("console.dismissed-now")).then(again)}
              />
            )}
          </LinedItem>
        ))}
      </LinedList>
    </ConsolePanel>
  );
}
