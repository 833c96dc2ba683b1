/** Arrows and circles that a player draws on the board, for nobody else: with the right button, or with a finger while
 * the pencil is on. They go with a move, a click, or Escape, and are sent nowhere. */

import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Plan, Scene } from "../contract";
import { type Placed, type Spot, spotOf } from "./layout";
import type { Zoom } from "./zoom";

/** From one place to another; a circle, if they are the same. */
export interface Sketch {
  from: string;
  to: string;
}

interface Given {
  svg: RefObject<SVGSVGElement | null>;
  plan: Plan;
  scene: Scene;
  placed: readonly Placed[];
  zoom: () => Zoom;
  pencil: boolean; // a finger draws
  off: boolean; // a picture
}

const NONE: readonly Sketch[] = [];

export function useSketches(given: Given) {
  const latest = useRef(given);
  latest.current = given;
  const [kept, setKept] = useState<{ scene: Scene; all: readonly Sketch[] }>({ scene: given.scene, all: NONE });
  const [drawing, setDrawing] = useState<Sketch | null>(null);
  const began = useRef<{ pointer: number; from: string } | null>(null);
  const sketches = kept.scene === given.scene ? kept.all : NONE; // a move wipes them off

  function under(event: { clientX: number; clientY: number }): string | null {
    const { svg, plan, placed, zoom } = latest.current;
    const matrix = svg.current?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { k, x, y } = zoom();
    return nearest(plan, placed, (point.x - x) / k, (point.y - y) / k);
  }
  const draws = (event: PointerEvent) =>
    !latest.current.off && (event.button === 2 || (latest.current.pencil && event.button === 0));

  /** Whether the board has nothing to do with this pointer. */
  function down(event: PointerEvent<SVGSVGElement>): boolean {
    if (!draws(event)) {
      if (event.button === 0) wipe();
      return false;
    }
    const from = under(event);
    began.current = from === null ? null : { pointer: event.pointerId, from };
    if (from !== null) {
      latest.current.svg.current?.setPointerCapture(event.pointerId);
      setDrawing({ from, to: from });
    }
    return true;
  }
  function move(event: PointerEvent<SVGSVGElement>): boolean {
    const start = began.current;
    if (!start || start.pointer !== event.pointerId) return false;
    const to = under(event) ?? start.from;
    setDrawing((was) => (was?.to === to ? was : { from: start.from, to }));
    return true;
  }
  function up(event: PointerEvent<SVGSVGElement>): boolean {
    const start = began.current;
    if (!start || start.pointer !== event.pointerId) return false;
    began.current = null;
    setDrawing(null);
    const made = { from: start.from, to: under(event) ?? start.from };
    const { scene } = latest.current;
    setKept((was) => ({ scene, all: toggled(was.scene === scene ? was.all : NONE, made) }));
    return true;
  }
  function wipe(): boolean {
    if (sketches.length === 0) return false;
    setKept({ scene: latest.current.scene, all: NONE });
    return true;
  }
  const onContextMenu = (event: MouseEvent) => event.preventDefault();

  const { svg, off } = given;
  useEffect(() => {
    const lost = () => {
      began.current = null;
      setDrawing(null);
    };
    const element = off ? null : svg.current;
    element?.addEventListener("pointercancel", lost);
    return () => element?.removeEventListener("pointercancel", lost);
  }, [svg, off]);
  const all = useMemo(() => (drawing ? [...sketches, drawing] : sketches), [sketches, drawing]);
  return { sketches: all, down, move, up, wipe, onContextMenu };
}

/** The same again takes it away. */
export function toggled(all: readonly Sketch[], one: Sketch): readonly Sketch[] {
  const others = all.filter((each) => each.from !== one.from || each.to !== one.to);
  return others.length < all.length ? others : [...all, one];
}

/** The place that is meant: a site, a card that lies on top, or a zone. */
export function nearest(plan: Plan, placed: readonly Placed[], x: number, y: number): string | null {
  const inside = (spot: Spot | null): spot is Spot =>
    spot !== null && Math.abs(spot.x - x) <= spot.width / 2 && Math.abs(spot.y - y) <= spot.height / 2;
  const card = placed.findLast(
    (each) => each.piece.at.startsWith("zone:") && inside(spotOf(plan, placed, `piece:${each.piece.id}`)),
  );
  if (card) return `piece:${card.piece.id}`;
  const zone = (plan.zones ?? []).find((each) => inside(spotOf(plan, placed, `zone:${each.id}`)));
  const away = (site: { x: number; y: number }) => Math.hypot(site.x - x, site.y - y);
  const sites = plan.sites ?? [];
  const site = sites.length > 0 ? sites.reduce((best, each) => (away(each) < away(best) ? each : best)) : null;
  if (site && away(site) <= 0.75) return `site:${site.id}`;
  return zone ? `zone:${zone.id}` : null;
}
