/** The heading that is looked at: on the compass, by the pointer, or on the chart. Board and panels share it. */

import { useSyncExternalStore } from "react";
import type { OnBoard, Shown } from "../types";
import { directions, type View, viewOf, type Way } from "./facts";

interface Looked {
  moment: string; // it counts for one moment only
  picked: string | null;
  pointed: string | null;
}

let looked: Looked = { moment: "", picked: null, pointed: null };
const listeners = new Set<() => void>();

function change(next: Looked): void {
  if (next.moment === looked.moment && next.picked === looked.picked && next.pointed === looked.pointed) return;
  looked = next;
  for (const each of listeners) each();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A name for the moment: what is chosen in one is forgotten in the next. */
function momentOf(at: Shown, view: View): string {
  const boats = view.boats.map((boat) => `${boat.at} ${boat.turns}`).join();
  return `${at.table} ${at.seat} ${view.phase} ${view.turn} ${view.wind} ${boats}`;
}

export interface Looking {
  picked: string | null;
  looked: string | null; // picked, or only pointed at
  pick: (heading: string | null) => void;
  point: (heading: string | null) => void;
}

export function useLooking(at: Shown | OnBoard, view: View | null): Looking {
  const all = useSyncExternalStore(subscribe, () => looked);
  const moment = view ? momentOf(at, view) : "";
  const now = view && all.moment === moment ? all : { moment, picked: null, pointed: null };
  const waiting = at.choosing.pending;
  const target = "cursor" in at && at.cursor ? at.cursor : null;
  const options = directions(at.choices);
  const only = options.size === 1 && view?.phase === "step" ? ([...options.keys()][0] ?? null) : null;
  const under = [...options].find(([, choice]) => choice.path.at(-1) === target)?.[0] ?? null;
  const pending = [...options].find(([, choice]) => choice === waiting)?.[0] ?? null;
  const picked = (now.picked && options.has(now.picked) ? now.picked : null) ?? pending ?? only;
  return {
    picked,
    looked: now.pointed ?? under ?? picked ?? now.picked,
    pick: (heading) => change({ ...now, picked: heading, pointed: null }),
    point: (heading) => change({ ...now, pointed: heading }),
  };
}

export function wayTo(at: Shown, heading: string | null): Way | null {
  return viewOf(at)?.ways.find((way) => way.heading === heading) ?? null;
}
