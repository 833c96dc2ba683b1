import { useCallback, useEffect, useState } from "react";
import { act, Refusal, type TableState, tableState } from "../api";
import { t } from "../texts/page";
import type { Sitting } from "./App";

const AGAIN = 1500; // milliseconds until a server that did not answer is asked again

/** A table as it stands for whoever holds the device. */
export interface Live {
  state: TableState | null;
  viewer: number | null;
  handTo: number | null; // the board is covered until this seat has the device
  refusal: string | null;
  busy: boolean;
  play: (step: string) => void;
  takeBack: () => void;
  take: () => void;
}

/**
 * One seat's state at a time. When the turn goes to another person at this device, that seat's state is fetched; in a
 * game with secrets only after the device has been handed over, and what the last seat saw is gone before.
 */
export function useTable({ opened, game }: Sitting): Live {
  const { table } = opened.rules;
  const persons = opened.seats;
  const covered = game.hidden && persons.length > 1;
  const toAct = opened.now.to_act ?? [];
  const begins = persons.find((seat) => toAct.includes(seat)) ?? persons[0] ?? null;
  const [viewer, setViewer] = useState<number | null>(covered ? null : begins);
  const [handTo, setHandTo] = useState<number | null>(covered ? begins : null);
  const [state, setState] = useState<TableState | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const at = useCallback((seat: number | null) => ({ table, seat }), [table]);

  const next = nextSeat(state, viewer, persons);
  const give = (seat: number) => {
    if (covered) {
      setState(null);
      setViewer(null);
      setHandTo(seat);
    } else setViewer(seat);
  };
  if (next !== null && handTo === null && next !== viewer) give(next);

  const stale = state === null || state.seat !== viewer;
  const waiting = !stale && state.result === null && !(viewer !== null && state.to_act.includes(viewer));
  useEffect(() => {
    if (handTo !== null || !(stale || waiting)) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    tableState(at(viewer), stale ? null : state, stop.signal).then(
      (fresh) => {
        setState(fresh);
        setRefusal((said) => (said === t("page.lost") ? null : said));
        setTries(tries + 1);
      },
      (error) => {
        if (stop.signal.aborted) return;
        setRefusal(error instanceof Refusal ? error.message : t("page.lost"));
        timer = setTimeout(() => setTries(tries + 1), AGAIN);
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [at, viewer, handTo, stale, waiting, state, tries]);

  const send = useCallback(async (ask: () => Promise<TableState>) => {
    setBusy(true);
    setRefusal(null);
    try {
      setState(await ask());
    } catch (error) {
      setRefusal(error instanceof Refusal ? error.message : t("page.lost"));
    }
    setBusy(false);
  }, []);
  const play = useCallback(
    (step: string) => {
      if (state !== null) void send(() => act(at(viewer), step, state));
    },
    [send, at, viewer, state],
  );
  const takeBack = useCallback(() => play("undo"), [play]);
  const take = useCallback(() => {
    setViewer(handTo);
    setHandTo(null);
  }, [handTo]);
  return { state, viewer, handTo, refusal, busy, play, takeBack, take };
}

/** The person who should have the device now: who has it, as long as there is something to do, else the next to act. */
function nextSeat(state: TableState | null, viewer: number | null, persons: number[]): number | null {
  if (state === null || state.seat !== viewer) return null;
  if (viewer !== null && (state.result !== null || state.to_act.includes(viewer))) return viewer;
  const acting = persons.find((seat) => state.to_act.includes(seat));
  return acting ?? viewer ?? persons[0] ?? null;
}
