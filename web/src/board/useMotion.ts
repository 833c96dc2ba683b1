import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Piece, Plan, Scene } from "../contract";
import { motionIsOff } from "../ui/motion";
import { type Difference, differences } from "./changes";
import { type Placed, spotOf } from "./layout";
import type { Change, Skin } from "./skin";

export const BEAT = 280; // milliseconds, as --beat
const FLIP = 420;
export const EASE = "cubic-bezier(.2, .8, .2, 1)";
const MOST = 120; // changes that are still worth following; more is another board

/** What is on the board only until an animation is over: pieces that left, and the old sides of those that turn. */
export interface Passing {
  gone: readonly Placed[];
  was: ReadonlyMap<string, Piece>;
}

const NOTHING: Passing = { gone: [], was: new Map() };

interface Given {
  plan: Plan;
  scene: Scene;
  placed: readonly Placed[];
  timing: Skin["timing"];
}

/** Pieces travel to where they are now, turn over, come and go. A later scene takes over from wherever they are. */
export function useMotion(svg: RefObject<SVGSVGElement | null>, given: Given): Passing {
  const { plan, scene, placed, timing } = given;
  const before = useRef<readonly Placed[] | null>(null);
  const planned = useRef(plan);
  const due = useRef<{ found: Difference[]; given: Given } | null>(null);
  const [passing, setPassing] = useState<Passing>(NOTHING);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = placed;
    const anew = planned.current !== plan;
    planned.current = plan;
    if (was === null || was === placed || motionIsOff()) return setPassing(NOTHING);
    const found = differences(was, placed, anew);
    if (found.length === 0) return; // the same again, for another viewer or another size: what moves goes on moving
    if (found.length > MOST) return setPassing(NOTHING);
    due.current = { found, given: { plan, scene, placed, timing } };
    const gone = found.filter((each) => each.kind === "go").map((each) => each.placed);
    const flips = found.flatMap((each) => (each.kind === "flip" && each.was ? [each.was.piece] : []));
    setPassing({ gone, was: new Map(flips.map((piece) => [piece.id, piece])) });
  }, [placed, plan, scene, timing]);
  // Once the old sides and those that went are drawn, all of it begins at the same time.
  useLayoutEffect(() => {
    const changes = due.current;
    due.current = null;
    const board = svg.current;
    if (!changes || passing === NOTHING || !board) return;
    const running = changes.found.flatMap((change) => animate(board, change, changes.given));
    let over = false;
    Promise.allSettled(running.map((each) => each.finished)).then(() => over || setPassing(NOTHING));
    return () => {
      over = true;
    };
  }, [passing, svg]);
  return passing;
}

function animate(svg: SVGSVGElement, { kind, placed, was }: Difference, given: Given): Animation[] {
  const id = CSS.escape(placed.piece.id);
  const element = svg.querySelector<SVGGElement>(kind === "go" ? `[data-gone="${id}"]` : `[data-piece="${id}"]`);
  if (!element) return [];
  const change: Change = {
    kind,
    piece: placed.piece,
    was: was?.piece ?? null,
    from: was && { x: was.x, y: was.y },
    to: kind === "go" ? null : { x: placed.x, y: placed.y },
    scene: given.scene,
    spot: (target) => spotOf(given.plan, given.placed, target),
  };
  const { delay = 0, duration = kind === "flip" ? FLIP : BEAT, away } = given.timing?.(change) ?? {};
  const there = away ? `${away.x - placed.x}px ${away.y - placed.y}px` : "0px 0px";
  const whole = away?.scale !== undefined; // it is seen there too, and so it does not fade on the way
  const how = { delay, duration, easing: EASE, fill: "backwards" as const };
  if (kind === "come")
    return [
      element.animate(
        [
          { opacity: whole ? 1 : 0, scale: String(away?.scale ?? 0.6), translate: there },
          ...(away && !whole ? [{ opacity: 1, offset: 0.3 }] : []),
          { opacity: 1, scale: "1", translate: "0px 0px" },
        ],
        how,
      ),
    ];
  if (kind === "go")
    return [
      element.animate(
        [
          { opacity: 1, scale: "1", translate: "0px 0px" },
          { opacity: whole ? 1 : 0, scale: String(away?.scale ?? 1), translate: there },
        ],
        { ...how, fill: "both" },
      ),
    ];
  if (kind === "move" && was) return [move(element, was, placed, how)];
  return flip(element, how);
}

function move(element: SVGGElement, from: Placed, to: Placed, how: KeyframeAnimationOptions): Animation {
  // If it is still on its way, it goes on from there: where it is now, as seen from its new place.
  const [x = 0, y = 0] = getComputedStyle(element)
    .translate.split(" ")
    .map((each) => Number.parseFloat(each) || 0);
  for (const each of element.getAnimations()) if (each.id === "move") each.cancel();
  const start = `${from.x + x - to.x}px ${from.y + y - to.y}px`;
  const running = element.animate([{ translate: start }, { translate: "0px 0px" }], how);
  running.id = "move";
  return running;
}

function flip(element: SVGGElement, how: KeyframeAnimationOptions): Animation[] {
  const [old, fresh] = [element.querySelector('[data-side="was"]'), element.querySelector('[data-side="is"]')];
  const half = (first: number, then: number) => [
    { opacity: first, offset: 0 },
    { opacity: first, offset: 0.5 },
    { opacity: then, offset: 0.5 },
    { opacity: then, offset: 1 },
  ];
  const even = { ...how, easing: "linear" };
  return [
    element.animate([{ scale: "1 1" }, { scale: "0 1.06", offset: 0.5 }, { scale: "1 1" }], even),
    ...(old ? [old.animate(half(1, 0), { ...even, fill: "both" as const })] : []),
    ...(fresh ? [fresh.animate(half(0, 1), even)] : []),
  ];
}
