/** Gestures on the board: tap, drag along an action's path, hold, pinch, pan, wheel. */

import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Piece } from "../contract";
import { motionIsOff } from "../ui/motion";
import type { Placed, Spot } from "./layout";
import { spotMeant } from "./pointing";
import type { Choosing } from "./useChoosing";
import { BEAT, EASE } from "./useMotion";
import { NO_ZOOM, panBy, type Zoom, type ZoomArea, zoomAt } from "./zoom";

const FINGER = 44; // pixels
const SLACK = 9; // pixels that a finger may move and still tap
const HOLD = 480; // milliseconds

interface Given {
  svg: RefObject<SVGSVGElement | null>;
  frame: ZoomArea;
  spots: readonly Spot[];
  others: readonly Spot[]; // to be taken up instead of what is in hand
  placed: readonly Placed[];
  choosing: Choosing;
  confirm: boolean; // a finger's choice is to be confirmed
  drags: boolean;
  fixed: boolean; // a picture: it cannot be enlarged
  loose: (piece: Piece) => boolean; // it can be taken up by itself
  put: (piece: Piece, to: { x: number; y: number; touched: boolean }) => boolean; // whether that was all that was meant
  holds: ((piece: Piece) => boolean) | undefined;
  onHold: ((piece: Piece) => void) | undefined;
  onPoint: (target: string | null) => void;
  thing: (x: number, y: number) => Spot | null; // what lies there, lit or not
  refuse: (thing: Spot | null, where: { x: number; y: number }, held?: readonly string[]) => void;
  early: (tap: Tap) => boolean; // it is not known yet what can be touched: the tap waits for that
  squares: boolean; // a place is touched all over
  inHand: boolean; // something is held, waits to be confirmed, or is chosen in advance
}

interface Down {
  x: number;
  y: number;
  spot: Spot | null;
  loose: Piece | null; // can be taken up by itself …
  alone: boolean; // … and is, so that no action comes of it
  moved: boolean;
  dragged: Element | null; // what moves along: a copy of the piece, over all else
  lifted: Element | null; // the piece itself, which stays where it was
  held: boolean; // a long press has been answered
}

/** Where a finger or a pointer was lifted. */
export type Tap = Pick<PointerEvent, "clientX" | "clientY" | "pointerType">;

export interface Gestures {
  zoom: Zoom;
  setZoom: (change: (zoom: Zoom) => Zoom) => void;
  touchAgain: (event: Tap) => void; // what was touched before it was known what can be
  on: {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerCancel: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerLeave: (event: PointerEvent<SVGSVGElement>) => void;
  };
}

