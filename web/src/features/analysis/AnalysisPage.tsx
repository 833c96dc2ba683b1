/** The analysis board: any position of a game, played on from all sides, with the engine beside it. Every position comes
 * from the server, by the steps that lead to it; the tree of variations is the device's own. */

import { useCallback, useEffect, useMemo, useState } from "react";
import { Board } from "../../board/Board";
import { Stage } from "../../board/Stage";
import type { BoardArrow, Skin, TableView } from "../../board/skin";
import { useChoosing } from "../../board/useChoosing";
import { errorText } from "../../client/http";
import { readStored, useStored, writeStored } from "../../client/stored";
import type { Choice, GameInfo, Plan } from "../../contract";
import { loadSkin } from "../../skins";
import { GameGlyph } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { Select } from "../../ui/Form";
import { usePhone, useTitle } from "../../ui/hooks";
import { IconButton, IconLink } from "../../ui/IconButton";
import { Moment } from "../../ui/Moment";
import { Panel, PanelTitle } from "../../ui/Panel";
import { paths, type Route } from "../../ui/router";
import { Segments, segmentOptions } from "../../ui/Segments";
import { ThemeButton } from "../../ui/SettingsButtons";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { type Catalogue, render, type Sayable } from "../../ui/texts/render";
import { onDesk, onPhone } from "../../ui/visible";
import { Brand } from "../frame/PageFrame";
import { TopBar } from "../frame/TopBar";
import { usualSeats } from "../games/games";
import { gameTexts, oneGame } from "../games/requests";
import { ActionBar } from "../tables/match/ActionBar";
import { StageRefusal } from "../tables/match/Toast";
import { resultSentence } from "../tables/result";
import { Sheet } from "../tables/Sheet";
import { TableFrame } from "../tables/TableFrame";
import { useMoveKeys } from "../tables/useMoveKeys";
import css from "./AnalysisPage.module.css";
import { ChancePanel } from "./ChancePanel";
import { EngineHead, EngineLines, EnginePanel } from "./EnginePanel";
import { LeanBar } from "./LeanBar";
import { fetchRecord, type Viewpoint } from "./requests";
import { TreeActions } from "./TreeActions";
import { useAnalysisKeys } from "./useAnalysisKeys";
import { type ShownLine, useEngine } from "./useEngine";
import { usePosition } from "./usePosition";
import { VariationList } from "./VariationList";
import {
  at,
  BEGINNING,
  beside,
  fromLink,
  fromRecord,
  lineEnd,
  lineTo,
  noVariations,
  played,
  stepBack,
  stepOn,
  type Variations,
} from "./variations";

type Where = Extract<Route, { page: "analysis" }>;

interface AnalysisSetup {
  game: GameInfo;
  texts: Catalogue;
  skin: Skin;
  tree: Variations;
}

const NO_PLAN: Plan = { layout: "free", width: 1, height: 1 }; // until the first position is here
const KEPT = "analysis"; // under what name a tree is kept on the device
const keptFor = (where: Where) => (where.table ? `of ${where.table}` : `of ${where.game}`);

/** The tree to begin with: out of a link, of a match that is over, as it was left, or an empty one. */
async function firstTree(where: Where, game: GameInfo): Promise<Variations> {
  const shared = where.shared ? fromLink(where.shared) : null;
  if (where.shared && !shared) throw new Error(t("analysis.bad-link"));
  if (shared) return shared;
  const kept = readStored<Variations>(KEPT, keptFor(where));
  if (where.table) {
    const found = fromRecord(await fetchRecord(where.table, where.invite));
    if (typeof found === "string") throw new Error(t(`analysis.${found}`));
    const tree = kept ?? found.tree;
    const main = lineTo(tree, lineEnd(tree, BEGINNING));
    return where.step === null ? tree : at(tree, main[where.step - 1]?.id ?? BEGINNING);
  }
  return kept ?? noVariations(Array.from({ length: usualSeats(game) }, () => ""));
}

