/** One board for all games: it draws a plan and a scene, lights up what can be touched, and takes pointers and keys. */

import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Piece, Plan } from "../contract";
import { classes } from "../ui/classes";
import { isGiven } from "../ui/focus";
import { useOnItsSide } from "../ui/hooks";
import { t } from "../ui/texts/page";
import css from "./Board.module.css";
import { cursorClass } from "./cursor";
import {
  BoardPiece,
  DefsLayer,
  GroundLayer,
  GuideLayer,
  MarkLayer,
  PieceThere,
  TargetGlow,
  ZoneMarkLayer,
} from "./Layers";
import {
  type Box,
  frameOf,
  type Placed,
  placePieces,
  planWithin,
  type Spot,
  spotOf,
  stripSpots,
  zonesIn,
} from "./layout";
import { isHigh, MomentBanner, MomentLayer, MomentSaid } from "./MomentLayer";
import { markName, targetName } from "./names";
import { PencilButton } from "./PencilButton";
import { closestTo, firstSpot, leastDistance, spotAt, spotForKey } from "./pointing";
import { AheadLayer, SketchLayer } from "./SketchLayer";
import { type BoardView, belowOf, type Look, type Skin, type TableView } from "./skin";
import { everything, thingAt } from "./touched";
import { type LookAt, looksBeside } from "./touchedBeside";
import { useCamera } from "./useCamera";
import type { Choosing } from "./useChoosing";
import { type Tap, useGestures } from "./useGestures";
import { spotsInSight, useKeepInSight } from "./useKeepInSight";
import { useMotion } from "./useMotion";
import { useRefusal } from "./useRefusal";
import { useSketches } from "./useSketches";
import { ZoomButtons } from "./ZoomButtons";
import { fittedPlan } from "./zoneRows";
import { middleOf, NO_ZOOM, reveal, seenNow, ZOOM_STEP, type ZoomArea, zoomOn } from "./zoom";

const FINGER = 44; // pixels
const NEAR = 2.2; // the least zoom at which the player's own piece is found

// Refusals are few: what shows them comes with the first. A move that is possible asks the server for nothing.
const refusalParts = () => import("./RefusalBubble");
const RefusalBubble = lazy(refusalParts);
const RefusalMarks = lazy(() => refusalParts().then((parts) => ({ default: parts.RefusalMarks })));

// So do an engine's arrows.
const ArrowLayer = lazy(() => import("./ArrowLayer").then((file) => ({ default: file.ArrowLayer })));

export type ConfirmMode = "crowded" | "always" | "never";

export interface BoardProps {
  shown: TableView;
  skin: Skin;
  label?: string; // in place of the board's own
  confirm?: ConfirmMode; // when a finger's choice is asked for again
  picture?: boolean; // to look at only: no stop for the keyboard, nothing to enlarge
  small?: boolean; // beside a text: to be touched, without pencil, camera and what enlarges it
  /** The part of the plan that is brought to the middle, as large as there is room for; or what the last step touched. */
  look?: Box | "last" | undefined;
  onHold?: (piece: Piece) => void;
}

