/** The console for moderators and hosts. The server decides what each of them may see. */

import type { ReactNode } from "react";
import { useMe } from "../../../client/session";
import { Badge } from "../../../ui/Badge";
import { ButtonLink } from "../../../ui/Button";
import { Acts, picksClass } from "../../../ui/ButtonRow";
import { Column, PageTitle } from "../../../ui/Column";
import { useFetched, useTitle } from "../../../ui/hooks";
import { Panel } from "../../../ui/Panel";
import { CONSOLE, type ConsolePart, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { PageFrame } from "../../frame/PageFrame";
import { consoleState } from "../requests";
import css from "./ConsolePage.module.css";
import { HouseTab } from "./HouseTab";
import { LogTab } from "./LogTab";
import { PeopleTab } from "./PeopleTab";
import { ReportsTab } from "./ReportsTab";
import { TablesTab } from "./TablesTab";
import { TeamTab } from "./TeamTab";
import { WeeklyTab } from "./WeeklyTab";
import { WordsTab } from "./WordsTab";

export function ConsolePage({ part, of }: { part: ConsolePart; of: string }) {
  useTitle(t("console.title"));
  const me = useMe();
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("console.title")}</PageTitle>
        {me?.role ? (
          <ConsoleTabs part={part} of={of} host={me.role === "host"} />
        ) : me?.waiting_role ? (
          <Panel box>
            <p>{t("console.waits")}</p>
            <Acts>
              <ButtonLink to={paths.profilePart("passkeys")} look="primary">
                {t("console.to-passkeys")}
              </ButtonLink>
              <ButtonLink to={paths.signIn(paths.console())}>{t("sign.in")}</ButtonLink>
            </Acts>
          </Panel>
        ) : (
          me && <p>{t("console.closed")}</p>
        )}
      </Column>
    </PageFrame>
  );
}

function ConsoleTabs({ part, of, host }: { part: ConsolePart; of: string; host: boolean }) {
  const [now, , again] = useFetched(consoleState, [part]);
  const parts: Record<ConsolePart, () => ReactNode> = {
    reports: () => <ReportsTab key={of} of={of} onSettled={again} />,
    people: () => <PeopleTab key={of} of={of} host={host} />,
    tables: () => <TablesTab key={of} of={of} />,
    log: () => <LogTab />,
    words: () => <WordsTab host={host} />,
    team: () => <TeamTab host={host} />,
    house: () => <HouseTab host={host} />,
    weekly: () => <WeeklyTab host={host} />,
  };
  return (
    <>
      <nav className={picksClass("column")} aria-label={t("console.parts")}>
        {CONSOLE.map((each) => (
          <ButtonLink
            key={each}
            to={paths.console(each)}
            className={css.tab}
            aria-current={each === part ? "page" : undefined}
          >
            {t(`console.${each}`)}
            {each === "reports" && !!now?.open_reports && <Badge>{now.open_reports}</Badge>}
          </ButtonLink>
        ))}
      </nav>
      {parts[part]()}
    </>
  );
}
