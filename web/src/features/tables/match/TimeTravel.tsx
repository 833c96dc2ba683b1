/** Time travel: how the table stood after any line of the log. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LogLine, PastPosition } from "../../../contract";
import { Button } from "../../../ui/Button";
import { Chip } from "../../../ui/Chip";
import { classes } from "../../../ui/classes";
import { IconButton } from "../../../ui/IconButton";
import { t } from "../../../ui/texts/page";
import type { Feed } from "../feed";
import { positionAt } from "../requests";
import { stops, stopsAround } from "./stops";
import css from "./TimeTravel.module.css";

const KEPT = 100; // positions

export interface TimeTravel {
  line: number | null; // shown as it was after so many lines; null: now
  steps: number; // how many there are in those lines
  position: PastPosition | null; // the position at that line
  go: (line: number | null) => void; // always the same function
  first: (() => void) | null;
  back: (() => void) | null;
  forward: (() => void) | null;
  now: (() => void) | null;
}

/** How many steps there are in so many lines. Nothing else changes a position: talk and news leave it as it is. */
const stepsIn = (lines: readonly LogLine[], line: number) =>
  lines.slice(0, line).reduce((steps, each) => steps + (each.kind === "step" ? 1 : 0), 0);

/** The position that a feed tells, by its number of steps. Null: its lines and its state are not of one moment, or the
 * match is over and the state shows more than was known then. */
export function toldPosition(feed: Feed): { steps: number; position: PastPosition } | null {
  const { now, lines, cursor } = feed;
  if (!feed.fresh || feed.behind || now?.phase !== "playing" || !now.scene) return null;
  const position = { line: cursor, to_act: now.to_act ?? [], scene: now.scene, view: now.view ?? null };
  return { steps: stepsIn(lines, lines.length), position };
}

/** Positions that this seat has seen, by their number of steps: as they were told, or as they were fetched. */
class SeenPositions {
  private readonly seen = new Map<string, PastPosition>();
  get = (seat: number | null, steps: number) => this.seen.get(`${seat} ${steps}`);
  keep(seat: number | null, steps: number, position: PastPosition) {
    this.seen.set(`${seat} ${steps}`, position);
    const [oldest] = this.seen.keys();
    if (this.seen.size > KEPT && oldest !== undefined) this.seen.delete(oldest);
  }
}

/** `current`: the feed is this seat's. */
export function useTimeTravel(
  table: string,
  seat: number | null,
  invite: string,
  feed: Feed,
  current: boolean,
): TimeTravel {
  const { lines } = feed;
  const [place, setPlace] = useState<{ line: number; steps: number } | null>(null);
  const [then, setThen] = useState<PastPosition | null>(null);
  const [positions] = useState(() => new SeenPositions());
  const all = useMemo(() => stops(lines), [lines]);
  useEffect(() => {
    const told = current ? toldPosition(feed) : null;
    if (told) positions.keep(seat, told.steps, told.position);
  }, [positions, seat, feed, current]);
  useEffect(() => {
    if (place === null) {
      setThen(null);
      return;
    }
    const { line, steps } = place;
    const before = positions.get(seat, steps);
    if (before) {
      setThen(before);
      return;
    }
    const left = new AbortController();
    positionAt(table, line, seat, invite, left.signal).then(
      (found) => {
        positions.keep(seat, steps, found);
        if (!left.signal.aborted) setThen(found);
      },
      () => !left.signal.aborted && setPlace(null),
    );
    return () => left.abort();
  }, [table, seat, invite, place, positions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next player at this device begins with the present
  useEffect(() => setPlace(null), [seat, table]);

  const line = place?.line ?? null;
  const { back, forward } = stopsAround(all, line);
  const known = useRef(lines);
  known.current = lines;
  const go = useCallback((stop: number | null) => {
    const isNow = stop === null || stop === stops(known.current).at(-1);
    setPlace(isNow ? null : { line: stop, steps: stepsIn(known.current, stop) });
  }, []);
  const to = (stop: number) => () => go(stop);
  const [begin] = all;
  return {
    line,
    steps: place?.steps ?? 0,
    position: line === null ? null : then,
    go,
    first: begin !== undefined && line !== begin && all.length > 1 ? to(begin) : null,
    back: back !== null ? to(back) : null,
    forward: forward !== null ? to(forward) : null,
    now: line !== null ? () => setPlace(null) : null,
  };
}

/** Buttons to the first, previous, next and last step, and back to now. */
export function TimeTravelBar(props: { travel: TimeTravel; mine: boolean; className?: string | undefined }) {
  const { travel, mine, className } = props;
  const step = (name: "first" | "back" | "forward" | "last", label: string, to: (() => void) | null) => (
    <IconButton icon={name} label={label} className={css.step} disabled={to === null} onClick={() => to?.()} />
  );
  return (
    <div className={classes(css.bar, className)}>
      {step("first", t("time-travel.first"), travel.first)}
      {step("back", t("time-travel.back"), travel.back)}
      {step("forward", t("time-travel.forward"), travel.forward)}
      {step("last", t("time-travel.last"), travel.now)}
      {travel.now ? (
        <Button look={mine ? "turn" : "plain"} className={css.toNow} data-now onClick={travel.now}>
          {t("time-travel.to-now")}
        </Button>
      ) : (
        <Chip tone="good" icon="live" className={css.now}>
          {t("time-travel.now")}
        </Chip>
      )}
    </div>
  );
}
