/** A match that is played, or has just ended. */

import { useCallback, useMemo, useState } from "react";
import { askTakeback } from "../../api/tables";
import { AsText } from "../../board/AsText";
import { Board } from "../../board/Board";
import { useLatest } from "../../board/latest";
import type { Choice, Piece, Scene } from "../../board/types";
import { useChoosing } from "../../board/useChoosing";
import { useConnection } from "../../live";
import type { Now } from "../../live/feed";
import { Icon } from "../../parts/Icon";
import { usePhone, useTitle } from "../../parts/small";
import { useTableRatings } from "../../ratings";
import { useSettings } from "../../settings";
import type { Shown } from "../../skins/types";
import { t } from "../../texts/page";
import { render, type Text } from "../../texts/render";
import { StepIn } from "../friends/StepIn";
import { sentence } from "../playing";
import { RulesText } from "../RulesText";
import { BOARD_WORDS } from "../words";
import { ActionBar, WordButtons } from "./ActionBar";
import { AfterMatch, useRematch } from "./AfterMatch";
import { Chat } from "./Chat";
import { Coach, CoachButton, ShowMove, useCoach, useGuided } from "./Coach";
import { Drawer } from "./Drawer";
import { Key } from "./Key";
import { Log, stepWords, TravelBar } from "./LogPanel";
import { Menu } from "./Menu";
import { plateOf } from "./plate";
import { useActing, useSounds, useView } from "./play";
import { Requests } from "./Requests";
import { SeatCard, TableCounters, turnOrder } from "./Seats";
import { Sheet, type Tab } from "./Sheet";
import { named, type Sitting, type Viewing } from "./sitting";
import { TableTop } from "./TableTop";
import { useTravel } from "./travel";

const NO_CHOICES: Choice[] = [];

interface Props {
  sitting: Sitting;
  viewing: Viewing;
  now: Now;
  scene: Scene;
}

