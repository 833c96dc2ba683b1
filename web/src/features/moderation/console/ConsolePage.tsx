/** The console for moderators and hosts. The server decides what each of them may see. */

import type { ReactNode } from "react";
import { useMe } from "../../../client/session";
import { useFetched, useTitle } from "../../../ui/hooks";
import { CONSOLE, type ConsolePart, Link, paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import { PageFrame } from "../../frame/PageFrame";
import { consoleState } from "../requests";
import { LogTab } from "./LogTab";
import { PeopleTab } from "./PeopleTab";
import { ReportsTab } from "./ReportsTab";
import { TablesTab } from "./TablesTab";
import { TeamTab } from "./TeamTab";
import { WordsTab } from "./WordsTab";
import "../../people/people.css";
import "../moderation.css";
import "./console.css";

export function ConsolePage({ part, of }: { part: ConsolePart; of: string }) {
  useTitle(t("page.named", { name: t("console.title") }));
  const me = useMe();
  return (
    <PageFrame>
      <div className="narrow console">
        <h1 className="show">{t("console.title")}</h1>
        {me?.role ? <ConsoleTabs part={part} of={of} host={me.role === "host"} /> : me && <p>{t("console.closed")}</p>}
      </div>
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
  };
  return (
    <>
      <nav className="picks" aria-label={t("console.parts")}>
        {CONSOLE.map((each) => (
          <Link key={each} to={paths.console(each)} className="btn" aria-current={each === part ? "page" : undefined}>
            {t(`console.${each}`)}
            {each === "reports" && !!now?.open_reports && <span className="badge">{now.open_reports}</span>}
          </Link>
        ))}
      </nav>
      {parts[part]()}
    </>
  );
}
