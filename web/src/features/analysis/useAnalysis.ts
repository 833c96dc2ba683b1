/** What the analysis board knows and does; `AnalysisPage.tsx` says where it lies. */

import { useCallback, useMemo, useState } from "react";
import type { BoardArrow, Skin, TableView } from "../../board/skin";
import { useChoosing } from "../../board/useChoosing";
import { useStored } from "../../client/stored";
import type { Choice, GameInfo } from "../../contract";
import { usePhone } from "../../ui/hooks";
import type { Route } from "../../ui/router";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { type Catalogue, render, type Sayable } from "../../ui/texts/render";
import { usePageKeys } from "../../ui/usePageKeys";
import { resultSentence } from "../tables/result";
import { useMoveKeys } from "../tables/useMoveKeys";
import { BOT_LEVELS } from "../tables/useNewTable";
import { forgetTree, keepTree } from "./kept";
import type { Viewpoint } from "./requests";
import type { Asking } from "./TreeActions";
import { type ShownLine, useEngine } from "./useEngine";
import { usePosition } from "./usePosition";
import { worthOf } from "./values";
import {
  at,
  BEGINNING,
  beside,
  lineEnd,
  lineTo,
  noVariations,
  played,
  stepBack,
  stepOn,
  type TreeStep,
  type Variations,
} from "./variations";

export type Where = Extract<Route, { page: "analysis" }>;

export interface AnalysisSetup {
  game: GameInfo;
  texts: Catalogue;
  skin: Skin;
  tree: Variations; // as it was left, or to begin with
  origin: Variations | null; // what there was to begin with: of a match or out of a link
}

export type AnalysisState = ReturnType<typeof useAnalysis>;

/** From where one looks at first. Where hands were hidden, as one seat knew it, if that is not asked otherwise. */
export function firstViewpoint(where: Where, hidden: boolean, seats: number): Viewpoint {
  if (!hidden || where.table === "") return { seat: null, known: false };
  const asked = /^\d+$/.test(where.as) && Number(where.as) < seats ? Number(where.as) : 0;
  return { seat: asked, known: where.as !== "all" };
}

/** Whose side of the board is below at first. */
const firstBelow = ({ as }: Where, seats: number) => (/^\d+$/.test(as) && Number(as) < seats ? Number(as) : 0);

/** What was found about a step is worth something to whoever looks from there alone. */
const valueName = (edition: number, id: number, { known, seat }: Viewpoint) =>
  `${edition} ${known ? seat : "open"} ${id}`;

