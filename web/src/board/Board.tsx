/** One board for all games: it draws a plan and a scene, lights up what can be touched, and is worked by hand or keys. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Catalogue, render, type Text } from "../texts/render";
import { fitting } from "./arrange";
import { frameOf, type Placed, place, type Spot, spotOf, within, zonesIn } from "./layout";
import { type BoardWords, markName, targetName } from "./names";
import { closest, first, isArrow, spotAt, towards } from "./pointing";
import { Corners, Glow, Ground, type Look, Thing, Trail, Wash, ZoneMarks } from "./Things";
import type { Mark, Plan, Scene } from "./types";
import type { Choosing } from "./useChoosing";
import { useMotion } from "./useMotion";
import "./board.css";

const FINGER = 44; // pixels

export interface BoardProps {
  plan: Plan;
  scene: Scene;
  seat: number | null; // whose view it is
  catalogue: Catalogue;
  words: BoardWords;
  choosing: Choosing;
}

export function Board({ plan: given, scene, seat, catalogue, words, choosing }: BoardProps) {
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const used = scene.frame?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame is what its numbers are
  const plan = useMemo(() => within(fitting(given, seat, size), scene.frame), [given, seat, size, used]);
  const id = useId();
  const [cursor, setCursor] = useState<string | null>(null);
  const say = useMemo(() => (text: Text) => render(catalogue, text), [catalogue]);
  const frame = frameOf(plan, scene);
  const placed = useMemo(() => place(plan, scene.pieces ?? []), [plan, scene]);
  const scale = Math.max(1, Math.min(size.width / frame.width, size.height / frame.height)); // pixels per unit
  const framed = scene.frame?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame is what its numbers are
  const ground = useMemo(() => ({ ...plan, zones: zonesIn(plan, scene) }), [plan, framed]);
  useMotion(svg, placed);

  const spots = useMemo(() => glowing(plan, placed, choosing), [plan, placed, choosing]);
  const looks = new Map(spots.map((spot) => [spot.target, lookOf(choosing, spot.target)]));
  const reach = FINGER / 2 / scale;
  const crowded = closest(spots) * scale < FINGER - 1;
  const here = spots.find((spot) => spot.target === cursor) ?? null;
  const label = (spot: Spot) => targetName(plan, scene, catalogue, words, spot.target);

  function pointed(event: PointerEvent<SVGSVGElement>) {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix || event.button !== 0) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const spot = spotAt(spots, point.x, point.y, reach);
    setCursor(spot?.target ?? null);
    if (spot) choosing.touch(spot.target, crowded && event.pointerType === "touch");
    else choosing.putBack();
  }

  function pressed(event: KeyboardEvent<SVGSVGElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") choosing.putBack();
    else if (isArrow(event.key))
      setCursor((here ? (towards(spots, here, event.key) ?? here) : first(spots))?.target ?? null);
    else if (event.key === "Enter" || event.key === " ") {
      const spot = here ?? first(spots);
      setCursor(spot?.target ?? null);
      if (spot && here) choosing.touch(spot.target);
    } else return;
    event.preventDefault();
  }

  const turning = new Set((scene.pieces ?? []).filter((piece) => piece.turn).map((piece) => piece.kind));
  const occupied = new Set((scene.pieces ?? []).map((piece) => piece.at));
  const marks = scene.marks ?? [];
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a listbox while there is something to choose
    <svg
      ref={svg}
      className={here ? "board steered" : "board"}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      role={spots.length > 0 ? "listbox" : "img"}
      aria-label={scene.prompt ? say(scene.prompt) : words.board}
      aria-activedescendant={here ? glowId(id, here.target) : undefined}
      tabIndex={0}
      onPointerUp={pointed}
      onKeyDown={pressed}
    >
      <Ground plan={ground} say={say} />
      {marks.map((mark) => (
        <SiteMark key={`${mark.kind} ${mark.seat} ${mark.at.join()}`} mark={mark} plan={plan} placed={placed} />
      ))}
      {placed.map((each) => (
        <Thing
          key={each.piece.id}
          placed={each}
          look={looks.get(`piece:${each.piece.id}`)}
          points={turning.has(each.piece.kind)}
        />
      ))}
      {(plan.zones ?? []).map((zone) => {
        const on = marks.filter((mark) => mark.at.includes(`zone:${zone.id}`));
        const spot = on.length > 0 ? spotOf(plan, placed, `zone:${zone.id}`) : null;
        return spot && <ZoneMarks key={zone.id} spot={spot} marks={on} name={(kind) => markName(catalogue, kind)} />;
      })}
      {spots.map((spot) => (
        <Glow
          key={spot.target}
          id={glowId(id, spot.target)}
          spot={spot}
          look={looks.get(spot.target) ?? "lit"}
          busy={spot.target.startsWith("piece:") || occupied.has(spot.target)}
          label={label(spot)}
          cursor={spot === here}
        />
      ))}
    </svg>
  );
}

/** A mark on places of the board: a trail to the last move, or a light under each place. */
function SiteMark({ mark, plan, placed }: { mark: Mark; plan: Plan; placed: readonly Placed[] }) {
  const spots = mark.at
    .filter((place) => !place.startsWith("zone:"))
    .map((place) => spotOf(plan, placed, place))
    .filter((spot) => spot !== null);
  const end = spots.at(-1);
  if (!end) return null;
  if (mark.kind !== "last") return spots.map((spot) => <Wash key={spot.target} spot={spot} kind={mark.kind} />);
  return (
    <>
      {spots.length > 1 && <Trail spots={spots} />}
      <Corners spot={end} />
    </>
  );
}

/** All spots that can be touched now: what is lit, and what is held, which a touch puts back. */
function glowing(plan: Plan, placed: readonly Placed[], choosing: Choosing): Spot[] {
  const targets = new Set([...choosing.lit.map((each) => each.target), ...choosing.held]);
  const spots = [...targets].map((target) => spotOf(plan, placed, target)).filter((spot) => spot !== null);
  // Cards overlap in the order in which they are drawn; zones lie under them.
  const order = new Map(placed.map((each, i) => [`piece:${each.piece.id}`, i]));
  return spots.sort((a, b) => (order.get(a.target) ?? -1) - (order.get(b.target) ?? -1));
}

function lookOf(choosing: Choosing, target: string): Look {
  if (choosing.pending?.path.at(-1) === target) return "pending";
  if (choosing.held.includes(target)) return "held";
  return choosing.lit.find((each) => each.target === target)?.also ? "quiet" : "lit";
}

function glowId(id: string, target: string): string {
  return `${id}${target.replace(/[^\w-]/g, "_")}`;
}

function useSize(svg: RefObject<SVGSVGElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 600, height: 600 });
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [svg]);
  return size;
}
