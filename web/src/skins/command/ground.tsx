/** The chart under it all: depths, a compass rose, soundings, the grid, the scale round the edge, letters and numbers. */

import { memo } from "react";
import { type BoardView, belowOf, counterOf, type ZoneProps } from "../../board/skin";
import { deploying, isReady, letterOf } from "./facts";
import css from "./ground.module.css";
import { FLEET } from "./hulls";
import { COLUMNS, cells, cutOff, OWN_ROWS, ROWS } from "./layout";
import { FINE, ShipCell, TrayCell, textSize } from "./pieces";

// In hundredths of a square; the sea begins at 36, 36.
const SIDE = 36;
const [RIGHT, BOTTOM] = [SIDE + 100 * COLUMNS, SIDE + 100 * ROWS];
const MIDDLE = { x: (SIDE + RIGHT) / 2, y: (SIDE + BOTTOM) / 2 };
const DEEPER = [1, 0.78, 0.595, 0.435, 0.28];
const DEEPS = [
  {
    x: 150,
    y: 160,
    shore:
      "M455 0C438 45 354 80 316 117C279 154 269 195 230 221C190 247 131 271 81 273C31 275-20 242-69 231C-118 220-169 223-213 205C-257 188-297 158-335 124C-373 90-424 48-443 0C-462-48-487-131-450-167C-414-203-289-212-224-216C-158-220-105-190-57-191C-8-193 20-222 67-226C114-230 168-230 226-218C284-206 377-190 416-154C454-118 471-45 455 0Z",
  },
  {
    x: 800,
    y: 640,
    shore:
      "M487 0C509 50 497 134 458 176C418 218 316 239 251 252C187 266 125 264 73 256C21 249-9 213-59 208C-110 204-161 234-229 230C-297 225-428 219-468 180C-509 142-488 54-472 0C-455-54-407-102-369-142C-330-182-289-220-240-240C-191-261-129-255-75-264C-21-274 33-302 85-297C136-292 194-263 234-234C274-206 283-164 325-125C367-86 465-50 487 0Z",
  },
  {
    x: 858,
    y: 120,
    shore:
      "M155 0C148 26 174 43 173 69C171 94 165 127 146 150C127 173 92 194 58 205C24 217-25 230-59 221C-92 212-119 175-144 153C-169 130-194 110-210 85C-226 60-250 25-242 0C-233-25-182-45-160-65C-138-84-128-96-110-117C-92-139-80-175-51-193C-22-210 23-222 63-224C104-225 167-222 192-199C218-176 222-119 216-86C210-53 162-26 155 0Z",
  },
  {
    x: 95,
    y: 720,
    shore:
      "M236 0C220 34 200 59 179 80C157 102 130 107 108 129C87 152 78 195 49 215C20 236-33 258-68 251C-103 245-130 201-160 177C-191 153-230 137-251 108C-272 78-292 33-286 0C-280-33-240-67-215-92C-191-117-166-140-138-151C-109-163-76-154-46-162C-15-170 4-186 45-198C86-210 162-247 200-234C239-221 270-162 276-123C282-84 253-34 236 0Z",
  },
];
const SOUNDINGS =
  "114,58,31 50,158,18 114,258,80 50,358,86 114,458,76 50,558,23 50,758,23 214,158,84 150,258,40 214,558,86 150,658,40 214,758,29 314,58,30 250,558,85 250,758,82 514,58,43 450,358,85 514,458,75 450,758,21 550,58,65 614,158,55 550,258,74 614,558,83 714,58,56 750,58,51 750,458,61 750,658,71 814,758,90 914,58,19 850,158,48 914,258,43 850,358,75 914,458,69 850,558,47".split(
    " ",
  );

const turns = (n: number) => Array.from({ length: n }, (_, i) => i);

const Depths = memo(function Depths() {
  return DEEPS.map((deep) =>
    DEEPER.map((k) => (
      <path key={k} className={css.depth} d={deep.shore} transform={`translate(${deep.x} ${deep.y}) scale(${k})`} />
    )),
  );
});

const Rose = memo(function Rose() {
  const ray = (degrees: number, from: number, to: number) => {
    const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return `M${(x * from).toFixed(1)} ${(y * from).toFixed(1)}L${(x * to).toFixed(1)} ${(y * to).toFixed(1)}`;
  };
  const ticks = turns(72).map((i) => ray(i * 5, 195, i % 3 === 0 ? 215 : 206));
  return (
    <g className={css.rose} transform={`translate(${MIDDLE.x} ${MIDDLE.y})`}>
      <path
        opacity=".45"
        d={turns(16)
          .map((i) => ray(6.9 + i * 22.5, 0, 900))
          .join("")}
      />
      <circle r="215" />
      <circle r="195" />
      <circle r="151" />
      <path d={ticks.join("")} />
      {turns(4).map((i) => (
        <g key={i} transform={`rotate(${i * 90})`}>
          <path className={css.point} d="M0-189L19-19L0 0Z" />
          <path d="M0-189L-19-19L0 0Z" />
        </g>
      ))}
    </g>
  );
});

const Soundings = memo(function Soundings() {
  return SOUNDINGS.map((each) => {
    const [x, y, depth] = each.split(",");
    return (
      <text key={each} className={css.sounding} x={x} y={y}>
        {depth}
      </text>
    );
  });
});

