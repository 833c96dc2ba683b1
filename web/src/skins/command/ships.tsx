/** Ships, contacts and badges as symbols, for the board and for what stands beside it. */

import { FLEET, HULLS, type Letter } from "./hulls";

/** A badge's outline tells the family: submarine, carrier, amphibious, destroyer and cruiser, littoral, command. */
const FAMILIES: Record<string, string> = {
  S: "M-16 0a16 16 0 1 1 32 0a16 16 0 1 1-32 0z",
  FRTNE: "M-18-14H18L13 14H-13Z",
  AWV: "M-11-14.5H11Q15-14.5 15-10.5V10.5Q15 14.5 11 14.5H-11Q-15 14.5-15 10.5V-10.5Q-15-14.5-11-14.5Z",
  ZBKQ: "M0-17.5L15.5-9V9L0 17.5L-15.5 9V-9Z",
  L: "M-15-14H15V5L0 17L-15 5Z",
  C: "M-7-17H7L17-7V7L7 17H-7L-17 7V-7Z",
};
const OUTLINES = new Map(Object.entries(FAMILIES).flatMap(([letters, d]) => [...letters].map((each) => [each, d])));

const DIAMOND = "M0-33L33 0L0 33L-33 0Z";
const ROUND = "M-32 0a32 32 0 1 1 64 0a32 32 0 1 1-64 0z";

function Echo({ id, shape }: { id: string; shape: string }) {
  return (
    <g id={id}>
      <circle r="46" fill="url(#command-glow)" />
      <path className="cmd-echo-edge" d={shape} />
      <circle className="cmd-echo-range" r="19.5" />
      <path className="cmd-echo-ticks" d="M0-33V-25M0 33V25M-33 0H-25M33 0H25" />
      <circle r="19" fill="url(#command-glow)" />
      <ellipse className="cmd-echo-tail" rx="15" ry="6" transform="translate(5 5) rotate(45)" />
      <ellipse className="cmd-echo" rx="9.5" ry="7.6" transform="translate(-2 -2) rotate(-45)" />
    </g>
  );
}

export function Defs() {
  return (
    <>
      <linearGradient id="command-moon" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#f6fbf8" />
        <stop offset="1" stopColor="#a9c9ca" />
      </linearGradient>
      <linearGradient id="command-phosphor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#c4f7d6" />
        <stop offset="1" stopColor="#5cb083" />
      </linearGradient>
      <radialGradient id="command-glow">
        <stop offset="0" stopColor="#9df5bd" stopOpacity=".62" />
        <stop offset=".45" stopColor="#5fd694" stopOpacity=".22" />
        <stop offset="1" stopColor="#3fae78" stopOpacity="0" />
      </radialGradient>
      {FLEET.map((letter) => (
        <symbol key={letter} id={`command-hull-${letter}`} viewBox="0 0 72 40">
          <path d={HULLS[letter].hull} />
          <path className="cmd-line" d={HULLS[letter].line} />
          <path className="cmd-cut" d={HULLS[letter].dark} />
        </symbol>
      ))}
      {FLEET.map((letter) => (
        <g key={letter} id={`command-badge-${letter}`}>
          <path className={letter === "C" ? "cmd-badge full" : "cmd-badge"} d={OUTLINES.get(letter)} />
          <text className={letter === "C" ? "cmd-letter full" : "cmd-letter"} y="9">
            {letter}
          </text>
        </g>
      ))}
      <Echo id="command-contact" shape={DIAMOND} />
      <Echo id="command-contact-round" shape={ROUND} />
    </>
  );
}

/** A hull around 0,0 in its own side's light; the other side's sail to the left. */
export function Hull({ letter, foe, width = 88 }: { letter: Letter; foe: boolean; width?: number }) {
  const height = (width * 40) / 72;
  return (
    <g className={foe ? "cmd-foe" : "cmd-own"} fill={foe ? "url(#command-phosphor)" : "url(#command-moon)"}>
      <use
        href={`#command-hull-${letter}`}
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        transform={foe ? "scale(-1 1)" : undefined}
      />
    </g>
  );
}

export function Badge({ letter, foe, scale = 1 }: { letter: Letter; foe: boolean; scale?: number }) {
  return (
    <g className={foe ? "cmd-foe" : "cmd-own"}>
      <use href={`#command-badge-${letter}`} transform={scale === 1 ? undefined : `scale(${scale})`} />
    </g>
  );
}

/** A ship in words and pictures beside the board: its silhouette over its badge, on a piece of night. */
export function Mini({ letter, foe, gone, name }: { letter: Letter; foe: boolean; gone?: boolean; name: string }) {
  return (
    <svg className={gone ? "cmd-mini gone" : "cmd-mini"} viewBox="-42 -30 84 66" role="img" aria-label={name}>
      <title>{name}</title>
      <rect className="cmd-mini-night" x="-42" y="-30" width="84" height="66" rx="9" />
      <g transform={gone ? "rotate(-12) translate(0 -4)" : "translate(0 -6)"} opacity={gone ? 0.6 : 1}>
        <Hull letter={letter} foe={foe} width={68} />
      </g>
      <g transform="translate(0 19)">
        <Badge letter={letter} foe={foe} scale={0.86} />
      </g>
      {gone && <path className="cmd-mini-cross" d="M24-24L36-12M36-24L24-12" />}
    </svg>
  );
}