export function Board(props: BoardProps) {
  const { shown, skin, label, confirm = "crowded", picture = false, small = picture, look, onHold } = props;
  const { seat, catalogue, phone } = shown;
  const below = belowOf(shown);
  const roams = [useOnItsSide(), phone].includes(true) && skin.camera !== undefined && !small;
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
    () => placePieces(plan, scene.pieces ?? [], skin, { seat, below, width, height, phone }),
    [plan, scene, skin, seat, below, width, height, phone],
  );
  const passing = useMotion(svg, { plan, scene, placed, timing: skin.timing });
  // What glows can be touched: what is lit, and what is held, which a touch puts back.
  const spots = useMemo(
    () => spotsOf(plan, placed, [...choosing.lit.map((each) => each.target), ...choosing.held]),
    [plan, placed, choosing],
  );
  // These do not glow, but can be touched, too: what is taken up instead of what is in hand, and the rest of strips.
  const others = useMemo(
    () => [...spotsOf(plan, placed, choosing.others), ...stripSpots(plan, spots)],
    [plan, placed, choosing, spots],
  );
  const base = Math.max(1, Math.min(width / frame.width, height / frame.height)); // pixels per unit

  const byKeys = useByKeys();
  const { refusal, refuse, close } = useRefusal(shown, small ? null : (target) => spotOf(plan, placed, target));
  const stood = useRef<Spot | null>(null); // where the keyboard's cursor last was, from where it goes on
  const room = useMemo(() => roomOf(frame, width / base, height / base), [frame, width, height, base]);
  const now = useRef<BoardView>(null);
  const loose = (piece: Piece) => skin.loose?.(piece, shown) ?? false;
  const put = (piece: Piece, to: { x: number; y: number; touched: boolean }) =>
    now.current !== null && (skin.put?.(piece, to, now.current) ?? false);
  const early = useRef<Tap | null>(null);
  const { zoom, setZoom, touchAgain, on } = useGestures({
    svg,
    frame: room,
    spots,
    others,
    placed,
    choosing,
    confirm: confirm === "always" || (confirm === "crowded" && leastDistance(spots) * base < FINGER - 1),
    drags: skin.drag !== false,
    fixed: small,
    loose,
    put,
    holds: skin.holds,
    onHold,
    onPoint: setCursor,
    thing: (x, y) => thingAt(plan, placed, x, y),
    refuse,
    early: ({ clientX, clientY, pointerType }) => {
      if (!shown.ahead?.ask()) return false;
      early.current = { clientX, clientY, pointerType };
      return true;
    },
    squares: plan.layout === "grid",
    inHand: choosing.held.length > 0 || choosing.pending !== null || Boolean(shown.ahead?.chosen),
  });
  // A finger comes to the board with its first touch, and only then it is asked what can be chosen in advance.
  const asking = shown.ahead?.asking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is here
  useEffect(() => {
    const tap = early.current;
    if (!tap || asking) return;
    early.current = null;
    if (asking !== undefined) touchAgain(tap); // on one's own turn that touch means nothing any more
  }, [asking]);
  const [pencil, setPencil] = useState(false);
  const sketching = useSketches({ svg, plan, scene, placed, zoom: () => zoom, pencil, off: small });
  const ahead = shown.ahead?.chosen ?? null;
  const scale = base * zoom.k;
  const here = spots.find((spot) => spot.target === cursor) ?? null;
  // Keys go there only in the present: who looks back goes through the moves with them.
  const holdable = onHold && !shown.past ? placed : [];
  const held = heldByKeys(skin, holdable, cursor);
  const taken = skin.loose && placed.find((each) => `piece:${each.piece.id}` === cursor && loose(each.piece));

  // The cursor is on a piece that is not lit, but can be held for a menu or taken up; or on what does nothing.
  const aside = here ? undefined : held ? placed.find((each) => each.piece === held) : taken;
  const dark = here || aside || !cursor ? null : spotOf(plan, placed, cursor);

  const board: BoardView = {
    ...shown,
    plan,
    scene,
    choosing,
    scale,
    frame,
    seen: seenNow(room, zoom),
    roams,
    placed,
    cursor,
    spot: (target) => spotOf(plan, placed, target),
    lookOf: (target) =>
      spots.some((spot) => spot.target === target) ? lookOf(choosing, target, shown.ahead?.quiet) : undefined,
  };
  now.current = board;
  const nameOf = (target: string) => {
    const name = targetName(plan, scene, catalogue, target, roams ? skin.called?.(target, board) : undefined);
    const comes = skin.foretells?.(target, board);
    return comes ? t("table.foretold", { name, comes }) : name;
  };
  const part = look === "last" ? lastPart(board) : look;
  const view = roams ? (skin.camera?.(board) ?? null) : part ? lookedAt(part, size) : null;
  useKeepInSight({ skin, board, spots, room, setZoom, followed: view !== null });
  const camera = useCamera({ view, base, room, zoom, setZoom });
  const own = spotsInSight(skin, board).at(-1);
  const toOwn = camera.look ?? (() => own && setZoom((was) => zoomOn(was, Math.max(was.k, NEAR), own, room)));
  useLooks(small ? null : shown, { own: toOwn, whole: () => setZoom(() => NO_ZOOM) });

  function pressed(event: KeyboardEvent<SVGSVGElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    shown.ahead?.ask();
    const stops = [...spots, ...looseSpots(placed, spots, loose), ...holdSpots(skin, holdable, spots)];
    const roaming = event.shiftKey && !picture && event.key.startsWith("Arrow");
    const reached = roaming ? everything(plan, placed) : stops;
    const from = reached.find((spot) => spot.target === cursor) ?? null;
    if (from) stood.current = from;
    const go = (spot: Spot | null) => {
      stood.current = spot ?? stood.current;
      setCursor(spot?.target ?? null);
      if (spot) setZoom((zoomed) => reveal(zoomed, spot, room));
    };
    if (event.key === "Enter" || event.key === " " || roaming) byKeys.now.current = true;
    const onScreen = (spot: { x: number; y: number }) => {
      const matrix = svg.current?.getScreenCTM();
      const at = new DOMPoint(spot.x * zoom.k + zoom.x, spot.y * zoom.k + zoom.y).matrixTransform(matrix ?? undefined);
      return { x: at.x, y: at.y };
    };
    // Where there is nothing to go to, keys are for whatever lies around the board.
    const way =
      reached.length > 0 && byKeys.now.current
        ? spotForKey(reached, from ?? stood.current, from !== null, event.key)
        : undefined;
    const closer = { "+": ZOOM_STEP, "=": ZOOM_STEP, "-": 1 / ZOOM_STEP, "0": 0 }[event.key];
    if (event.key === "Tab" && !event.shiftKey && refusal?.rules) {
      document.querySelector<HTMLElement>("[data-refusal] button")?.focus();
    } else if (event.key === "Escape" && refusal) close();
    else if (event.key === "Escape" && (choosing.held.length > 0 || choosing.pending || ahead)) choosing.putBack();
    else if (event.key === "Escape" && sketching.wipe()) setCursor(null);
    else if (way !== undefined) go(way);
    else if (closer !== undefined)
      setZoom((zoomed) => zoomOn(zoomed, zoomed.k * closer, from ?? middleOf(frame), room));
    else if (event.key === "Enter" || event.key === " ") {
      if (taken && put(taken.piece, { x: taken.x, y: taken.y, touched: true })) event.preventDefault();
      else if (here) choosing.touch(here.target);
      else if (held && onHold) onHold(held);
      else if (dark) refuse(dark, onScreen(dark));
      else if (stops.length === 0) refuse(null, onScreen(middleOf(frame)));
      else go(stood.current ? closestTo(stops, stood.current) : firstSpot(stops));
    } else return;
    event.preventDefault();
  }

  const turning = new Set((scene.pieces ?? []).filter((piece) => piece.turn).map((piece) => piece.kind));
  const occupied = new Set((scene.pieces ?? []).map((piece) => piece.at));
  const zones = zonesIn(plan, scene);
  // What was to come out of a hand onto a free square is seen there while it is said why not.
  const odd =
    plan.layout === "grid" && refusal?.rule && refusal.spot?.target.startsWith("site:")
      ? placed.find(
          ({ piece }) =>
            `piece:${piece.id}` === refusal.held &&
            piece.at.startsWith("zone:") &&
            !occupied.has(refusal.spot?.target ?? ""),
        )
      : undefined;
  const beside = skin.Foot !== undefined && roams;
  const draws = !small && <PencilButton on={pencil} toggle={() => setPencil(!pencil)} beside={beside} />;
  const tools = !small && base < FINGER && (
    <ZoomButtons
      zoom={zoom}
      frame={room}
      toOwn={own && toOwn}
      atOwn={camera.look ? camera.looks : undefined}
      beside={beside}
      setZoom={setZoom}
    />
  );
  const prompt = scene.prompt ? shown.say(scene.prompt) : (label ?? t("table.board"));
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a listbox while there is something to choose */}
      <svg
        ref={svg}
        className={classes(
          css.board,
          (here || aside || dark) && css.steered,
          zoom.k > 1 && css.zoomed,
          picture && css.picture,
          shown.ahead && css.ahead,
        )}
        data-board={picture ? "picture" : "play"}
        data-zoomed={zoom.k > 1}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role={spots.length > 0 || aside || dark ? "listbox" : "img"}
        aria-label={prompt}
        aria-activedescendant={here || aside || dark ? glowId(id, cursor ?? "") : undefined}
        tabIndex={picture ? undefined : 0}
        onKeyDown={picture ? undefined : pressed}
        {...(picture ? {} : byKeys.on)}
        {...(picture
          ? {}
          : withSketches(on, sketching, { come: shown.ahead?.ask, close, putBack: ahead && choosing.putBack }))}
      >
        <DefsLayer skin={skin} />
        <g
          className={camera.glides ? css.glides : undefined}
          transform={zoom.k > 1 ? `matrix(${zoom.k} 0 0 ${zoom.k} ${zoom.x} ${zoom.y})` : undefined}
        >
          <GroundLayer skin={skin} board={board} plan={plan} zones={zones} />
          <MarkLayer skin={skin} board={board} />
          {passing.gone.map((each) => (
            <BoardPiece
              key={`gone ${each.piece.id}`}
              {...{ skin, board, placed: each, look: undefined, points: turning.has(each.piece.kind), gone: true }}
            />
          ))}
          {placed.map((each) => (
            <BoardPiece
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
            <TargetGlow
              key={spot.target}
              skin={skin}
              board={board}
              id={glowId(id, spot.target)}
              spot={spot}
              look={lookOf(choosing, spot.target, shown.ahead?.quiet)}
              busy={spot.target.startsWith("piece:") || occupied.has(spot.target)}
              label={nameOf(spot.target)}
              cursor={spot === here}
            />
          ))}
          {aside && (
            <g
              id={glowId(id, cursor ?? "")}
              role="option"
              aria-selected="false"
              aria-label={shown.say(aside.piece.name)}
            >
              <circle
                className={cursorClass}
                data-cursor={cursor}
                cx={aside.x}
                cy={aside.y}
                r={aside.width / 2 + 0.06}
              />
            </g>
          )}
          {dark && (
            <g
              id={glowId(id, dark.target)}
              role="option"
              aria-selected="false"
              aria-disabled="true"
              aria-label={nameOf(dark.target)}
            >
              <circle className={cursorClass} data-cursor={cursor} cx={dark.x} cy={dark.y} r={dark.height / 2} />
            </g>
          )}
          {refusal && (
            <Suspense>
              <RefusalMarks
                refusal={refusal}
                spots={(targets) => spotsOf(plan, placed, targets)}
                squares={plan.layout === "grid"}
                isTaken={(target) => occupied.has(target)}
                odd={odd && refusal.spot && <PieceThere skin={skin} board={board} placed={odd} spot={refusal.spot} />}
              />
            </Suspense>
          )}
          {skin.Over && (
            <g className={css.over} data-above>
              <skin.Over at={board} />
            </g>
          )}
          {ahead && <AheadLayer path={ahead.path} spot={board.spot} />}
          {shown.arrows && (
            <Suspense>
              <ArrowLayer arrows={shown.arrows} spot={board.spot} />
            </Suspense>
          )}
          <SketchLayer sketches={sketching.sketches} spot={board.spot} />
          {roams && camera.sees && zoom.k <= 1 && <Sight part={camera.sees} />}
          <MomentLayer skin={skin} board={board} />
          <g className={css.floating} data-floating />
        </g>
      </svg>
      {!beside && draws}
      {!picture && <MomentSaid shown={board.moment} />}
      {board.moment && !board.momentBeside && !skin.saysMoments?.(board) && (
        <MomentBanner
          shown={board.moment}
          low={skin.momentIsHigh?.(board.moment.moment, board) ?? isHigh(board.moment, board)}
        />
      )}
      {skin.Foot && beside ? (
        <skin.Foot
          at={board}
          tools={
            <>
              {draws}
              {tools}
            </>
          }
        />
      ) : (
        tools
      )}
      {refusal?.rule && (
        <Suspense>
          <RefusalBubble refusal={refusal} board={svg} close={close} showRule={shown.showRule} />
        </Suspense>
      )}
    </>
  );
}

