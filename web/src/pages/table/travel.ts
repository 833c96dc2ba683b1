/** Time travel: how the table stood after any line of the log. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { stood, type Then } from "../../api/tables";
import type { Line } from "../../live/feed";

export interface Travel {
  line: number | null; // shown as it was after so many lines; null: now
  stood: Then | null;
  go: (line: number | null) => void; // always the same function
  first: (() => void) | null;
  back: (() => void) | null;
  forward: (() => void) | null;
  now: (() => void) | null;
}

/** Where one can stop: before the first step, and after each. */
export function stops(lines: readonly Line[]): number[] {
  const steps = lines.flatMap((line, i) => (line.kind === "step" ? [i + 1] : []));
  const first = steps[0];
  return first === undefined ? [] : [first - 1, ...steps];
}

/** The stop before and after; the last stop is now. */
export function around(all: readonly number[], line: number | null): { back: number | null; forward: number | null } {
  const at = line === null ? all.length - 1 : all.findLastIndex((stop) => stop <= line);
  return { back: all[at - 1] ?? null, forward: line === null ? null : (all[at + 1] ?? null) };
}

export function useTravel(table: string, seat: number | null, invite: string, lines: readonly Line[]): Travel {
  const [line, setLine] = useState<number | null>(null);
  const [then, setThen] = useState<Then | null>(null);
  const kept = useRef(new Map<string, Then>());
  const all = useMemo(() => stops(lines), [lines]);
  useEffect(() => {
    if (line === null) {
      setThen(null);
      return;
    }
    const key = `${seat} ${line}`;
    const before = kept.current.get(key);
    if (before) {
      setThen(before);
      return;
    }
    const left = new AbortController();
    stood(table, line, seat, invite, left.signal).then(
      (found) => {
        kept.current.set(key, found);
        if (!left.signal.aborted) setThen(found);
      },
      () => !left.signal.aborted && setLine(null),
    );
    return () => left.abort();
  }, [table, seat, invite, line]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever takes the device looks at the present
  useEffect(() => setLine(null), [seat, table]);

  const { back, forward } = around(all, line);
  const last = useRef<number | undefined>(undefined);
  last.current = all.at(-1);
  const go = useCallback((stop: number | null) => setLine(stop === last.current ? null : stop), []);
  const to = (stop: number) => () => go(stop);
  const [begin] = all;
  return {
    line,
    stood: line === null ? null : then,
    go,
    first: begin !== undefined && line !== begin && all.length > 1 ? to(begin) : null,
    back: back !== null ? to(back) : null,
    forward: forward !== null ? to(forward) : null,
    now: line !== null ? () => setLine(null) : null,
  };
}