export function useGestures(given: Given): Gestures {
  const latest = useRef(given);
  latest.current = given; // what a finger does is judged by the board as it is at that moment
  const [zoom, setZoom] = useState<Zoom>(NO_ZOOM);
  const zoomed = useRef(zoom);
  zoomed.current = zoom;
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const down = useRef<Down | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** From the screen into the plan's units: of what is shown (before zooming), or of the plan itself. */
  function unit(x: number, y: number, ofPlan: boolean): { x: number; y: number } {
    const matrix = latest.current.svg.current?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const { k, x: left, y: top } = zoomed.current;
    return ofPlan ? { x: (point.x - left) / k, y: (point.y - top) / k } : { x: point.x, y: point.y };
  }
  function pixels(): number {
    return (latest.current.svg.current?.getScreenCTM()?.a ?? 1) * zoomed.current.k;
  }
  function under(event: { clientX: number; clientY: number }): Spot | null {
    const { x, y } = unit(event.clientX, event.clientY, true);
    return spotMeant(latest.current, x, y, FINGER / 2 / pixels());
  }
  /** The same, but a loose piece under the finger is meant itself, and not a neighbour that is lit. */
  function meant(event: { clientX: number; clientY: number }, loose: Piece | null): Spot | null {
    const spot = under(event);
    const { x, y } = unit(event.clientX, event.clientY, true);
    const on = spot && Math.abs(spot.x - x) <= spot.width / 2 && Math.abs(spot.y - y) <= spot.height / 2;
    return on || !loose ? spot : null;
  }
  function pieceUnder(event: { clientX: number; clientY: number }): Piece | null {
    const { x, y } = unit(event.clientX, event.clientY, true);
    const reach = (each: Placed) =>
      Math.abs(each.x - x) <= Math.max(each.width / 2, 8 / pixels()) &&
      Math.abs(each.y - y) <= Math.max(each.height / 2, 8 / pixels());
    return latest.current.placed.findLast(reach)?.piece ?? null;
  }

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(timer.current);
    if (fingers.current.size > 1) {
      drop();
      down.current = null;
      return;
    }
    const { holds, onHold } = latest.current;
    const piece = pieceUnder(event);
    const loose = piece && latest.current.loose(piece) ? piece : null;
    const at = { x: event.clientX, y: event.clientY };
    const press: Down = {
      ...at,
      spot: meant(event, loose),
      loose,
      alone: false,
      moved: false,
      dragged: null,
      lifted: null,
      held: false,
    };
    down.current = press;
    if (piece && onHold && holds?.(piece))
      timer.current = setTimeout(() => {
        if (down.current !== press || press.moved) return;
        press.held = true;
        onHold?.(piece);
      }, HOLD);
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before) {
      // A browser repeats the last move where something else has come under a mouse that lies still.
      if (event.pointerType === "mouse" && (event.movementX !== 0 || event.movementY !== 0))
        latest.current.onPoint(under(event)?.target ?? null);
      return;
    }
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    const other = others[0];
    if (other) return pinch(before, now, other);
    const press = down.current;
    if (!press) return;
    if (!press.moved && Math.hypot(now.x - press.x, now.y - press.y) > SLACK) {
      press.moved = true;
      clearTimeout(timer.current);
      latest.current.svg.current?.setPointerCapture(event.pointerId);
      pickUp(press);
    }
    if (!press.moved) return;
    if (press.dragged) carry(press, now);
    else if (zoomed.current.k > 1 && !press.held) {
      const [a, b] = [unit(before.x, before.y, false), unit(now.x, now.y, false)];
      setZoom((zoom) => panBy(zoom, b.x - a.x, b.y - a.y, latest.current.frame));
    }
  }

  /** A drag begins on something lit: it is touched, and what stands there goes along. */
  function pickUp(press: Down) {
    const { choosing, drags, svg, placed } = latest.current;
    press.spot ??= meant({ clientX: press.x, clientY: press.y }, press.loose); // the touch itself may have lit it
    const target = press.spot?.target;
    const lift = (id: string | undefined) => {
      press.lifted = (id && svg.current?.querySelector(`[data-piece="${CSS.escape(id)}"]`)) || null;
      press.dragged = (press.lifted && floatingCopy(press.lifted)) ?? svg.current;
      press.lifted?.setAttribute("data-lifted", "");
    };
    const lit = choosing.lit.find((each) => each.target === target);
    const again = choosing.held.at(-1) === target;
    if (!drags || !target || (!again && (!lit || lit.last))) {
      press.alone = press.loose !== null;
      if (press.loose) lift(press.loose.id);
      return;
    }
    if (!again) choosing.touch(target);
    const id = target.startsWith("piece:")
      ? target.slice("piece:".length)
      : placed.findLast((each) => each.piece.at === target)?.piece.id;
    lift(id);
  }
  function carry(press: Down, now: { x: number; y: number }) {
    if (!(press.dragged instanceof SVGGElement)) return;
    const scale = pixels();
    press.dragged.style.translate = `${(now.x - press.x) / scale}px ${(now.y - press.y) / scale}px`;
    latest.current.onPoint(under({ clientX: now.x, clientY: now.y })?.target ?? null);
  }
  function drop() {
    const { dragged, lifted } = down.current ?? {};
    lifted?.removeAttribute("data-lifted");
    if (dragged instanceof SVGGElement) dragged.remove();
  }
  /** What was put down where it does not go returns in one beat. */
  function sendHome({ dragged, lifted }: Down) {
    if (!(dragged instanceof SVGGElement) || motionIsOff()) return drop();
    const from = dragged.style.translate || "0px 0px";
    dragged.style.translate = "";
    const home = dragged.animate([{ translate: from }, { translate: "0px 0px" }], { duration: BEAT, easing: EASE });
    home.onfinish = () => {
      lifted?.removeAttribute("data-lifted");
      dragged.remove();
    };
  }
  /** What lies there does nothing: it is said why. Beside all things, what is in hand is put back. */
  function refused(event: { clientX: number; clientY: number }) {
    const { x, y } = unit(event.clientX, event.clientY, true);
    const thing = latest.current.thing(x, y);
    const square = latest.current.squares && latest.current.spots.find((spot) => spot.target === thing?.target);
    if (square)
      latest.current.choosing.touch(square.target); // a corner of it
    else if (!thing && latest.current.inHand) latest.current.choosing.putBack();
    else latest.current.refuse(thing, { x: event.clientX, y: event.clientY });
  }
  /** A piece was to be dragged that cannot be taken up; or what needs no more than a tap, which may have slid. */
  function refusedDrag(press: Down, event: { clientX: number; clientY: number }) {
    if (zoomed.current.k > 1) return; // it was to move the board
    const from = { clientX: press.x, clientY: press.y };
    const { x, y } = unit(press.x, press.y, true);
    const there = latest.current.thing(x, y);
    // Over empty places a finger may want to move the board, though there is nothing to move.
    const thing = press.spot ?? (pieceUnder(from) || !there?.target.startsWith("site:") ? there : null);
    if (press.spot && under(event)?.target === press.spot.target) latest.current.choosing.touch(press.spot.target);
    else if (thing) latest.current.refuse(thing, { x: event.clientX, y: event.clientY }, []);
  }

  function pinch(before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }) {
    if (latest.current.fixed) return;
    const apart = (a: { x: number; y: number }) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = (a: { x: number; y: number }) => unit((a.x + other.x) / 2, (a.y + other.y) / 2, false);
    const [was, is] = [middle(before), middle(now)];
    setZoom((zoom) => {
      const moved = panBy(zoom, is.x - was.x, is.y - was.y, latest.current.frame);
      return zoomAt(moved, (zoom.k * apart(now)) / apart(before), is, latest.current.frame);
    });
  }

  function onPointerUp(event: PointerEvent<SVGSVGElement>) {
    const alone = fingers.current.size === 1;
    fingers.current.delete(event.pointerId);
    clearTimeout(timer.current);
    const press = down.current;
    const spot = under(event);
    if (press?.dragged && !press.alone && alone && !spot) sendHome(press);
    else drop();
    down.current = null;
    if (!press || !alone || event.button !== 0 || press.held) return;
    const { choosing, confirm, onPoint, put } = latest.current;
    if (press.moved && !press.dragged) return refusedDrag(press, event);
    onPoint(spot?.target ?? null);
    if (press.loose && put(press.loose, { ...unit(event.clientX, event.clientY, true), touched: !press.moved })) return;
    if (press.alone) return refusedDrag(press, event);
    if (press.dragged && spot && spot.target === press.spot?.target) return; // put down where it was: it stays in hand
    if (spot) choosing.touch(spot.target, confirm && event.pointerType === "touch");
    else if (!latest.current.early(event)) refused(event);
  }
  function touchAgain(tap: Tap) {
    const spot = under(tap);
    if (spot) latest.current.choosing.touch(spot.target, latest.current.confirm && tap.pointerType === "touch");
    else refused(tap);
  }
  function onPointerCancel(event: PointerEvent<SVGSVGElement>) {
    fingers.current.delete(event.pointerId);
    clearTimeout(timer.current);
    drop();
    down.current = null;
  }

  /** What was pointed at is so no more. */
  function onPointerLeave(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerType === "mouse" && !down.current) latest.current.onPoint(null);
  }

  const { svg, fixed } = given;
  useEffect(() => {
    const element = svg.current;
    if (!element || fixed) return;
    // Without a key the wheel goes through the moves, unless the board is enlarged.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && zoomed.current.k === 1) return;
      const k = zoomed.current.k * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      if (k <= 1 && zoomed.current.k === 1) return;
      event.preventDefault();
      const matrix = element.getScreenCTM();
      if (!matrix) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      setZoom((zoom) => zoomAt(zoom, k, at, latest.current.frame));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [svg, fixed]);

  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    zoom,
    setZoom,
    touchAgain,
    on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave },
  };
}

/** A piece is drawn among others, and what is drawn later lies over it: what is dragged is a copy over all of them. */
function floatingCopy(piece: Element): Element | null {
  const [place, layer] = [piece.parentElement, piece.closest("svg")?.querySelector("[data-floating]")];
  if (!place || !layer) return null;
  const copy = place.cloneNode(true) as Element;
  copy.firstElementChild?.removeAttribute("data-piece");
  copy.firstElementChild?.setAttribute("data-carried", "");
  return layer.appendChild(copy);
}
