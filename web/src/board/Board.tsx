/** One board for all games: it draws a plan and a scene, lights up what can be touched, and is worked by hand or keys. */

import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Look, OnBoard, Shown, Skin } from "../skins/types";
import { fitting } from "./arrange";
import { Glow, GroundLayer, GuideLayer, MarkLayer, Thing, ZoneMarkLayer } from "./Layers";
import { frameOf, type Placed, place, type Spot, spotOf, within, zonesIn } from "./layout";
import { type BoardWords, markName, targetName } from "./names";
import { closest, first, isArrow, spotAt, towards } from "./pointing";
import type { Piece, Plan } from "./types";
import type { Choosing } from "./useChoosing";
import { useHands } from "./useHands";
import { useMotion } from "./useMotion";
import { Zoomers } from "./Zoomers";
import { reveal } from "./zoom";
import "./board.css";

const FINGER = 44; // pixels

export type Confirm = "crowded" | "always" | "never";

export interface BoardProps {
  shown: Shown;
  skin: Skin;
  words: BoardWords;
  confirm?: Confirm; // when a finger's choice is asked for again
  picture?: boolean; // to look at only: no stop for the keyboard, nothing to enlarge
  onHold?: (piece: Piece) => void;
}

export function Board({ shown, skin, words, confirm = "crowded", picture = false, onHold }: BoardProps) {
  const { seat, catalogue, phone } = shown;
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const scene = useFramed(shown, skin, size);
  const choosing = useOffered(shown, skin);
  const plan = usePlan({ ...shown, scene }, skin, size);
  const id = useId();
  const [cursor, setCursor] = useState<string | null>(null);
  const frame = useMemo(() => frameOf(plan, scene), [plan, scene]);
  const { width, height } = size;
  const placed = useMemo(
    () => place(plan, scene.pieces ?? [], skin, { seat, width, height, phone }),
    [plan, scene, skin, seat, width, height, phone],
  );
  const passing = useMotion(svg, { plan, scene, placed, timing: skin.timing });
  const spots = useMemo(() => glowing(plan, placed, choosing), [plan, placed, choosing]);
  const base = Math.max(1, Math.min(width / frame.width, height / frame.height)); // pixels per unit

  const now = useRef<OnBoard>(null);
  const loose = (piece: Piece) => skin.loose?.(piece, shown) ?? false;
  const put = (piece: Piece, to: { x: number; y: number; touched: boolean }) =>
    now.current !== null && (skin.put?.(piece, to, now.current) ?? false);
  const { zoom, setZoom, on } = useHands({
    svg,
    frame,
    spots,
    placed,
    choosing,
    confirm: confirm === "always" || (confirm === "crowded" && closest(spots) * base < FINGER - 1),
    drags: skin.drag !== false,
    fixed: picture,
    loose,
    put,
    holds: skin.holds,
    onHold,
    onPoint: setCursor,
  });
  const scale = base * zoom.k;
  const here = spots.find((spot) => spot.target === cursor) ?? null;
  const held = heldByKeys(skin, onHold ? placed : [], cursor);
  const taken = skin.loose && placed.find((each) => `piece:${each.piece.id}` === cursor && loose(each.piece));

  const board: OnBoard = {
    ...shown,
    plan,
    scene,
    choosing,
    scale,
    frame,
    placed,
    cursor,
    spot: (target) => spotOf(plan, placed, target),
    lookOf: (target) => (spots.some((spot) => spot.target === target) ? lookOf(choosing, target) : undefined),
  };
  now.current = board;

  function pressed(event: KeyboardEvent<SVGSVGElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [...spots, ...looseSpots(placed, spots, loose), ...holdSpots(skin, onHold ? placed : [], spots)];
    const from = stops.find((spot) => spot.target === cursor) ?? null;
    const go = (spot: Spot | null) => {
      setCursor(spot?.target ?? null);
      if (spot) setZoom((zoomed) => reveal(zoomed, spot, frame));
    };
    if (event.key === "Escape" && (choosing.held.length > 0 || choosing.pending)) choosing.putBack();
    else if (isArrow(event.key)) go(from ? (towards(stops, from, event.key) ?? from) : first(stops));
    else if (event.key === "Enter" || event.key === " ") {
      if (taken && put(taken.piece, { x: taken.x, y: taken.y, touched: true })) event.preventDefault();
      else if (here) choosing.touch(here.target);
      else if (held && onHold) onHold(held);
      else go(first(stops));
    } else return;
    event.preventDefault();
  }

  const turning = new Set((scene.pieces ?? []).filter((piece) => piece.turn).map((piece) => piece.kind));
  const occupied = new Set((scene.pieces ?? []).map((piece) => piece.at));
  const zones = zonesIn(plan, scene);
  const prompt = scene.prompt ? shown.say(scene.prompt) : words.board;
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a listbox while there is something to choose */}
      <svg
        ref={svg}
        className={`board ${here || held || taken ? "steered" : ""} ${picture ? "picture" : ""}`}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role={spots.length > 0 ? "listbox" : "img"}
        aria-label={prompt}
        aria-activedescendant={here ? glowId(id, here.target) : undefined}
        tabIndex={picture ? undefined : 0}
        onKeyDown={picture ? undefined : pressed}
        {...(picture ? {} : on)}
      >
        {skin.Defs && (
          <defs>
            <skin.Defs at={board} />
          </defs>
        )}
        <g
          className="b-world"
          transform={zoom.k > 1 ? `matrix(${zoom.k} 0 0 ${zoom.k} ${zoom.x} ${zoom.y})` : undefined}
        >
          <GroundLayer skin={skin} board={board} plan={plan} zones={zones} />
          <MarkLayer skin={skin} board={board} />
          {passing.gone.map((each) => (
            <Thing
              key={`gone ${each.piece.id}`}
              {...{ skin, board, placed: each, look: undefined, points: turning.has(each.piece.kind), gone: true }}
            />
          ))}
          {placed.map((each) => (
            <Thing
              key={each.piece.id}
              skin={skin}
              board={board}
              placed={each}
              look={board.lookOf(`piece:${each.piece.id}`)}
              points={turning.has(each.piece.kind)}
              was={passing.was.get(each.piece.id)}
            />
          ))}
          <ZoneMarkLayer skin={skin} board={board} zones={zones} name={(kind) => markName(catalogue, kind)} />
          <GuideLayer board={board} />
          {spots.map((spot) => (
            <Glow
              key={spot.target}
              skin={skin}
              board={board}
              id={glowId(id, spot.target)}
              spot={spot}
              look={lookOf(choosing, spot.target)}
              busy={spot.target.startsWith("piece:") || occupied.has(spot.target)}
              label={targetName(plan, scene, catalogue, words, spot.target)}
              cursor={spot === here}
            />
          ))}
          {held && <HeldCursor placed={placed.find((each) => each.piece === held)} />}
          {!here && taken && <HeldCursor placed={taken} />}
          {skin.Over && (
            <g className="b-over">
              <skin.Over at={board} />
            </g>
          )}
        </g>
      </svg>
      {!picture && base < FINGER && <Zoomers words={words} zoom={zoom} frame={frame} setZoom={setZoom} />}
    </>
  );
}