export function AnalysisPage({ where }: { where: Where }) {
  const [setup, setSetup] = useState<AnalysisSetup | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useTitle(setup ? t("page.named", { name: t("analysis.title", { game: setup.game.title }) }) : t("page.title"));
  useEffect(() => {
    let current = true;
    const load = async () => {
      const [game, texts, skin] = await Promise.all([oneGame(where.game), gameTexts(where.game), loadSkin(where.game)]);
      return { game, texts, skin, tree: await firstTree(where, game) };
    };
    load().then(
      (found) => current && setSetup(found),
      (error: Error) => current && setTrouble(error.constructor === Error ? error.message : errorText(error)),
    );
    return () => {
      current = false;
    };
  }, [where]);
  if (setup) return <Analysis setup={setup} where={where} />;
  return (
    <Moment as="main">
      <p role="status">{trouble ?? t("page.loading")}</p>
      {trouble && <ButtonLink to={paths.home}>{t("page.home")}</ButtonLink>}
    </Moment>
  );
}

function Analysis({ setup, where }: { setup: AnalysisSetup; where: Where }) {
  const { game, texts, skin } = setup;
  const phone = usePhone();
  const [tree, setTree] = useState(setup.tree);
  const change = useCallback(
    (next: Variations | ((was: Variations) => Variations)) =>
      setTree((was) => {
        const after = typeof next === "function" ? next(was) : next;
        if (after !== was) writeStored(KEPT, keptFor(where), after);
        return after;
      }),
    [where],
  );
  const [view, setView] = useState<Viewpoint>({
    seat: game.hidden && where.table ? 0 : null,
    known: game.hidden && where.table !== "",
  });
  const [skipAt, setSkipAt] = useState<number | null>(null); // the step after which nobody does anything
  const skip = skipAt === tree.here;
  const position = usePosition(game.name, tree, view, skip);
  const { now, fresh } = position;
  const [on, setOn] = useStored("engine", true, "analysis");
  const [values, setValues] = useState<ReadonlyMap<number, readonly number[]>>(new Map());
  const engine = useEngine(game.name, position, on, setOn, (found) => {
    if (!skip) setValues((was) => new Map(was).set(tree.here, found));
  });
  const names = tree.seats.map(
    (name, seat) =>
      name || (texts[`seat.${seat}`] ? render(texts, { key: `seat.${seat}` }) : t("analysis.seat", { seat: seat + 1 })),
  );
  const catalogue = useMemo(
    () => ({
      ...texts,
      ...Object.fromEntries(tree.seats.flatMap((name, seat) => (name ? [[`seat.${seat}`, isolate(name)]] : []))),
    }),
    [texts, tree.seats],
  );
  const say = useCallback((said: Sayable) => render(catalogue, said), [catalogue]);

  const acting =
    now && fresh && !skip ? (now.choices.find((each) => each.seat === now.viewer) ?? now.choices[0]) : null;
  const choices = useMemo(() => acting?.choices ?? [], [acting]);
  const play = useCallback(
    (step: string, actor: number | "*") => {
      setSkipAt(null);
      change((was) => played(was, { actor, text: step }));
    },
    [change],
  );
  const seat = acting?.seat ?? null;
  const choose = useCallback((choice: Choice) => seat !== null && play(choice.text, seat), [play, seat]);
  const choosing = useChoosing(choices, choose);
  const act = useCallback(
    (steps: string | readonly string[]) => {
      if (seat !== null) for (const step of [steps].flat()) play(step, seat);
    },
    [play, seat],
  );
  const go = useCallback((id: number | null) => id !== null && change((was) => at(was, id)), [change]);
  const playLine = (line: ShownLine | undefined) => {
    const first = line?.steps[0];
    if (first && first.seat !== null && !skip) play(first.text, first.seat);
  };
  const toggleSkip = () => setSkipAt(skip ? null : tree.here);
  const [back, next, end] = [stepBack(tree), stepOn(tree), lineEnd(tree)];
  useMoveKeys({
    first: back !== null ? () => go(BEGINNING) : null,
    back: back !== null ? () => go(back) : null,
    forward: next !== null ? () => go(next) : null,
    last: end !== tree.here ? () => go(end) : null,
  });
  const [removing, setRemoving] = useState(false);
  useAnalysisKeys([
    ["ArrowUp", () => go(beside(tree, -1))],
    ["ArrowDown", () => go(beside(tree, 1))],
    [" ", engine.toggle],
    ["1", () => playLine(engine.lines[0])],
    ["2", () => playLine(engine.lines[1])],
    ["3", () => playLine(engine.lines[2])],
    ["x", () => (now?.may_skip || skip) && toggleSkip()],
    ["f", () => turn()],
    ["Delete", () => tree.here !== BEGINNING && setRemoving(true)],
  ]);
  const turn = () => setView((was) => ({ ...was, seat: was.seat === null ? 0 : (was.seat + 1) % tree.seats.length }));

  const arrows: BoardArrow[] = fresh
    ? engine.lines.slice(0, skip ? 1 : undefined).flatMap((line, i) => {
        const path = line.steps[0]?.path ?? [];
        return path.length > 0 ? [{ path, rank: skip ? 0 : i + 1 }] : [];
      })
    : [];
  const shown: TableView | null = now &&
    position.plan && {
      ...{ table: "", game: game.name, plan: position.plan, scene: now.scene, view: now.view ?? null },
      ...{ seat: now.viewer, seats: names.map((name) => ({ name, kind: "person" as const })), toAct: now.to_act },
      ...{ mine: choices.length > 0, over: now.result !== null, past: false, choices, choosing, say, catalogue, phone },
      ...{ act, arrows },
    };
  const step = lineTo(tree, tree.here).length;
  const status = now ? statusOf(now, names, skip) : "";
  const result = now?.result
    ? resultSentence(
        now.result,
        game,
        names.map((name) => ({ name, kind: "person", person: "" })),
        catalogue,
        null,
      )
    : "";
  const shownValues = now?.result ? now.result.returns : (engine.report?.values ?? values.get(tree.here) ?? null);
  const why = thinksNot(now, view, names, result);
  const bar = <LeanBar values={shownValues} names={names} cooperative={game.cooperative} skin={skin} />;
  const lines = {
    ...{ engine, say, why, onPlay: playLine },
    skip: { may: fresh && now?.may_skip === true, on: skip, toggle: toggleSkip },
  };
  const list = (
    <VariationList {...{ tree, values, skin, say, words: position.words, sealed: view.known, onGo: (id) => go(id) }} />
  );
  const travel = (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons, and no form
    <div className={css.travel} role="group" aria-label={t("analysis.travel")}>
      <IconButton icon="first" label={t("time-travel.first")} disabled={back === null} onClick={() => go(BEGINNING)} />
      <IconButton icon="back" label={t("time-travel.back")} disabled={back === null} onClick={() => go(back)} />
      <IconButton icon="forward" label={t("time-travel.forward")} disabled={next === null} onClick={() => go(next)} />
      <IconButton icon="last" label={t("time-travel.last")} disabled={end === tree.here} onClick={() => go(end)} />
    </div>
  );
  const actions = (
    <TreeActions {...{ game: game.name, tree, change, removing, setRemoving, rulesVersion: now?.rules_version ?? 1 }} />
  );
  const board = shown && (
    <Stage skin={skin} className={css.stage}>
      <Board shown={shown} skin={skin} label={t("analysis.board")} />
    </Stage>
  );
  return (
    <TableFrame game={game.name} skin={skin} plan={position.plan ?? NO_PLAN}>
      <TopBar
        className={css.top}
        end={
          <>
            {where.table && (
              <ButtonLink
                to={paths.replay(where.table, { step, invite: where.invite })}
                look="quiet"
                className={onDesk}
              >
                {t("analysis.replay")}
              </ButtonLink>
            )}
            <ThemeButton />
          </>
        }
      >
        <IconLink to={paths.rules(game.name)} icon="back" label={t("analysis.to-rules")} className={onPhone} />
        <span className={onDesk}>
          <Brand />
        </span>
        <div className={css.where}>
          <span className={onDesk}>
            <GameGlyph game={game.name} title={game.title} />
          </span>
          <h1 className={css.title}>{t("analysis.title", { game: game.title })}</h1>
          <span className={classes(text("soft", "small"), css.status)} role="status">
            {result || t("analysis.status", { step, what: status })}
          </span>
        </div>
      </TopBar>
      <main
        className={css.main}
        data-analysis={game.name}
        data-fresh={fresh}
        data-step={step}
        data-simulations={engine.report?.simulations ?? 0}
      >
        <div className={css.played}>
          {game.hidden && <KnownSwitch {...{ names, view, setView }} />}
          <div className={css.boardRow}>
            {bar}
            <div className={css.boardColumn}>
              {shown && skin.Screen && skin.screen?.(shown) ? <skin.Screen at={shown} board={board} /> : board}
            </div>
          </div>
          {shown && skin.Below && (
            <div className={css.below}>
              <skin.Below at={shown} />
            </div>
          )}
          <StageRefusal text={position.refusal} />
          {now?.chance && fresh && (
            <ChancePanel
              {...{ game: game.name, tree, say, outcomes: now.outcomes }}
              onDrawn={(steps) => change((was) => steps.reduce((grown, each) => played(grown, each), was))}
            />
          )}
          {shown && choices.length > 0 && (
            <ActionBar shown={shown} skin={skin} canUndo={false} onUndo={() => go(back)} takeback={null}>
              {null}
            </ActionBar>
          )}
          {phone && travel}
          {phone && (
            <div className={css.brief}>
              <EngineHead engine={engine} />
            </div>
          )}
        </div>
        {!phone && (
          <div className={css.side}>
            <EnginePanel {...lines} />
            <Panel className={css.moves} aria-label={t("analysis.moves")}>
              <header className={css.movesHead}>
                <PanelTitle>{t("analysis.moves")}</PanelTitle>
                {travel}
              </header>
              {!where.table && <SeatCount {...{ game, tree, change }} />}
              <div className={css.log}>{list}</div>
              {actions}
            </Panel>
          </div>
        )}
      </main>
      {phone && (
        <Sheet
          tabs={[
            { id: "lines", icon: "lamp", label: t("analysis.lines-tab"), body: <EngineLines {...lines} /> },
            {
              id: "moves",
              icon: "list",
              label: t("table.moves"),
              body: (
                <>
                  {!where.table && <SeatCount {...{ game, tree, change }} />}
                  {list}
                </>
              ),
            },
            { id: "more", icon: "share", label: t("analysis.more"), body: actions },
          ]}
        />
      )}
    </TableFrame>
  );
}

