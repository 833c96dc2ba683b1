/** Why a touch did nothing: a bubble that points to where the finger was, and marks on the board. It takes no focus. */

import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { giveFocus } from "../ui/focus";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { MoreButton } from "../ui/MoreLink";
import { motionIsOff } from "../ui/motion";
import { currentSettings } from "../ui/settings";
import { t } from "../ui/texts/page";
import type { Spot } from "./layout";
import css from "./RefusalBubble.module.css";
import { BEAT, EASE } from "./useMotion";
import type { Refusal } from "./useRefusal";

const AWAY = 30; // pixels from the finger, so that it does not cover the words
const EDGE = 8; // pixels that stay free beside the bubble
const ROUND = 24; // pixels at which the arrow keeps off the bubble's corners
const STAYS = { least: 4000, still: 6000, from: 60, letter: 50 }; // milliseconds; more for every letter past so many
const BUZZ = 30; // milliseconds
// What the bubble does not cover, if it can stand on the other side of the finger.
const SHOWN = "[data-look=held], [data-in-the-way], [data-fits]";

export default function RefusalBubble(props: {
  refusal: Refusal;
  board: RefObject<SVGSVGElement | null>;
  close: () => void;
  showRule: ((about: string | null) => void) | undefined;
}) {
  const { refusal, close, showRule } = props;
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties & { below?: boolean }>({ visibility: "hidden" });
  const [over, setOver] = useState(false);
  const still = motionIsOff();
  const letters = refusal.rule.length + refusal.here.length;
  const stays = (still ? STAYS.still : STAYS.least) + Math.max(0, letters - STAYS.from) * STAYS.letter;

  useLayoutEffect(() => {
    const element = bubble.current;
    const board = props.board.current;
    if (!element || !board) return;
    const around = board.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const [left, right] = refusal.beside
      ? [0, innerWidth]
      : [Math.max(around.left, 0), Math.min(around.right, innerWidth)];
    const x = Math.min(Math.max(refusal.x - width / 2, left + EDGE), Math.max(left, right - width) - EDGE);
    const inside = Math.min(Math.max(x, EDGE), innerWidth - width - EDGE);
    const [above, under] = [refusal.y - AWAY - height, refusal.y + AWAY];
    const shown = [...board.querySelectorAll(SHOWN)].map((each) => each.getBoundingClientRect());
    const covers = (top: number) =>
      shown.filter(
        (box) => box.left < inside + width && box.right > inside && box.top < top + height && box.bottom > top,
      ).length;
    const fits = under + height <= innerHeight - EDGE;
    const below = above < EDGE || (fits && covers(under) < covers(above));
    const top = below ? Math.min(under, innerHeight - height - EDGE) : above;
    const arrow = Math.min(Math.max(refusal.x - inside, ROUND), width - ROUND);
    setPlace({ left: inside, top, below, ["--arrow" as "rotate"]: `${arrow}px` });
  }, [refusal, props.board]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal has its own time
  useEffect(() => {
    if (over) return;
    const timer = setTimeout(close, stays);
    return () => clearTimeout(timer);
  }, [refusal.number, stays, over, close]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is another bubble
  useLayoutEffect(() => {
    const element = bubble.current;
    if (currentSettings().sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    return () => {
      if (element && !motionIsOff()) fadeAway(element);
    };
  }, [refusal.number]);

  // Beside the board, too, a reason goes with the next touch.
  useEffect(() => {
    if (!refusal.beside) return;
    const touched = ({ target }: Event) => target instanceof Node && !bubble.current?.contains(target) && close();
    const key = (event: globalThis.KeyboardEvent) => event.key === "Escape" && close();
    document.addEventListener("pointerdown", touched, true);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", touched, true);
      document.removeEventListener("keydown", key);
    };
  }, [refusal.beside, close]);

  /** With the keyboard in it: back to the board, where what is in hand stays there. */
  function pressed(event: KeyboardEvent) {
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (props.board.current) giveFocus(props.board.current);
    if (event.key === "Escape") close();
  }

  const { below, ...style } = place;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the button in it that has the focus, and Escape closes it
    <div
      ref={bubble}
      key={refusal.number}
      className={css.bubble}
      style={{ ...style, ["--stays" as "left"]: `${stays}ms` }}
      data-refusal={refusal.number}
      data-below={below}
      data-still={still}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setOver(true)}
      onBlur={() => setOver(false)}
      onKeyDown={pressed}
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest("button"))) close(); // it has been read
      }}
    >
      <Icon name="ban" className={css.sign} />
      <div className={css.words}>
        <p role="alert">
          <b className={css.rule}>{refusal.rule}</b> {refusal.here}
          <span className={css.heard}> {t("page.nothing-changed")}</span>
        </p>
        {refusal.rules && showRule && (
          <MoreButton
            className={css.more}
            data-show-rule={refusal.about ?? ""}
            onClick={() => {
              close();
              showRule(refusal.about);
            }}
          >
            {t(refusal.rules === "rule" ? "refusal.show-rule" : "refusal.show-rules")}
          </MoreButton>
        )}
      </div>
      {still ? (
        <IconButton icon="close" label={t("refusal.close")} className={css.close} onClick={close} />
      ) : (
        <span className={css.left} data-held={over} />
      )}
    </div>,
    document.body,
  );
}