/** Where all of the board is shown: the part that the camera looks at otherwise. */
const Sight = ({ part: { x, y, width, height } }: { part: Box }) => (
  <rect className={css.sight} data-sight x={x} y={y} width={width} height={height} rx=".2" />
);

const lookedAt = (look: Box, size: { width: number; height: number }) => ({
  ...middleOf(look),
  unit: Math.min(size.width / look.width, size.height / look.height),
});

const AROUND_LAST = 1.6; // units beyond what the last step touched

/** What the last step touched, and what lies around it. */
function lastPart({ scene, spot }: BoardView): Box | undefined {
  const marks = (scene.marks ?? []).filter((mark) => mark.kind === "last");
  const spots = marks.flatMap((mark) => mark.at.map(spot)).filter((each) => each !== null);
  if (spots.length === 0) return undefined;
  const [left, right] = spread(spots.map(({ x, width }) => [x, width]));
  const [top, bottom] = spread(spots.map(({ y, height }) => [y, height]));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function spread(all: readonly (readonly [number, number])[]): [number, number] {
  const low = Math.min(...all.map(([middle, size]) => middle - size / 2));
  const high = Math.max(...all.map(([middle, size]) => middle + size / 2));
  return [low - AROUND_LAST, high + AROUND_LAST];
}

type BoardEvents = ReturnType<typeof useGestures>["on"];

/** What a hand does, after what it draws. Whoever comes to the board off turn may want to choose a move in advance; the
 * right button puts back one that is chosen. */
function withSketches(
  on: BoardEvents,
  sketching: ReturnType<typeof useSketches>,
  { come, close, putBack }: { come: (() => void) | undefined; close: () => void; putBack: (() => void) | null },
) {
  return {
    ...on,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      come?.();
      close(); // a reason goes with the next touch, which is a move at once
      if (putBack && event.button === 2) putBack();
      else if (!sketching.down(event)) on.onPointerDown(event);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (!sketching.move(event)) on.onPointerMove(event);
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (!sketching.up(event)) on.onPointerUp(event);
    },
    onPointerEnter: () => come?.(),
    onContextMenu: sketching.onContextMenu,
  };
}

