/** The engine beside the board: it is loaded when it is first wanted, and thinks about the position that is shown. */

import { useCallback, useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import type { AnalysedStep } from "../../contract";
import { Engine, type Report } from "../../engine/engine";
import { fetchJudge, fetchModule, fromBase64 } from "../../engine/modules";
import type { Start } from "../../engine/search";
import { fetchLore, tellLines } from "./requests";
import { useLowBattery } from "./useLowBattery";
import type { ShownPosition } from "./usePosition";

export const SHOWN_LINES = 3;
const WORSE = 0.3; // of −1 to 1: a line that is so much worse than the first is not shown
const DEPTH = 60; // paces: some seconds of one core
const WORDS_EVERY = 700; // milliseconds
const MOST_KEPT = 200; // positions of which what was found is shown at once
const WORDLESS = 3_000; // milliseconds that lines stand at most while words of others are awaited

export interface ShownLine {
  action: string;
  value: number; // for the seat to move, from −1 to 1
  visits: number;
  steps: readonly AnalysedStep[]; // in words; empty until they are here
}

export interface EngineState {
  on: boolean;
  toggle: () => void;
  trouble: string | null; // why it cannot think
  fetching: { bytes: number } | null; // what it thinks with is on its way; 0: how much that is, is not known yet
  resting: boolean; // the battery is low
  report: Report | null; // of this position; what was found before, until more is
  most: number; // simulations after which it stops by itself
  lines: readonly ShownLine[];
  running: boolean;
}

const NO_LINES: readonly ShownLine[] = [];

export function useEngine(
  game: string,
  position: ShownPosition,
  on: boolean,
  setOn: (on: boolean) => void,
  onValue: (values: readonly number[], done: boolean) => void,
): EngineState {
  const { now, fresh, key, line } = position;
  const search = fresh ? (now?.search ?? null) : null;
  const seats = line.seats;
  const [engine, setEngine] = useState<Engine | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [fetching, setFetching] = useState<{ bytes: number } | null>(null);
  const [reports, setReports] = useState<ReadonlyMap<string, Report>>(new Map());
  const lore = useRef(new Map<string, Promise<Uint8Array>>());
  const valued = useRef(onValue);
  valued.current = onValue;

  const low = useLowBattery();
  const [awake, setAwake] = useState(false); // though the battery is low
  const resting = on && low && !awake;
  const thinks = on && !resting;
  const thought = useRef<{ engine: Engine; key: string } | null>(null); // what the engine has in its memory
  const [asked, setAsked] = useState(thinks);
  if (thinks && !asked) setAsked(true);

  useEffect(() => {
    if (!asked) return;
    let opened: Engine | null = null;
    let wanted = true;
    const load = async () => {
      setFetching({ bytes: 0 });
      const code = await fetchModule(game);
      if (wanted) setFetching({ bytes: code.net?.seats === seats ? code.net.size : 0 });
      return { ...code, judge: await fetchJudge(code, seats) };
    };
    const loading = load();
    loading.catch(() => undefined).finally(() => wanted && setFetching(null));
    loading.then(
      (module) => {
        if (!wanted) return;
        opened = new Engine(module, seats, setTrouble);
        setTrouble(null);
        setEngine(opened);
      },
      (error) => wanted && setTrouble(errorText(error)),
    );
    return () => {
      wanted = false;
      opened?.close();
      setEngine(null);
    };
  }, [game, seats, asked]);

  const most = engine ? Math.ceil((engine.facts.search.pace * DEPTH) / 1000) * 1000 : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the line
  useEffect(() => {
    if (!engine || !search || !thinks) return;
    if (thought.current?.engine === engine && thought.current.key === key) {
      engine.go(most); // from where it stopped
      return () => engine.stop();
    }
    let wanted = true;
    const told = valued.current; // for this position: what an engine says last may come when one looks at another
    const { lore: hash } = search;
    const studied = hash === null ? Promise.resolve(null) : loreOf(hash);
    studied.then(
      (found) => {
        if (!wanted) return;
        const state = fromBase64(search.state);
        const { seat, revealed } = search;
        const data: Start["data"] = found ? { lore: found } : {};
        const start: Start = { seat, seats, state, revealed, seed: 1, data };
        thought.current = { engine, key };
        engine.think(key, start, most, (next) => {
          setReports((was) => {
            const others = [...was].filter(([each]) => each !== key);
            return new Map([...others.slice(-MOST_KEPT), [key, next]]);
          });
          told(next.values, next.done);
        });
      },
      (error) => wanted && setTrouble(errorText(error)),
    );
    return () => {
      wanted = false;
      engine.stop();
    };

    function loreOf(name: string): Promise<Uint8Array> {
      const before = lore.current.get(name);
      if (before) return before;
      const coming = fetchLore(game, line);
      lore.current.set(name, coming);
      coming.catch(() => lore.current.delete(name));
      return coming;
    }
  }, [engine, search, key, most, thinks]);

  const here = reports.get(key) ?? null;
  const lines = useLinesInWords(game, position, here, search?.seat ?? 0);
  const toggle = useCallback(() => {
    if (resting) setAwake(true);
    else setOn(!on);
  }, [on, setOn, resting]);
  const running = thinks && here !== null && !here.done;
  return { on: thinks, toggle, trouble, fetching, resting, report: here, most, lines, running };
}

/** The best lines, in words as soon as the server has said them; they are asked for when their steps change. */
function useLinesInWords(game: string, position: ShownPosition, report: Report | null, seat: number) {
  const { key, line } = position;
  const [told, setTold] = useState<ReadonlyMap<string, readonly AnalysedStep[]>>(new Map());
  const asked = useRef(0);
  const stood = useRef<{ key: string; lines: readonly ShownLine[]; at: number } | null>(null);
  const best = report?.candidates[0];
  const found = (report?.candidates ?? [])
    .slice(0, SHOWN_LINES)
    .filter((each) => each.visits > 0 && (best?.values[seat] ?? 0) - (each.values[seat] ?? 0) <= WORSE);
  const name = (action: string) => `${key} ${action}`;
  const wanted = found.map((each) => each.line.map((step) => step.action).join(" ")).join("|");
  const done = report?.done ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the lines
  useEffect(() => {
    if (found.length === 0) return;
    const wait = Math.max(0, asked.current + WORDS_EVERY - Date.now());
    const timer = setTimeout(() => {
      asked.current = Date.now();
      const lines = found.map((each) => (each.line.length > 0 ? each.line : [{ seat, action: each.action }]));
      tellLines(game, line, lines).then(
        (steps) =>
          setTold((was) => {
            const all = new Map([...was].slice(-SHOWN_LINES * MOST_KEPT));
            steps.forEach((each, i) => {
              const action = found[i]?.action;
              if (action !== undefined) all.set(name(action), each);
            });
            return all;
          }),
        () => undefined, // their notation is not known then
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [wanted, key, done]);
  const lines = found.map((each) => ({
    action: each.action,
    value: each.values[seat] ?? 0,
    visits: each.visits,
    steps: told.get(name(each.action)) ?? [],
  }));
  // Until the words of a new line are here the earlier ones stand, so that nobody presses what has just become another.
  const worded = lines.every((each) => each.steps.length > 0);
  const before = stood.current;
  if (!worded && before?.key === key && Date.now() - before.at < WORDLESS) return before.lines;
  if (worded) stood.current = { key, lines, at: Date.now() };
  return lines.length > 0 ? lines : NO_LINES;
}