/** The scene with the frame that the skin gives it, if it does. */
function useFramed({ scene, seat, phone }: Shown, skin: Skin, { width, height }: { width: number; height: number }) {
  return useMemo(() => {
    const frame = skin.frame?.(scene, { seat, width, height, phone });
    return frame ? { ...scene, frame } : scene;
  }, [scene, skin, seat, width, height, phone]);
}

/** The choice in the making, with what the skin offers besides. */
function useOffered(shown: Shown, skin: Skin): Choosing {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is new each time; these are what changes in it
  return useMemo(() => skin.choosing?.(shown) ?? shown.choosing, [skin, shown.choosing, shown.choices, shown.scene]);
}

/** The plan as it suits this screen: as the skin arranges it, or row by row where that shows more; and what is in use. */
function usePlan({ plan, scene, seat, phone }: Shown, skin: Skin, size: { width: number; height: number }): Plan {
  const { frame } = scene;
  const used = frame?.join();
  const { width, height } = size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame is what its numbers are
  return useMemo(() => {
    const arranged = skin.arrange?.(plan, { seat, width, height, phone }) ?? fitting(plan, seat, { width, height });
    return within(arranged, frame);
  }, [plan, skin, seat, width, height, phone, used]);
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

/** So are pieces that can be taken up by themselves. */
function looseSpots(placed: readonly Placed[], spots: readonly Spot[], loose: (piece: Piece) => boolean): Spot[] {
  return placed
    .filter((each) => loose(each.piece) && !spots.some((spot) => spot.target === `piece:${each.piece.id}`))
    .map(({ piece, x, y, width, height }) => ({ target: `piece:${piece.id}`, round: false, x, y, width, height }));
}

/** Pieces that can be held for a menu are stops for the keyboard too, where there is nothing else to touch. */
function holdSpots(skin: Skin, placed: readonly Placed[], spots: readonly Spot[]): Spot[] {
  if (!skin.holds) return [];
  return placed
    .filter((each) => skin.holds?.(each.piece) && !spotAt(spots, each.x, each.y, 0.1))
    .map(({ piece, x, y, width, height }) => ({ target: `hold:${piece.id}`, round: true, x, y, width, height }));
}

function heldByKeys(skin: Skin, placed: readonly Placed[], cursor: string | null): Piece | null {
  if (!skin.holds || !cursor?.startsWith("hold:")) return null;
  return placed.find((each) => `hold:${each.piece.id}` === cursor)?.piece ?? null;
}

function HeldCursor({ placed }: { placed: Placed | undefined }) {
  if (!placed) return null;
  return <circle className="b-cursor" cx={placed.x} cy={placed.y} r={placed.width / 2 + 0.06} />;
}

function glowId(id: string, target: string): string {
  return `${id}${target.replace(/[^\w-]/g, "_")}`;
}

function useSize(svg: RefObject<SVGSVGElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 600, height: 600 });
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () =>
      setSize((was) =>
        was.width === element.clientWidth && was.height === element.clientHeight
          ? was
          : { width: element.clientWidth, height: element.clientHeight },
      );
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [svg]);
  return size;
}
