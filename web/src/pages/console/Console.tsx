/** The console: for those who look after the house. What it shows is the house's to decide; here it is only drawn. */

import type { ReactNode } from "react";
import { desk } from "../../api/moderation";
import { useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { useFetched, useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { CONSOLE, type ConsolePart, paths } from "../../router/routes";
import { t } from "../../texts/page";
import { Log } from "./Log";
import { People } from "./People";
import { Reports } from "./Reports";
import { Tables } from "./Tables";
import { Team } from "./Team";
import { Words } from "./Words";
import "../people/people.css";
import "../neighbours/neighbours.css";
import "./console.css";

export function Console({ part, of }: { part: ConsolePart; of: string }) {
  useTitle(t("page.named", { name: t("console.title") }));
  const me = useMe();
  return (
    <Frame>
      <div className="narrow console">
        <h1 className="show">{t("console.title")}</h1>
        {me?.role ? <Inside part={part} of={of} host={me.role === "host"} /> : me && <p>{t("console.closed")}</p>}
      </div>
    </Frame>
  );
}

function Inside({ part, of, host }: { part: ConsolePart; of: string; host: boolean }) {
  const [now, , again] = useFetched(desk, [part]);
  const parts: Record<ConsolePart, () => ReactNode> = {
    reports: () => <Reports key={of} of={of} onSettled={again} />,
    people: () => <People key={of} of={of} host={host} />,
    tables: () => <Tables key={of} of={of} />,
    log: () => <Log />,
    words: () => <Words host={host} />,
    team: () => <Team host={host} />,
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
