/** The heading that the player has picked or points at, on the compass or on the chart. Board and panels share it. */

import type { BoardView, TableView } from "../../board/skin";
import type { Way } from "../../contract";
import { slice } from "../../ui/state";
import { directions, type View } from "./facts";

interface Picked {
  moment: string; // it counts for one moment only
  picked: string | null;
  pointed: string | null;
}

const heading = slice<Picked>("regatta heading", { moment: "", picked: null, pointed: null });

function change(next: Picked): void {
  const was = heading.get();
  if (next.moment !== was.moment || next.picked !== was.picked || next.pointed !== was.pointed) heading.set(next);
}

/** A name for the moment: what is chosen in one is forgotten in the next. */
function momentOf(at: TableView, view: View): string {
  const boats = view.boats.map((boat) => `${boat.at} ${boat.turns}`).join();
  return `${at.table} ${at.seat} ${view.phase} ${view.turn} ${view.wind} ${boats}`;
}

export interface PickedHeading {
  picked: string | null;
  looked: string | null; // picked, or only pointed at
  pick: (heading: string | null) => void;
  point: (heading: string | null) => void;
}

export function usePickedHeading(at: TableView | BoardView, view: View | null): PickedHeading {
  const all = heading.use();
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

export function wayFor(at: TableView<View>, heading: string | null): Way | null {
  return at.view?.ways.find((way) => way.heading === heading) ?? null;
}