/** Half of every square in bars along the edge. */
function bars(top: number): string {
  const across = turns(COLUMNS).map(
    (i) => `M${SIDE + i * 100} ${top - 8}h50v5h-50zM${SIDE + i * 100} ${BOTTOM + 3}h50v5h-50z`,
  );
  const rows = turns(Math.round((BOTTOM - top) / 100));
  const down = rows.map((i) => `M${SIDE - 8} ${top + i * 100}v50h5v-50zM${RIGHT + 3} ${top + i * 100}v50h5v-50z`);
  return [...across, ...down].join("");
}

function grid(top: number): string {
  const rows = turns(Math.round((BOTTOM - top) / 100) + 1).map((i) => `M${SIDE} ${top + i * 100}H${RIGHT}`);
  const columns = turns(COLUMNS + 1).map((i) => `M${SIDE + i * 100} ${top}V${BOTTOM}`);
  return [...rows, ...columns].join("");
}

interface SeaProps {
  cut: number; // rows that are left out above
  turned: boolean; // seen from Black's side
  small: boolean; // on a phone: no soundings
  size: number; // of letters and numbers
}

const Sea = memo(function Sea({ cut, turned, small, size }: SeaProps) {
  const top = SIDE + cut * 100;
  const height = BOTTOM - top;
  return (
    <>
      <svg
        x={SIDE}
        y={top}
        width={RIGHT - SIDE}
        height={height}
        viewBox={`${SIDE} ${top} ${RIGHT - SIDE} ${height}`}
        aria-hidden="true"
      >
        <rect className={css.sea} x={SIDE} y={top} width={RIGHT - SIDE} height={height} />
        <Depths />
        <Rose />
        {!small && <Soundings />}
      </svg>
      <path className={css.grid} d={grid(top)} />
      <path className={css.bars} d={bars(top)} />
      <rect className={css.frame} x={SIDE - 9} y={top - 9} width={RIGHT - SIDE + 18} height={height + 18} />
      <g className={css.coordinates} fontSize={size}>
        {turns(COLUMNS).map((i) => (
          <text key={i} className={css.coordinate} x={SIDE + 50 + i * 100} y={BOTTOM + 23}>
            {String.fromCharCode(97 + (turned ? COLUMNS - 1 - i : i))}
          </text>
        ))}
        {turns(ROWS - cut).map((i) => (
          <text key={i} className={css.coordinate} x={14} y={BOTTOM - 50 - i * 100}>
            {turned ? ROWS - i : i + 1}
          </text>
        ))}
      </g>
    </>
  );
});

/** While a fleet deploys the water before its rows is dark; a spectator sees nothing else. */
function Veil({ at, cut, size }: { at: BoardView; cut: number; size: number }) {
  const watching = at.seat === null;
  const top = SIDE + cut * 100;
  const end = watching ? BOTTOM : BOTTOM - OWN_ROWS * 100;
  return (
    <>
      <rect className={css.veil} x={SIDE} y={top} width={RIGHT - SIDE} height={end - top} />
      {!watching && <path className={css.shore} d={`M${SIDE} ${end}H${RIGHT}`} />}
      <text className={css.dark} x={MIDDLE.x} y={(top + end) / 2} fontSize={size}>
        {at.say({ key: watching ? "prompt.deploying" : "skin.dark" })}
      </text>
    </>
  );
}

export function Ground({ at }: { at: BoardView }) {
  const own = deploying(at.scene) && at.seat !== null;
  const cut = own && !isReady(at.scene) ? cutOff(at.phone) : 0;
  const secret = own || at.scene.prompt?.key === "prompt.deploying";
  const least = 1210 / at.scale; // twelve pixels
  return (
    <g transform="scale(.01)">
      <Sea
        cut={cut}
        turned={belowOf(at) === 1}
        small={at.scale < 48}
        size={Math.round(Math.min(33, Math.max(20, least)))}
      />
      {secret && <Veil at={at} cut={cut} size={Math.max(28, least)} />}
    </g>
  );
}

/** The tray: cells of classes that all stand on the chart already; in the last cell, how many do. */
export function ZoneDrawing({ zone, pieces, at }: ZoneProps) {
  if (!zone.id.startsWith("reserve")) return null;
  const waiting = new Set(pieces.map((piece) => letterOf(piece.kind)));
  const places = cells(zone);
  const counter = counterOf(at.scene, "to-place");
  const last = places[FLEET.length];
  return (
    <>
      {FLEET.map((letter, i) => {
        const place = places[i];
        if (!place || waiting.has(letter)) return null;
        const [w, h] = [place.width * 100, place.height * 100];
        const size = textSize(at, 19);
        return (
          <TrayCell key={letter} done width={w} height={h} transform={`translate(${place.x} ${place.y}) ${FINE}`}>
            <g opacity=".56">
              <ShipCell letter={letter} width={place.width} height={place.height} at={at} />
            </g>
            <path
              className={css.tick}
              transform={`translate(${w / 2 - size * 0.8} ${-h / 2 + size * 0.8}) scale(${size / 20})`}
              d="M-7 0L-2 5L7-6"
            />
          </TrayCell>
        );
      })}
      {last && counter && (
        <g transform={`translate(${last.x} ${last.y}) ${FINE}`}>
          <text className={css.sum} y={-8} fontSize={44}>
            {(counter.of ?? 0) - counter.value}
          </text>
          <text className={css.sumWords} y={textSize(at, 18) + 8} fontSize={textSize(at, 18)}>
            {at.say({ key: "skin.of-placed", args: { of: counter.of ?? 0 } })}
          </text>
        </g>
      )}
    </>
  );
}
