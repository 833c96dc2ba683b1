import { lazy, type ReactNode, Suspense, useState } from "react";
import { MoreButton } from "../../../ui/MoreLink";
import { Panel, PanelHeader } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { Coach } from "./Coach";
import { Log } from "./Log";
import css from "./SidePanels.module.css";
import { TimeTravelBar } from "./TimeTravel";
import { canTalk, type MatchState } from "./useMatch";

// Against bots there is nobody to talk to, and most look at the board.
const Chat = lazy(() => import("../Chat").then((file) => ({ default: file.Chat })));
const BoardAsText = lazy(() => import("../../../board/BoardAsText").then((file) => ({ default: file.BoardAsText })));

/** On a desk, beside the board: the moves or the board in words, and the talk. Over them the coach, and at the end the
 * result, with which there is room for one of the two. */
export function SidePanels({ match, result }: { match: MatchState; result: ReactNode }) {
  const [inWords, setInWords] = useState(false);
  const [talking, setTalking] = useState(false);
  const talks = canTalk(match);
  const one = result !== null && talks;
  return (
    <div className={css.side}>
      {match.coach.open && <Coach coach={match.coach} shown={match.shown} />}
      {result}
      {!(one && talking) && (
        <Panel className={css.moves}>
          <PanelHeader title={t(inWords ? "table.text" : "table.moves")}>
            <MoreButton aria-pressed={inWords} onClick={() => setInWords(!inWords)}>
              {t(inWords ? "table.moves" : "table.text")}
            </MoreButton>
            {one && <MoreButton onClick={() => setTalking(true)}>{t("chat.title")}</MoreButton>}
          </PanelHeader>
          {inWords ? (
            <div className={css.words}>
              <MatchInWords match={match} />
            </div>
          ) : (
            <MatchLog match={match} className={css.log} />
          )}
          <TimeTravelBar travel={match.travel} mine={match.turn} />
        </Panel>
      )}
      {talks && (!one || talking) && (
        <Panel className={css.talk}>
          <PanelHeader title={t("chat.title")}>
            {one ? (
              <MoreButton onClick={() => setTalking(false)}>{t("table.moves")}</MoreButton>
            ) : (
              <span className={text("soft", "small")}>
                {t(match.shown.seat === null ? "chat.gallery" : "chat.table")}
              </span>
            )}
          </PanelHeader>
          <MatchChat match={match} place="panel" />
        </Panel>
      )}
    </div>
  );
}

export function MatchLog({ match, className }: { match: MatchState; className: string | undefined }) {
  const { setup, now, feed, shown, travel } = match;
  const { line, go } = travel;
  const about = { lines: feed.lines, seats: now.seats, catalogue: shown.catalogue, skin: setup.skin };
  return <Log {...about} {...{ line, go, className }} />;
}

export function MatchChat(props: { match: MatchState; place: "panel" | "sheet" }) {
  const { setup, now, feed, shown } = props.match;
  const { table, seat: viewer, catalogue } = shown;
  return (
    <Suspense fallback={null}>
      <Chat
        place={props.place}
        {...{ table, viewer, catalogue }}
        invite={setup.invite}
        lines={feed.lines}
        seats={now.seats}
      />
    </Suspense>
  );
}

export function MatchInWords({ match: { shown, choose } }: { match: MatchState }) {
  const { plan, scene, choices, catalogue } = shown;
  return (
    <Suspense fallback={null}>
      <BoardAsText {...{ plan, scene, choices, catalogue }} onChoose={choose} />
    </Suspense>
  );
}