type Now = NonNullable<ReturnType<typeof usePosition>["now"]>;

function statusOf(now: Now, names: readonly string[], skip: boolean): string {
  if (now.chance) return t("table.chance");
  const who = now.to_act.map((seat) => isolate(names[seat] ?? "")).join(", ");
  return t(skip ? "analysis.instead" : "analysis.to-move", { who });
}

/** Why there is nothing to think about; null: there is. */
function thinksNot(now: Now | null, view: Viewpoint, names: readonly string[], result: string): string | null {
  if (!now || now.search) return null;
  if (result) return result;
  if (now.chance) return t("analysis.chance");
  return t("analysis.not-theirs", { who: isolate(names[view.seat ?? 0] ?? "") });
}

/** Where hands are hidden: as one seat knew it, or all cards open. */
function KnownSwitch(props: { names: readonly string[]; view: Viewpoint; setView: (view: Viewpoint) => void }) {
  const { names, view, setView } = props;
  const seat = view.seat ?? 0;
  return (
    <div className={css.known}>
      <Segments
        name="known"
        legend={t("analysis.shows")}
        options={segmentOptions(
          [true, t("analysis.known", { who: isolate(names[seat] ?? "") })],
          [false, t("analysis.open")],
        )}
        value={view.known}
        onChange={(known) => setView({ seat, known })}
      />
      {view.known && (
        <Select
          aria-label={t("analysis.whose")}
          value={seat}
          onChange={(event) => setView({ seat: Number(event.target.value), known: true })}
        >
          {names.map((name, each) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <span className={classes(text("soft", "small"), css.knownWhy)}>
        {t(view.known ? "analysis.known-why" : "analysis.open-why")}
      </span>
    </div>
  );
}

/** How many play, as long as nothing is played. */
function SeatCount(props: { game: GameInfo; tree: Variations; change: (tree: Variations) => void }) {
  const { game, tree, change } = props;
  if (game.seats.length < 2 || tree.first.length > 0) return null;
  return (
    <div className={css.seats}>
      <span aria-hidden>{t("analysis.players")}</span>
      <Select
        aria-label={t("analysis.players")}
        value={tree.seats.length}
        onChange={(event) => change(noVariations(Array.from({ length: Number(event.target.value) }, () => "")))}
      >
        {game.seats.map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </Select>
    </div>
  );
}
