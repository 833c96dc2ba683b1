/** Beside the board: what the arbiter said of the last challenge, and how the fleets stand. */

import type { Piece, Shown } from "../types";
import { couldBe } from "./could";
import { Formations } from "./deploy";
import { deploying, letterOf } from "./formation";
import { FLEET, type Letter } from "./hulls";
import { isReady } from "./layout";
import { Badge, Hull, Mini } from "./ships";

const FEW = 6; // as many as are shown from the side; more are letters

const isLost = (piece: Piece) => piece.at.startsWith("zone:lost");

interface Met {
  at: string; // the square
  by: number;
  ships: Piece[]; // of both seats
}

/** The challenge that is marked on the board. */
export function metIn({ marks = [], pieces = [] }: Shown["scene"]): Met | null {
  const mark = marks.find((each) => each.kind === "challenge");
  const ships = mark?.at.flatMap((target) => pieces.find((piece) => `piece:${piece.id}` === target) ?? []) ?? [];
  if (!mark || ships.length < 2) return null;
  return { at: (mark.at[0] ?? "").slice("site:".length), by: mark.seat ?? 0, ships };
}

function ShipWords({ piece, at }: { piece: Piece; at: Shown }) {
  const letter = letterOf(piece.kind);
  const fate = isLost(piece) ? "lost" : "afloat";
  const owner = { key: `seat.${piece.seat ?? 0}` };
  const own = piece.seat === at.seat;
  if (letter) {
    const ship = { key: `class.${letter}` };
    return (
      <div className="cmd-met">
        <Mini letter={letter} foe={piece.seat !== (at.seat ?? 0)} gone={isLost(piece)} name={at.say(ship)} />
        <p>{at.say({ key: `skin.${own ? "own" : "other"}-${fate}`, args: { ship, owner } })}</p>
      </div>
    );
  }
  const could = at.seat === null ? [] : couldBe(piece);
  return (
    <div className="cmd-met contact">
      <p>
        {at.say({ key: `skin.contact-${fate}`, args: { owner } })}{" "}
        {could.length > 0 && at.say({ key: "skin.can-be", args: { count: could.length } })}
      </p>
      {could.length > FEW ? (
        <Badges letters={could} foe at={at} />
      ) : (
        <div className="cmd-minis">
          {could.map((each) => (
            <Mini key={each} letter={each} foe name={at.say({ key: `class.${each}` })} />
          ))}
        </div>
      )}
    </div>
  );
}

function Report({ at, met }: { at: Shown; met: Met }) {
  const player = { key: `seat.${met.by}` };
  const sorted = [...met.ships].sort((a, b) => Number(b.seat === at.seat) - Number(a.seat === at.seat));
  return (
    <section className="cmd-report">
      <h2>{at.say({ key: "skin.report", args: { at: met.at } })}</h2>
      <p className="cmd-who">
        {met.by === at.seat
          ? at.say({ key: "skin.you-challenged" })
          : at.say({ key: "skin.challenged", args: { player } })}
      </p>
      {sorted.map((piece) => (
        <ShipWords key={piece.id} piece={piece} at={at} />
      ))}
    </section>
  );
}

function Badges({ letters, foe, at }: { letters: readonly Letter[]; foe: boolean; at: Shown }) {
  return (
    <p className="cmd-badges">
      {letters.map((letter) => (
        <svg key={letter} viewBox="-21 -20 42 40" role="img" aria-label={at.say({ key: `class.${letter}` })}>
          <title>{at.say({ key: `class.${letter}` })}</title>
          <rect className="cmd-mini-night" x="-21" y="-20" width="42" height="40" rx="6" />
          <Badge letter={letter} foe={foe} />
        </svg>
      ))}
    </p>
  );
}

/** The fleet's order of strength, for those who do not know it by heart. */
function Ranks({ at }: { at: Shown }) {
  return (
    <section className="cmd-ranks">
      <h2>{at.say({ key: "skin.ranks" })}</h2>
      <Badges letters={FLEET} foe={false} at={at} />
      <p>{at.say({ key: "skin.ranks-how" })}</p>
    </section>
  );
}

function KeyLine({ d, text, you = false }: { d: string; text: string; you?: boolean }) {
  return (
    <p>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={you ? "you" : ""}>
        <path d={d} />
      </svg>
      {text}
    </p>
  );
}