export function AtTable({ sitting, viewing, now, scene: present }: Props) {
  const { game, plan, texts, skin, invite, at } = sitting;
  const { viewer, feed, current } = viewing;
  const { table } = at.rules;
  const phone = usePhone();
  const settings = useSettings();
  const { touch } = useConnection();
  const catalogue = useMemo(() => named(texts, now.seats), [texts, now.seats]);
  const say = useCallback((text: Text) => render(catalogue, text), [catalogue]);
  const acting = useActing(table, viewer);
  const travel = useTravel(table, viewer, invite, feed.lines);
  const [panel, setPanel] = useState<"rules" | "menu" | null>(null);
  const [asText, setAsText] = useState(false);
  const [held, setHeld] = useState<Piece | null>(null);
  const [heard, setHeard] = useState(feed.lines.length);

  const over = now.phase === "over";
  const inTouch = touch === "live" && feed.fresh && current;
  const past = travel.line !== null;
  const free = inTouch && !past && !acting.busy && viewer !== null;
  const choices = free ? (now.choices ?? NO_CHOICES) : NO_CHOICES;
  const onChoose = useCallback((choice: Choice) => acting.act(choice.text), [acting.act]);
  const choosing = useChoosing(choices, onChoose);
  const toAct = now.to_act ?? [];
  const turn = viewer !== null && current && !over && toAct.includes(viewer);
  const mine = turn && !past;
  const viewed = skin.needs === "view" && !past;
  const view = useView(viewed, table, feed.cursor, viewer, invite);
  useSounds(feed, now, turn);
  useTitle(t(turn ? "page.turn-title" : "page.table-title", { game: game.title }));
  useRematch(now, at.seats.length > 0);
  const ratings = useTableRatings(table, invite, over && at.rules.rated);

  const given: Shown = {
    table,
    game: game.name,
    plan,
    scene: past ? (travel.stood?.scene ?? present) : present,
    view: past ? (travel.stood?.view ?? null) : view,
    seat: viewer,
    seats: now.seats,
    toAct: past ? (travel.stood?.to_act ?? []) : toAct,
    mine: mine && free,
    over,
    past,
    choices,
    choosing,
    say,
    catalogue,
    phone,
    act: acting.act,
  };
  const coach = useCoach({
    guided: at.rules.guided,
    table,
    seat: viewer,
    hint: now.guide ?? null,
    cursor: feed.cursor,
    past,
  });
  const latest = useLatest(given.scene, viewer, !past && !skin.Piece);
  const scene = useGuided((skin.useScene ?? usePlainScene)({ ...given, scene: latest }), coach.at);
  const shown: Shown = { ...given, scene };

  const others = useMemo(() => turnOrder(now.seats.length, viewer), [now.seats.length, viewer]);
  const card = (seat: number) => (
    <SeatCard
      key={seat}
      {...{ seat, sitting, now, shown }}
      mine={mine && seat === viewer}
      change={ratings?.changes[seat] ?? null}
    />
  );
  const steps = feed.lines.filter((line) => line.kind === "step").length;
  const plate = plateOf({ sitting, now, shown, mine, inTouch, touch, ratings });
  const talks =
    viewer === null || now.seats.some((seat) => seat.kind !== "bot" && seat.person !== now.seats[viewer]?.person);
  const news = feed.lines.slice(heard).filter((line) => line.kind === "said" && !line.hushed).length;

  const { line, go } = travel;
  const log = <Log lines={feed.lines} seats={now.seats} {...{ catalogue, skin, line, go }} />;
  const bar = <TravelBar travel={travel} mine={turn} />;
  const chat = <Chat {...{ table, invite, viewer, lines: feed.lines, seats: now.seats, catalogue }} />;
  const text = (
    <AsText
      plan={plan}
      scene={scene}
      choices={choices}
      catalogue={catalogue}
      words={BOARD_WORDS}
      titles={{ position: t("table.position"), actions: t("table.actions"), none: t("table.no-actions") }}
      onChoose={onChoose}
    />
  );
  const words = <WordButtons shown={shown} />;
  const trouble = (error: unknown) => acting.fail(sentence(error));
  const rematch = over && <AfterMatch sitting={sitting} now={now} viewer={viewer} onTrouble={trouble} />;
  const ask = !over && now.can_take_back && !now.takeback && viewer !== null && free && (
    <button type="button" className="btn" data-takeback onClick={() => askTakeback(table, viewer).catch(trouble)}>
      <Icon name="undo" />
      {t("table.ask-back")}
    </button>
  );
  const menu = <Menu sitting={sitting} now={now} viewer={viewer} words={phone ? words : null} onTrouble={trouble} />;
  const facts = (
    <>
      {skin.Beside && <skin.Beside at={shown} />}
      <TableCounters scene={scene} catalogue={catalogue} />
      <Key />
    </>
  );
  const board = (
    <div className="stage">
      <Board
        shown={shown}
        skin={skin}
        words={BOARD_WORDS}
        confirm={settings.confirm}
        {...(skin.holds ? { onHold: setHeld } : {})}
      />
    </div>
  );
  return (
    <>
      <TableTop sitting={sitting} watching={feed.watching}>
        <CoachButton coach={coach} />
        <button type="button" className="btn quiet desk" onClick={() => setPanel("rules")}>
          <Icon name="book" />
          {t("table.rules")}
        </button>
        <button type="button" className="icon" aria-label={t("table.menu")} onClick={() => setPanel("menu")}>
          <Icon name="dots" />
        </button>
      </TableTop>
      <main
        className={`table ${mine ? "mine" : ""} ${past ? "past" : ""}`}
        data-version={steps}
        data-seat={current ? (viewer ?? "gallery") : ""}
        data-mine={mine}
        data-held={choosing.held.length}
        data-busy={acting.busy || !inTouch || (viewed && view === null)}
        data-over={over}
        data-line={travel.line ?? "now"}
      >
        <div className="left">
          <div className="them">{others.map(card)}</div>
          <section className="panel facts desk">{facts}</section>
          {viewer !== null && card(viewer)}
        </div>
        <div className="centre">
          <div className="plate" role="status">
            <b>{plate.title}</b>
            <span>{plate.line}</span>
            <span className="count num desk">{t("table.move", { count: steps })}</span>
          </div>
          {coach.open && <Coach coach={coach} shown={shown} />}
          {skin.Screen && skin.screen?.(shown) ? <skin.Screen at={shown} board={board} /> : board}
          {skin.Below && (
            <div className="below-board">
              <skin.Below at={shown} />
            </div>
          )}
          {acting.refusal && (
            <p className="refusal" role="alert">
              {acting.refusal}
            </p>
          )}
          <Requests shown={shown} now={now} />
          <StepIn sitting={sitting} now={now} />
          {held && skin.Held ? (
            <div className="bar">
              <skin.Held piece={held} at={shown} close={() => setHeld(null)} />
            </div>
          ) : (
            <ActionBar
              shown={shown}
              hidden={skin.buttons ?? []}
              canUndo={free && now.can_undo === true}
              onUndo={() => acting.act("undo")}
              takeback={ask}
            >
              {phone && <ShowMove coach={coach} shown={shown} />}
              {past && (
                <button
                  type="button"
                  className={turn ? "btn turn wide phone" : "btn wide phone"}
                  onClick={() => travel.go(null)}
                >
                  {t("travel.to-now")}
                </button>
              )}
              {over ? rematch : !phone && words}
            </ActionBar>
          )}
        </div>
        {phone ? (
          <Sheet
            onOpen={() => setHeard(feed.lines.length)}
            tabs={tabsOf({
              moves: (
                <>
                  {log}
                  {bar}
                </>
              ),
              chat: talks ? chat : null,
              news,
              text,
              table: <div className="facts">{facts}</div>,
              rules: <RulesText game={game.name} text={game.rules} />,
            })}
          />
        ) : (
          <div className="right">
            <section className="panel lp">
              <header>
                <h2>{t(asText ? "table.text" : "table.moves")}</h2>
                <button type="button" className="more" aria-pressed={asText} onClick={() => setAsText(!asText)}>
                  {t(asText ? "table.moves" : "table.text")}
                </button>
              </header>
              {asText ? <div className="scroll">{text}</div> : log}
              {bar}
            </section>
            {talks && (
              <section className="panel cp">
                <header>
                  <h2>{t("chat.title")}</h2>
                  <span className="soft small">{t(viewer === null ? "chat.gallery" : "chat.table")}</span>
                </header>
                {chat}
              </section>
            )}
          </div>
        )}
      </main>
      <p className="sr" aria-live="polite">
        {lastWords(feed.lines, now, catalogue)}
      </p>
      {panel === "rules" && (
        <Drawer label={t("table.rules")} onClose={() => setPanel(null)}>
          <RulesText game={game.name} text={game.rules} />
        </Drawer>
      )}
      {panel === "menu" && (
        <Drawer label={t("table.menu")} onClose={() => setPanel(null)}>
          {menu}
        </Drawer>
      )}
    </>
  );
}

const usePlainScene = (shown: Shown) => shown.scene;

/** What a screen reader hears when others have acted. */
function lastWords(lines: Viewing["feed"]["lines"], now: Now, catalogue: Shown["catalogue"]): string {
  const last = lines.findLast((line) => line.kind === "step");
  return last ? stepWords(last, now.seats, catalogue) : "";
}

function tabsOf(parts: Record<"moves" | "chat" | "text" | "table" | "rules", Tab["body"]> & { news: number }): Tab[] {
  return [
    { id: "moves", icon: "list", label: t("table.moves"), body: parts.moves },
    parts.chat
      ? { id: "chat", icon: "chat", label: t("chat.title"), count: parts.news, body: parts.chat }
      : { id: "text", icon: "text", label: t("table.text"), body: parts.text },
    {
      id: "table",
      icon: "people",
      label: t("table.table"),
      body: parts.chat ? (
        <>
          {parts.table}
          {parts.text}
        </>
      ) : (
        parts.table
      ),
    },
    { id: "rules", icon: "book", label: t("table.rules"), body: parts.rules },
  ];
}
