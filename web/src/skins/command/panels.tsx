/** Beside the board: what the arbiter said of the last challenge, and how the fleets stand. */

import { belowOf, counterOf, type Piece, type TableView } from "../../board/skin";
import { classes } from "../../ui/classes";
import { PanelTitle } from "../../ui/Panel";
import { Formations } from "./deploy";
import { type Challenge, challengeIn, couldBe, deploying, isLost, isReady, letterOf } from "./facts";
import { FLEET, type Letter } from "./hulls";
import css from "./panels.module.css";
import { Badge, ShipIcon } from "./pieces";

const FEW = 6; // as many as are shown from the side; more are letters

function ShipReport({ piece, at }: { piece: Piece; at: TableView }) {
  const letter = letterOf(piece.kind);
  const fate = isLost(piece) ? "lost" : "afloat";
  const owner = { key: `seat.${piece.seat ?? 0}` };
  const own = piece.seat === at.seat;
  if (letter) {
    const ship = { key: `class.${letter}` };
    return (
      <div className={css.met}>
        <ShipIcon letter={letter} foe={piece.seat !== (belowOf(at) ?? 0)} gone={isLost(piece)} name={at.say(ship)} />
        <p>{at.say({ key: `skin.${own ? "own" : "other"}-${fate}`, args: { ship, owner } })}</p>
      </div>
    );
  }
  const could = at.seat === null ? [] : couldBe(piece);
  return (
    <div className={classes(css.met, css.contact)}>
      <p>
        {at.say({ key: `skin.contact-${fate}`, args: { owner } })}{" "}
        {could.length > 0 && at.say({ key: "skin.can-be", args: { count: could.length } })}
      </p>
      {could.length > FEW ? (
        <Badges letters={could} foe at={at} />
      ) : (
        <div className={css.minis}>
          {could.map((each) => (
            <ShipIcon key={each} letter={each} foe name={at.say({ key: `class.${each}` })} />
          ))}
        </div>
      )}
    </div>
  );
}

function Report({ at, met }: { at: TableView; met: Challenge }) {
  const player = { key: `seat.${met.by}` };
  const sorted = [...met.ships].sort((a, b) => Number(b.seat === at.seat) - Number(a.seat === at.seat));
  return (
    <section className={css.report} data-report>
      <PanelTitle className={css.reportTitle}>{at.say({ key: "skin.report", args: { at: met.at } })}</PanelTitle>
      <p className={css.who}>
        {met.by === at.seat
          ? at.say({ key: "skin.you-challenged" })
          : at.say({ key: "skin.challenged", args: { player } })}
      </p>
      {sorted.map((piece) => (
        <ShipReport key={piece.id} piece={piece} at={at} />
      ))}
    </section>
  );
}

function Badges({ letters, foe, at }: { letters: readonly Letter[]; foe: boolean; at: TableView }) {
  return (
    <p className={css.badges}>
      {letters.map((letter) => (
        <SmallBadge key={letter} letter={letter} foe={foe} at={at} />
      ))}
    </p>
  );
}

function SmallBadge({
  letter,
  foe,
  at,
  lost = false,
}: {
  letter: Letter;
  foe: boolean;
  at: TableView;
  lost?: boolean;
}) {
  const name = at.say({ key: `class.${letter}` });
  return (
    <svg className={css.badge} viewBox="-21 -20 42 40" role="img" aria-label={name}>
      <title>{name}</title>
      <rect className={css.night} x="-21" y="-20" width="42" height="40" rx="6" />
      <Badge letter={letter} foe={foe} />
      {lost && <path className={css.cross} d="M-17 16L17-16" />}
    </svg>
  );
}

/** The fleet's order of strength, for those who do not know it by heart. */
function Ranks({ at }: { at: TableView }) {
  return (
    <section>
      <PanelTitle className={css.title}>{at.say({ key: "skin.ranks" })}</PanelTitle>
      <Badges letters={FLEET} foe={false} at={at} />
      <p>{at.say({ key: "skin.ranks-how" })}</p>
    </section>
  );
}

function KeyLine({ d, text, you = false }: { d: string; text: string; you?: boolean }) {
  return (
    <p className={css.keyLine}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={classes(css.sign, you && css.you)}>
        <path d={d} />
      </svg>
      {text}
    </p>
  );
}

export function Beside({ at }: { at: TableView }) {
  if (deploying(at.scene) && !at.past)
    return (
      <div className={css.beside}>
        {!isReady(at.scene) && !at.phone && (
          <section>
            <PanelTitle className={css.title}>{at.say({ key: "skin.formations" })}</PanelTitle>
            <Formations at={at} />
          </section>
        )}
        {!isReady(at.scene) && <p>{at.say({ key: "skin.how" })}</p>}
        {(at.phone || isReady(at.scene)) && <Ranks at={at} />}
      </div>
    );
  const met = challengeIn(at.scene);
  return (
    <div className={css.beside}>
      {met && <Report at={at} met={met} />}
      <Ranks at={at} />
      {!at.over && at.seat !== null && (
        <section className={css.key}>
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

/** On a phone the arbiter's words stand under the board; when there are none, what is left of the viewer's own fleet. */
export function Below({ at }: { at: TableView }) {
  if (!at.phone || deploying(at.scene)) return null;
  const met = challengeIn(at.scene);
  if (!met && at.seat === null) return null;
  return <div className={css.below}>{met ? <Report at={at} met={met} /> : <OwnFleet at={at} />}</div>;
}

/** The viewer's own fleet in the order of strength: how many of each class are afloat, and which are gone. */
function OwnFleet({ at }: { at: TableView }) {
  const afloat = (letter: string) =>
    (at.scene.pieces ?? []).filter(
      (piece) => piece.seat === at.seat && piece.kind === `ship-${letter}` && !isLost(piece),
    ).length;
  return (
    <section className={css.fleet} aria-label={at.say({ key: "skin.own-fleet" })}>
      {FLEET.map((letter) => {
        const count = afloat(letter);
        const name = at.say({ key: "skin.of-class", args: { count, ship: { key: `class.${letter}` } } });
        return (
          <svg key={letter} className={css.ship} viewBox="-24 -22 48 72" role="img" aria-label={name}>
            <title>{name}</title>
            <g opacity={count > 0 ? 1 : 0.5}>
              <Badge letter={letter} foe={false} />
            </g>
            {count === 0 && <path className={css.cross} d="M-17 16L17-16" />}
            {count > 1 && (
              <text className={css.times} y="42">
                ×{count}
              </text>
            )}
          </svg>
        );
      })}
    </section>
  );
}

/** How many are afloat and, of ships whose class the viewer knows, which are not; while fleets deploy, who is ready. */
export function Tally({ seat, at, on }: { seat: number; at: TableView; on: boolean }) {
  const afloat = counterOf(at.scene, `afloat-${seat}`);
  if (!afloat) {
    const ready = !at.toAct.includes(seat) && !at.over && at.toAct.length > 0;
    const left = at.scene.counters?.find((each) => each.id === "to-place" && each.seat === seat);
    return (
      <span className={classes(ready && css.ready, ready && on && css.on)}>
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
        <span className={css.lost} data-lost title={at.say({ key: "skin.lost" })}>
          {known.map((letter, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a class are alike
            <SmallBadge key={i} letter={letter} foe={seat !== (belowOf(at) ?? 0)} at={at} lost />
          ))}
        </span>
      )}
    </>
  );
}