export function Beside({ at }: { at: Shown }) {
  if (deploying(at.scene) && !at.past)
    return (
      <div className="cmd-beside">
        {!isReady(at.scene) && !at.phone && (
          <section>
            <h2>{at.say({ key: "skin.formations" })}</h2>
            <Formations at={at} />
          </section>
        )}
        {!isReady(at.scene) && <p>{at.say({ key: "skin.how" })}</p>}
        {(at.phone || isReady(at.scene)) && <Ranks at={at} />}
      </div>
    );
  const met = metIn(at.scene);
  return (
    <div className="cmd-beside">
      {met && <Report at={at} met={met} />}
      <Ranks at={at} />
      {!at.over && at.seat !== null && (
        <section className="cmd-key">
          <KeyLine d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5" text={at.say({ key: "skin.key-ship" })} you />
          <KeyLine d="M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18M10 8l4 4-4 4" text={at.say({ key: "skin.key-water" })} you />
          <KeyLine
            d="M12 5a7 7 0 1 1 0 14a7 7 0 1 1 0-14M12 2v6M12 16v6M2 12h6M16 12h6"
            text={at.say({ key: "skin.key-challenge" })}
            you
          />
          <KeyLine d="M12 2L22 12L12 22L2 12ZM12 12v.01" text={at.say({ key: "skin.note-hint" })} />
        </section>
      )}
    </div>
  );
}

/** On a phone the arbiter's words stand under the board; when there are none, what is left of one's own fleet. */
export function Below({ at }: { at: Shown }) {
  if (!at.phone || deploying(at.scene)) return null;
  const met = metIn(at.scene);
  if (met) return <Report at={at} met={met} />;
  return at.seat === null ? null : <OwnFleet at={at} />;
}

/** One's own fleet in the order of strength: how many of each class are afloat, and which are gone. */
function OwnFleet({ at }: { at: Shown }) {
  const afloat = (letter: string) =>
    (at.scene.pieces ?? []).filter(
      (piece) => piece.seat === at.seat && piece.kind === `ship-${letter}` && !isLost(piece),
    ).length;
  return (
    <section className="cmd-fleet" aria-label={at.say({ key: "skin.own-fleet" })}>
      {FLEET.map((letter) => {
        const count = afloat(letter);
        const name = at.say({ key: "skin.of-class", args: { count, ship: { key: `class.${letter}` } } });
        return (
          <svg key={letter} viewBox="-24 -22 48 72" role="img" aria-label={name}>
            <title>{name}</title>
            <g opacity={count > 0 ? 1 : 0.5}>
              <Badge letter={letter} foe={false} />
            </g>
            {count === 0 && <path className="cmd-mini-cross" d="M-17 16L17-16" />}
            {count > 1 && <text y="42">×{count}</text>}
          </svg>
        );
      })}
    </section>
  );
}

/** How many are afloat and, of ships whose class the viewer knows, which are not; while fleets deploy, who is ready. */
export function Tally({ seat, at }: { seat: number; at: Shown }) {
  const counters = at.scene.counters ?? [];
  const afloat = counters.find((each) => each.id === `afloat-${seat}`);
  if (!afloat) {
    const ready = !at.toAct.includes(seat) && !at.over && at.toAct.length > 0;
    const left = counters.find((each) => each.id === "to-place" && each.seat === seat);
    return (
      <span className={ready ? "cmd-ready" : ""}>
        {ready
          ? `✓ ${at.say({ key: "skin.ready" })}`
          : left
            ? at.say({ key: "skin.placed", args: { count: (left.of ?? 0) - left.value, of: left.of ?? 0 } })
            : at.say({ key: "skin.deploying" })}
      </span>
    );
  }
  const lost = (at.scene.pieces ?? []).filter((piece) => piece.seat === seat && isLost(piece));
  const known = lost.flatMap((piece) => letterOf(piece.kind) ?? []);
  known.sort((a, b) => FLEET.indexOf(a) - FLEET.indexOf(b));
  return (
    <>
      <span>{at.say({ key: "skin.afloat", args: { count: afloat.value } })}</span>
      {known.length > 0 && !at.phone && (
        <span className="cmd-lost" title={at.say({ key: "skin.lost" })}>
          {known.map((letter, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a class are alike
            <svg key={i} viewBox="-21 -20 42 40" role="img" aria-label={at.say({ key: `class.${letter}` })}>
              <title>{at.say({ key: `class.${letter}` })}</title>
              <rect className="cmd-mini-night" x="-21" y="-20" width="42" height="40" rx="6" />
              <Badge letter={letter} foe={seat !== (at.seat ?? 0)} />
              <path className="cmd-mini-cross" d="M-17 16L17-16" />
            </svg>
          ))}
        </span>
      )}
    </>
  );
}

/** White sails to the right on light water, Black to the left on dark. */
export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg className={`cmd-seat seat-${seat}`} viewBox="-50 -50 100 100" aria-hidden="true">
      <circle className="cmd-seat-sea" r="50" />
      <Hull letter={seat === 0 ? "B" : "Q"} foe={seat === 1} width={76} />
    </svg>
  );
}