/** Whether the board is played by keys: whoever has the focus on it by a pointer goes through the moves with arrows, and
 * still does if they have it again because what they were at went away. */
function useByKeys() {
  const [now, pressing] = [useRef(true), useRef(false)];
  const [on] = useState(() => ({
    onPointerDownCapture: () => {
      [now.current, pressing.current] = [false, true];
    },
    onPointerUpCapture: () => {
      pressing.current = false;
    },
    onFocus: () => {
      now.current ||= !pressing.current && !isGiven();
    },
  }));
  return { now, on };
}

/** What is asked for beside the board: the player's own piece, or all of it. */
function useLooks(shown: TableView | null, looks: Record<LookAt, () => void>) {
  const asked = looksBeside.use();
  const latest = useRef({ shown, looks });
  latest.current = { shown, looks };
  const answered = useRef(asked);
  useEffect(() => {
    if (!asked || asked === answered.current) return;
    answered.current = asked;
    const { shown, looks } = latest.current;
    if (shown?.table === asked.table && shown.game === asked.game) looks[asked.look]();
  }, [asked]);
}

/** The scene, with the skin's frame if it gives one. */
function useFramed(shown: TableView, skin: Skin, { width, height }: { width: number; height: number }) {
  const { scene, seat, phone } = shown;
  const below = belowOf(shown);
  return useMemo(() => {
    const frame = skin.frame?.(scene, { seat, below, width, height, phone });
    return frame ? { ...scene, frame } : scene;
  }, [scene, skin, seat, below, width, height, phone]);
}

