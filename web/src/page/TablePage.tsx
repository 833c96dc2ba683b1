import { useCallback, useEffect, useMemo, useState } from "react";
import { AsText } from "../board/AsText";
import { Board } from "../board/Board";
import type { BoardWords } from "../board/names";
import type { Choice } from "../board/types";
import { useChoosing } from "../board/useChoosing";
import { loadSkin, PLAIN } from "../skins";
import type { Shown, Skin } from "../skins/types";
import { t } from "../texts/page";
import { render } from "../texts/render";
import { ActionBar, WordButtons } from "./ActionBar";
import type { Sitting } from "./App";
import { HandOver } from "./HandOver";
import { Log } from "./Log";
import { Markdown } from "./Markdown";
import { Brand, Emblem, Icon, ThemeButton, usePhone } from "./parts";
import { resultSentence, scoreSentence } from "./result";
import { SeatCard, TableCounters } from "./Seats";
import { Sheet } from "./Sheet";
import { type Live, useTable } from "./useTable";

const BOARD_WORDS: BoardWords = {
  board: t("table.board"),
  empty: t("table.empty"),
  place: (place, what) => t("table.place", { place, what }),
  several: (count, what) => t("table.several", { count, what }),
  closer: t("board.closer"),
  further: t("board.further"),
  whole: t("board.whole"),
};
const NO_CHOICES: Choice[] = [];

export function TablePage({ sitting, onLeave }: { sitting: Sitting; onLeave: () => void }) {
  const live = useTable(sitting);
  const { seats } = sitting;
  if (live.handTo !== null)
    return (
      <div data-game={sitting.game.name} className="table-page">
        <TopBar sitting={sitting} onLeave={onLeave} />
        <HandOver who={seats[live.handTo]?.name ?? ""} seat={live.handTo} onReady={live.take} />
      </div>
    );
  return (
    <div data-game={sitting.game.name} className="table-page">
      {live.state ? (
        <AtTable sitting={sitting} live={live} onLeave={onLeave} />
      ) : (
        <Waiting sitting={sitting} live={live} onLeave={onLeave} />
      )}
    </div>
  );
}

function Waiting({ sitting, live, onLeave }: { sitting: Sitting; live: Live; onLeave: () => void }) {
  return (
    <>
      <TopBar sitting={sitting} onLeave={onLeave} />
      <p className="moment" role="status">
        {live.refusal ?? t("page.loading")}
      </p>
    </>
  );
}

type Panel = "rules" | null;

function AtTable({ sitting, live, onLeave }: { sitting: Sitting; live: Live; onLeave: () => void }) {
  const { game, plan, catalogue, seats } = sitting;
  const { viewer, play } = live;
  const state = live.state as NonNullable<Live["state"]>;
  const phone = usePhone();
  const [panel, setPanel] = useState<Panel>(null);
  const choices = live.busy || state.seat !== viewer ? NO_CHOICES : state.choices;
  const onChoose = useCallback((choice: Choice) => play(choice.text), [play]);
  const choosing = useChoosing(choices, onChoose);

  const mine = viewer !== null && state.seat === viewer && state.result === null && state.to_act.includes(viewer);
  const plate = usePlate(sitting, live, mine);
  useEffect(() => {
    document.title = t(mine ? "page.turn-title" : "page.table-title", { game: game.title });
  }, [mine, game.title]);

  const skin = useSkin(game.name);
  const shown: Shown = {
    table: sitting.opened.rules.table,
    game: game.name,
    plan,
    scene: state.scene,
    view: null,
    seat: viewer,
    seats,
    toAct: state.to_act,
    mine,
    over: state.result !== null,
    past: false,
    choices,
    choosing,
    say: (text) => render(catalogue, text),
    catalogue,
    phone,
    act: (steps) => play(typeof steps === "string" ? steps : (steps[0] ?? "")),
  };
  const others = useMemo(() => turnOrder(seats.length, viewer), [seats.length, viewer]);
  const card = (seat: number) => (
    <SeatCard key={seat} seat={seat} sitting={sitting} state={state} viewer={viewer} mine={mine && seat === viewer} />
  );
  const text = (
    <AsText
      plan={plan}
      scene={state.scene}
      choices={choices}
      catalogue={catalogue}
      words={BOARD_WORDS}
      titles={{ position: t("table.position"), actions: t("table.actions"), none: t("table.no-actions") }}
      onChoose={onChoose}
    />
  );
  const log = <Log lines={state.log} seats={seats} catalogue={catalogue} />;
  const words = (
    <WordButtons choosing={choosing} catalogue={catalogue} offered={state.offer !== null && state.offer !== viewer} />
  );
  return (
    <>
      <TopBar sitting={sitting} onLeave={onLeave} onRules={() => setPanel("rules")} />
      <main
        className={mine ? "table mine" : "table"}
        data-version={state.log.length}
        data-seat={state.seat ?? ""}
        data-mine={mine}
        data-held={choosing.held.length}
        data-busy={live.busy}
        data-over={state.result !== null}
      >
        <div className="left">
          <div className="them">{others.map(card)}</div>
          <section className="panel facts desk">
            <TableCounters scene={state.scene} catalogue={catalogue} />
            <Key />
          </section>
          {viewer !== null && card(viewer)}
        </div>
        <div className="centre">
          <div className="plate" role="status">
            <b>{plate.title}</b>
            <span>{plate.line}</span>
            <span className="count num desk">{t("table.move", { count: state.log.length })}</span>
          </div>
          <div className="stage">
            <Board shown={shown} skin={skin} words={BOARD_WORDS} />
          </div>
          {live.refusal && (
            <p className="refusal" role="alert">
              {live.refusal} {t("page.nothing-changed")}
            </p>
          )}
          <ActionBar
            choosing={choosing}
            catalogue={catalogue}
            canUndo={state.can_undo && !live.busy}
            onUndo={live.takeBack}
            over={state.result !== null}
            onNew={onLeave}
          >
            {!phone && words}
          </ActionBar>
        </div>
        {phone ? (
          <Sheet
            tabs={[
              { id: "moves", icon: "list", label: t("table.moves"), body: log },
              { id: "text", icon: "text", label: t("table.text"), body: text },
              {
                id: "table",
                icon: "people",
                label: t("table.table"),
                body: (
                  <div className="facts">
                    <TableCounters scene={state.scene} catalogue={catalogue} />
                    <div className="row">{words}</div>
                    <Key />
                  </div>
                ),
              },
              { id: "rules", icon: "book", label: t("table.rules"), body: <Markdown text={game.rules} /> },
            ]}
          />
        ) : (
          <div className="right">
            <section className="panel lp">
              <header>
                <h2>{t("table.moves")}</h2>
              </header>
              {log}
            </section>
            <details className="panel tp">
              <summary>{t("table.text")}</summary>
              <div className="scroll">{text}</div>
            </details>
          </div>
        )}
      </main>
      {panel === "rules" && <RulesPanel rules={game.rules} onClose={() => setPanel(null)} />}
    </>
  );
}