export function useAnalysis(setup: AnalysisSetup, where: Where) {
  const { game, texts, skin, origin } = setup;
  const phone = usePhone();
  const [tree, setTree] = useState(setup.tree);
  const change = useCallback(
    (next: Variations | ((was: Variations) => Variations)) =>
      setTree((was) => {
        const after = typeof next === "function" ? next(was) : next;
        if (after !== was) keepTree(where, after);
        return after;
      }),
    [where],
  );
  const [edition, setEdition] = useState(0); // with another tree, steps of the same numbers are others
  /** Back to what there was to begin with. */
  const anew = useCallback(() => {
    forgetTree(where);
    setEdition((was) => was + 1);
    setTree((was) => origin ?? noVariations(was.seats, was.options));
  }, [where, origin]);
  const begin = useCallback(
    (first: Variations) => {
      setEdition((was) => was + 1);
      change(first);
    },
    [change],
  );
  const [view, lookAs] = useState(() => firstViewpoint(where, game.hidden, setup.tree.seats.length));
  const [below, setBelow] = useState(() => firstBelow(where, setup.tree.seats.length));
  /** Whoever asks what another seat knew looks from there; what is open is looked at from where one is. */
  const setView = useCallback((next: Viewpoint) => {
    lookAs(next);
    if (next.known && next.seat !== null) setBelow(next.seat);
  }, []);
  const [skipAt, setSkipAt] = useState<number | null>(null); // the step after which nobody does anything
  const skip = skipAt === tree.here;
  const position = usePosition(game.name, tree, view, skip, edition);
  const { now, fresh } = position;
  const [on, setOn] = useStored("engine", true, "analysis");
  const [found, setFound] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const engine = useEngine(game.name, position, on, setOn, (values) => {
    if (!skip) setFound((was) => new Map(was).set(valueName(edition, tree.here, view), values));
  });
  const values = useMemo(() => {
    const own = new Map<number, readonly number[]>();
    for (const id of [BEGINNING, ...Object.keys(tree.nodes).map(Number)]) {
      const value = found.get(valueName(edition, id, view));
      if (value) own.set(id, value);
    }
    return own;
  }, [found, edition, view, tree.nodes]);
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

  const worth = useCallback((value: number) => worthOf(value, skin, say), [skin, say]);
  const strongest = `level.${BOT_LEVELS.at(-1)}`;
  const master = texts[strongest] ? render(texts, { key: strongest }) : t("analysis.engine");

  const acting =
    now && fresh && !skip ? (now.choices.find((each) => each.seat === now.viewer) ?? now.choices[0]) : null;
  const choices = useMemo(() => acting?.choices ?? [], [acting]);
  const seat = acting?.seat ?? null;
  const take = useCallback(
    (...steps: TreeStep[]) => {
      setSkipAt(null);
      change((was) => steps.reduce(played, was));
    },
    [change],
  );
  const choose = useCallback(
    (choice: Choice) => seat !== null && take({ actor: seat, text: choice.text }),
    [take, seat],
  );
  const choosing = useChoosing(choices, choose);
  const act = useCallback(
    (steps: string | readonly string[]) => {
      if (seat !== null) take(...[steps].flat().map((text) => ({ actor: seat, text })));
    },
    [take, seat],
  );
  const go = useCallback((id: number | null) => id !== null && change((was) => at(was, id)), [change]);
  const playLine = (line: ShownLine | undefined) => {
    const first = line?.steps[0];
    if (first && first.seat !== null && !skip) take({ actor: first.seat, text: first.text });
  };
  const toggleSkip = () => setSkipAt(skip ? null : tree.here);
  const turn = skin.sides && tree.seats.length === 2 ? () => setBelow((was) => 1 - was) : null;
  const [back, next, end] = [stepBack(tree), stepOn(tree), lineEnd(tree)];
  const travel = {
    first: back !== null ? () => go(BEGINNING) : null,
    back: back !== null ? () => go(back) : null,
    forward: next !== null ? () => go(next) : null,
    last: end !== tree.here ? () => go(end) : null,
  };
  useMoveKeys(travel);
  const [asking, ask] = useState<Asking>(null);
  const [playingOn, setPlayingOn] = useState(false);
  usePageKeys([
    ["ArrowUp", () => go(beside(tree, -1))],
    ["ArrowDown", () => go(beside(tree, 1))],
    [" ", engine.toggle],
    ["1", () => playLine(engine.lines[0])],
    ["2", () => playLine(engine.lines[1])],
    ["3", () => playLine(engine.lines[2])],
    ["x", () => (now?.may_skip || skip) && toggleSkip()],
    ["f", () => turn?.()],
    ["p", () => now && !now.result && setPlayingOn(true)],
    ["Delete", () => tree.here !== BEGINNING && ask("remove")],
  ]);

  const plain: TableView | null = now &&
    position.plan && {
      ...{ table: "", game: game.name, plan: position.plan, scene: now.scene, view: now.view ?? null },
      ...{ seat: now.viewer, seats: names.map((name) => ({ name, kind: "person" as const })), toAct: now.to_act },
      ...{ mine: choices.length > 0, over: now.result !== null, past: false, choices, choosing, say, catalogue, phone },
      ...{ act, arrows: fresh ? arrowsOf(engine.lines, skip) : [] },
    };
  // Who sets up a side does so from there; else the board stays as it is turned, whoever is to act.
  const turned = plain !== null && skin.sides && !skin.screen?.(plain);
  const shown = turned ? { ...plain, below } : plain;
  const people = names.map((name) => ({ name, kind: "person" as const, person: "" }));
  const result = now?.result ? resultSentence(now.result, game, people, catalogue, null) : "";
  return {
    ...{ game, phone, tree, change, anew, begin, view, setView, position, engine, values, names, catalogue, say },
    ...{ below, turn },
    ...{ shown, seat, choices, take, go, playLine, travel, result },
    ...{ asking, ask, playingOn, setPlayingOn, worth, master },
    skip: { may: fresh && now?.may_skip === true, on: skip, toggle: toggleSkip },
    step: lineTo(tree, tree.here).length,
    status: now ? statusOf(now, names, skip) : "",
    barValues: now?.result ? now.result.returns : (engine.report?.values ?? values.get(tree.here) ?? null),
    why: thinksNot(now, view, names, result),
  };
}

/** The best lines; of a threat the first alone. */
const arrowsOf = (lines: readonly ShownLine[], skip: boolean): BoardArrow[] =>
  lines.slice(0, skip ? 1 : undefined).flatMap((line, i) => {
    const path = line.steps[0]?.path ?? [];
    return path.length > 0 ? [{ path, rank: skip ? 0 : i + 1 }] : [];
  });

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