/** The choice in the making, with what the skin offers besides. */
function useOffered(shown: TableView, skin: Skin): Choosing {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is new each time; these are what changes in it
  return useMemo(() => skin.choosing?.(shown) ?? shown.choosing, [skin, shown.choosing, shown.choices, shown.scene]);
}

/** The plan as it suits this screen: as the skin arranges it, or row by row where that shows more; without what the frame leaves out. */
function usePlan(shown: TableView, skin: Skin, size: { width: number; height: number }): Plan {
  const { plan, seat, phone } = shown;
  const { frame } = shown.scene;
  const below = belowOf(shown);
  const used = frame?.join();
  const { width, height } = size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame is what its numbers are
  return useMemo(() => {
    const about = { seat, below, width, height, phone };
    return planWithin(skin.arrange?.(plan, about) ?? fittedPlan(plan, seat, { width, height }), frame);
  }, [plan, skin, seat, below, width, height, phone, used]);
}

/** These targets on the board, in the order in which cards overlap; zones lie under them. */
function spotsOf(plan: Plan, placed: readonly Placed[], targets: Iterable<string>): Spot[] {
  const spots = [...new Set(targets)].map((target) => spotOf(plan, placed, target)).filter((spot) => spot !== null);
  const order = new Map(placed.map((each, i) => [`piece:${each.piece.id}`, i]));
  return spots.sort((a, b) => (order.get(a.target) ?? -1) - (order.get(b.target) ?? -1));
}

function lookOf(choosing: Choosing, target: string, quiet = false): Look {
  if (choosing.pending?.path.at(-1) === target) return "pending";
  if (choosing.held.includes(target)) return "held";
  return quiet || choosing.lit.find((each) => each.target === target)?.also ? "quiet" : "lit";
}

/** Loose pieces are stops for the keyboard. */
function looseSpots(placed: readonly Placed[], spots: readonly Spot[], loose: (piece: Piece) => boolean): Spot[] {
  return placed
    .filter((each) => loose(each.piece) && !spots.some((spot) => spot.target === `piece:${each.piece.id}`))
    .map(({ piece, x, y, width, height }) => ({ target: `piece:${piece.id}`, round: false, x, y, width, height }));
}

/** So are pieces that can be held for a menu, where there is nothing else to touch. */
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

/** The frame in the middle of what is seen. */
function roomOf(frame: Box, width: number, height: number): ZoomArea {
  const [x, y] = [frame.x - (width - frame.width) / 2, frame.y - (height - frame.height) / 2];
  return { ...frame, seen: { x, y, width, height } };
}

/** What of the plan is seen, enlarged as it is. */
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