/** What is gone already fades as a picture of itself: the next touch is a move at once. */
function fadeAway(bubble: HTMLElement) {
  const picture = bubble.cloneNode(true) as HTMLElement;
  picture.removeAttribute("data-refusal");
  picture.setAttribute("data-fading", "");
  picture.inert = true;
  for (const each of picture.querySelectorAll("[role]")) each.removeAttribute("role");
  document.body.append(picture);
  const fades = picture.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: BEAT / 2, easing: EASE });
  if (fades) fades.onfinish = () => picture.remove();
  else picture.remove();
}

interface MarksProps {
  refusal: Refusal;
  spots: (targets: readonly string[]) => readonly Spot[];
  isTaken: (target: string) => boolean; // a piece stands there
  squares: boolean; // places are squares
  odd?: ReactNode; // what was to go there, as it would lie
}

/** On the board: a cross on what was touched, what stands in the way, and what would do. In the plan's units. */
export function RefusalMarks({ refusal, spots, isTaken, squares, odd }: MarksProps) {
  const { spot } = refusal;
  const way = spots(refusal.at).map((each) => (squares ? { ...each, round: false } : each));
  const row = way.length > 1 && squares ? rowOf(spot ? [...way, spot] : way) : null;
  const marks = useRef<SVGGElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (motionIsOff()) return;
    for (const lit of marks.current?.ownerSVGElement?.querySelectorAll("[data-target][data-look=lit] > *") ?? [])
      lit.animate?.({ scale: [1, 1.2, 1] }, { duration: 2 * BEAT, easing: EASE });
  }, [refusal.number]);
  return (
    <g ref={marks} className={css.marks} data-refused={spot?.target ?? ""}>
      {row ? (
        <Outline spot={row} by={0} className={css.way} data-in-the-way={refusal.at.join(" ")} />
      ) : (
        way.map((each) => <InTheWay key={each.target} spot={each} struck={!squares && isTaken(each.target)} />)
      )}
      {spots(refusal.fits).map((each) => (
        <Outline key={each.target} spot={each} by={0.05} className={css.fits} data-fits={each.target} />
      ))}
      {odd && <g className={css.odd}>{odd}</g>}
      {spot && (
        <g
          transform={
            odd
              ? `translate(${spot.x + spot.width / 2} ${spot.y - spot.height / 2}) scale(.8)`
              : `translate(${spot.x} ${spot.y})`
          }
        >
          <circle className={css.disc} r={0.3} />
          <path className={css.cross} d="M-.11 -.11L.11 .11M.11 -.11L-.11 .11" />
        </g>
      )}
    </g>
  );
}

/** What stands in the way: a round piece is struck through, anything else outlined. */
function InTheWay({ spot, struck }: { spot: Spot; struck: boolean }) {
  if (!struck) return <Outline spot={spot} by={0} className={css.way} data-in-the-way={spot.target} />;
  const far = (spot.width / 2) * Math.SQRT1_2;
  return (
    <g className={css.struck} data-in-the-way={spot.target} data-struck>
      <Outline spot={spot} by={0} className={undefined} />
      <path d={`M${spot.x - far} ${spot.y + far}L${spot.x + far} ${spot.y - far}`} />
    </g>
  );
}

/** Squares side by side, as one; null: they lie otherwise. */
function rowOf(spots: readonly Spot[]): Spot | null {
  const [first] = spots;
  if (!first) return null;
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const along = Math.max(right - left, bottom - top);
  if (Math.min(right - left, bottom - top) > 0.01 || along > new Set(spots.map((each) => each.target)).size - 0.99)
    return null;
  const [width, height] = [right - left + first.width, bottom - top + first.height];
  return { ...first, x: (left + right) / 2, y: (top + bottom) / 2, width, height };
}

type OutlineProps = { spot: Spot; by: number; className: string | undefined } & Record<`data-${string}`, string>;

function Outline({ spot: { x, y, width, height, round }, by, ...rest }: OutlineProps) {
  if (round) return <circle cx={x} cy={y} r={width / 2 + by} {...rest} />;
  const [w, h] = [width + 2 * by, height + 2 * by];
  return <rect x={x - w / 2} y={y - h / 2} width={w} height={h} rx={0.12} {...rest} />;
}
