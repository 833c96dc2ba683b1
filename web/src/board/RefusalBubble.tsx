/** Why a touch did nothing: a bubble that points to where the finger was, and marks on the board. It takes no focus. */

import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { motionIsOff } from "../ui/motion";
import { t } from "../ui/texts/page";
import type { Spot } from "./layout";
import css from "./RefusalBubble.module.css";
import type { Refusal } from "./useRefusal";

const AWAY = 30; // pixels from the finger, so that it does not cover the words
const EDGE = 8; // pixels that stay free beside the bubble
const ROUND = 24; // pixels at which the arrow keeps off the bubble's corners
const STAYS = { least: 4000, still: 6000, from: 60, letter: 50 }; // milliseconds; more for every letter past so many

export default function RefusalBubble(props: {
  refusal: Refusal;
  board: RefObject<SVGSVGElement | null>;
  close: () => void;
}) {
  const { refusal, close } = props;
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties & { below?: boolean }>({ visibility: "hidden" });
  const [over, setOver] = useState(false);
  const still = motionIsOff();
  const letters = refusal.rule.length + refusal.here.length;
  const stays = (still ? STAYS.still : STAYS.least) + Math.max(0, letters - STAYS.from) * STAYS.letter;

  useLayoutEffect(() => {
    const element = bubble.current;
    const around = props.board.current?.getBoundingClientRect();
    if (!element || !around) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const [left, right] = [Math.max(around.left, 0), Math.min(around.right, innerWidth)];
    const x = Math.min(Math.max(refusal.x - width / 2, left + EDGE), Math.max(left, right - width) - EDGE);
    const inside = Math.min(Math.max(x, EDGE), innerWidth - width - EDGE);
    const below = refusal.y - AWAY - height < EDGE;
    const top = below ? Math.min(refusal.y + AWAY, innerHeight - height - EDGE) : refusal.y - AWAY - height;
    const arrow = Math.min(Math.max(refusal.x - inside, ROUND), width - ROUND);
    setPlace({ left: inside, top, below, ["--arrow" as "rotate"]: `${arrow}px` });
  }, [refusal, props.board]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal has its own time
  useEffect(() => {
    if (over) return;
    const timer = setTimeout(close, stays);
    return () => clearTimeout(timer);
  }, [refusal.number, stays, over, close]);

  const { below, ...style } = place;
  return createPortal(
    <div
      ref={bubble}
      key={refusal.number}
      className={css.bubble}
      style={{ ...style, ["--stays" as "left"]: `${stays}ms` }}
      data-refusal
      data-below={below}
      data-still={still}
      role="alert"
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
    >
      <Icon name="ban" className={css.sign} />
      <p className={css.words}>
        <b className={css.rule}>{refusal.rule}</b> {refusal.here}
        <span className={css.heard}> {t("page.nothing-changed")}</span>
      </p>
      {still ? (
        <IconButton icon="close" label={t("refusal.close")} className={css.close} onClick={close} />
      ) : (
        <span className={css.left} data-held={over} />
      )}
    </div>,
    document.body,
  );
}

/** On the board: a cross on what was touched, and what stands in the way. In the plan's units. */
export function RefusalMarks({ refusal, spots }: { refusal: Refusal; spots: readonly Spot[] }) {
  const { spot } = refusal;
  return (
    <g className={css.marks} data-refused={spot?.target}>
      {spots.map((each) =>
        each.round ? (
          <circle key={each.target} className={css.way} cx={each.x} cy={each.y} r={each.width / 2} />
        ) : (
          <rect
            key={each.target}
            className={css.way}
            x={each.x - each.width / 2}
            y={each.y - each.height / 2}
            width={each.width}
            height={each.height}
            rx={0.12}
          />
        ),
      )}
      {spot && (
        <g transform={`translate(${spot.x} ${spot.y})`}>
          <circle className={css.disc} r={0.3} />
          <path className={css.cross} d="M-.11 -.11L.11 .11M.11 -.11L-.11 .11" />
        </g>
      )}
    </g>
  );
}
