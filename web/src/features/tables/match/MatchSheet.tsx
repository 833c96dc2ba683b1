import { useState } from "react";
import { t } from "../../../ui/texts/page";
import { RulesText } from "../../games/RulesText";
import { Sheet, type Tab } from "../Sheet";
import css from "./MatchSheet.module.css";
import { MatchChat, MatchInWords, MatchLog } from "./SidePanels";
import { TableFacts } from "./TableFacts";
import { TimeTravelBar } from "./TimeTravel";
import { canTalk, type MatchState } from "./useMatch";

/** On a phone, below the board: the same as the panels beside it on a desk. */
export function MatchSheet({ match }: { match: MatchState }) {
  const { feed, setup } = match;
  const [heard, setHeard] = useState(feed.lines.length);
  const unheard = feed.lines.slice(heard).filter((line) => line.kind === "said" && !line.hushed).length;
  const talks = canTalk(match);
  const moves = (
    <>
      <MatchLog match={match} className={css.log} />
      <TimeTravelBar travel={match.travel} mine={match.turn} className={css.travel} />
    </>
  );
  const inWords = <MatchInWords match={match} />;
  const tabs: Tab[] = [
    { id: "moves", icon: "list", label: t("table.moves"), body: moves },
    talks
      ? {
          id: "chat",
          icon: "chat",
          label: t("chat.title"),
          count: unheard,
          body: <MatchChat match={match} place="sheet" />,
        }
      : { id: "text", icon: "text", label: t("table.text"), body: inWords },
    {
      id: "table",
      icon: "people",
      label: t("table.table"),
      body: (
        <>
          <TableFacts match={match} className={css.facts} />
          {talks && inWords}
        </>
      ),
    },
    {
      id: "rules",
      icon: "book",
      label: t("table.rules"),
      body: <RulesText game={setup.game.name} text={setup.game.rules} />,
    },
  ];
  return <Sheet tabs={tabs} onOpen={() => setHeard(feed.lines.length)} />;
}