/** The turn in a word, and what to do next in a sentence. */
function usePlate({ game, catalogue, seats }: Sitting, { state, viewer }: Live, mine: boolean) {
  if (!state) return { title: "", line: "" };
  if (state.result)
    return {
      title: resultSentence(state.result, game, seats, catalogue, viewer),
      line: scoreSentence(state.result, game, seats),
    };
  const offer =
    state.offer !== null && state.offer !== viewer ? t("table.offer", { who: seats[state.offer]?.name ?? "" }) : "";
  const prompt = state.scene.prompt ? render(catalogue, state.scene.prompt) : "";
  if (mine) return { title: t("table.your-turn"), line: [offer, prompt].filter(Boolean).join(" ") };
  const who = state.to_act.map((seat) => seats[seat]?.name).join(", ") || t("table.chance");
  return { title: t("table.turn", { who }), line: offer };
}

/** The other seats in the order of play, beginning after one's own. */
function turnOrder(count: number, viewer: number | null): number[] {
  const from = viewer ?? -1;
  return Array.from({ length: count }, (_, i) => (from + 1 + i) % count).filter((seat) => seat !== viewer);
}

function TopBar(props: { sitting: Sitting; onLeave: () => void; onRules?: () => void }) {
  const { game } = props.sitting;
  return (
    <header className="top">
      <button type="button" className="icon phone" aria-label={t("table.new")} onClick={props.onLeave}>
        <Icon name="back" />
      </button>
      <span className="desk">
        <Brand />
      </span>
      <div className="where">
        <span className="desk">
          <Emblem title={game.title} />
        </span>
        <b>{game.title}</b>
        <span className="desk soft small">{game.about}</span>
      </div>
      <div className="end">
        {props.onRules && (
          <button type="button" className="btn quiet desk" onClick={props.onRules}>
            <Icon name="book" />
            {t("table.rules")}
          </button>
        )}
        <button type="button" className="btn quiet desk" onClick={props.onLeave}>
          {t("table.new")}
        </button>
        <ThemeButton />
      </div>
    </header>
  );
}

function RulesPanel({ rules, onClose }: { rules: string; onClose: () => void }) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <aside className="drawer panel" aria-label={t("table.rules")}>
      <button type="button" className="icon close" aria-label={t("table.close")} onClick={onClose}>
        <Icon name="close" />
      </button>
      <div className="scroll">
        <Markdown text={rules} />
      </div>
    </aside>
  );
}

function Key() {
  return (
    <div className="key">
      <h2>{t("table.key")}</h2>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="5.5" className="k-dot" />
        </svg>
        {t("table.key-lit")}
      </p>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" className="k-held" />
        </svg>
        {t("table.key-held")}
      </p>
      <p>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className="k-mark" d="M4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4" />
        </svg>
        {t("table.key-last")}
      </p>
    </div>
  );
}

function useSkin(game: string): Skin {
  const [skin, setSkin] = useState<Skin>(PLAIN);
  useEffect(() => {
    let current = true;
    loadSkin(game).then((loaded) => current && setSkin(loaded));
    return () => {
      current = false;
    };
  }, [game]);
  return skin;
}
