/** Beside the board: how many are left, what may be said, and at the end what was left in the hands. */

import type { Shown } from "../types";
import { counter, leftOver, owing, saidBy, slots, WORDS } from "./facts";
import { SeatShape, SignIcon } from "./Signals";

export function Beside({ at }: { at: Shown }) {
  const left = counter(at.scene, "left");
  const count = left?.value ?? 0;
  const all = left?.of ?? 0;
  return (
    <>
      <div className="dance-together">
        <b className="show num">{count}</b>
        <p>{at.say({ key: "skin.left-together", args: { count } })}</p>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className="all" width="100" height="4" />
          <rect className="done" width={all ? (100 * (all - count)) / all : 0} height="4" />
        </svg>
        <p className="small">{at.say({ key: "skin.placed", args: { count: all - count, all } })}</p>
      </div>
      {at.over ? <LeftOver at={at} /> : <Legend at={at} />}
    </>
  );
}

function Legend({ at }: { at: Shown }) {
  return (
    <div className="dance-legend">
      <h2>{at.say({ key: "skin.legend" })}</h2>
      <ul>
        {WORDS.map((word) => (
          <li key={word}>
            <SignIcon word={word} />
            <span>
              <b>{at.say({ key: `skin.${word}` })}</b> {at.say({ key: `skin.legend-${word}` })}
            </span>
          </li>
        ))}
      </ul>
      <p className="small">{at.say({ key: at.phone ? "skin.talk-phone" : "skin.talk" })}</p>
    </div>
  );
}

function LeftOver({ at }: { at: Shown }) {
  return (
    <div className="dance-legend">
      <h2>{at.say({ key: "skin.held" })}</h2>
      <ul>
        {leftOver(at).map(({ seat, cards }) => (
          <li key={seat}>
            <SeatIcon seat={seat} />
            <span>
              <b>
                <bdi>{at.seats[seat]?.name}</bdi>
              </b>{" "}
              {cards.length === 0
                ? at.say({ key: "skin.nothing-held" })
                : cards.map((card) => (
                    <span key={card} className="dance-mini">
                      {card}
                    </span>
                  ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SeatIcon({ seat }: { seat: number }) {
  return (
    <svg className="dance-icon" viewBox="-17 -17 34 34" aria-hidden="true">
      <SeatShape seat={seat} size={34} />
    </svg>
  );
}

export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg className="dance-mark" viewBox="-24 -24 48 48" aria-hidden="true">
      <SeatShape seat={seat} size={34} />
    </svg>
  );
}

/** How many cards, what is still to be played, and what this seat says. */
export function Tally({ seat, at }: { seat: number; at: Shown }) {
  const count = counter(at.scene, `hand-${seat}`)?.value ?? 0;
  const due = owing(at.scene, seat);
  return (
    <div className="dance-tally">
      <span className="count">{at.say({ key: "skin.cards", args: { count } })}</span>
      {due && (
        <span
          className="slots"
          role="img"
          aria-label={at.say({ key: "skin.played", args: { played: due.needed - due.left, needed: due.needed } })}
        >
          {slots(due.needed).map((slot, i) => (
            <i key={slot} className={i < due.needed - due.left ? "full" : ""} />
          ))}
        </span>
      )}
      <span className="said">
        {saidBy(at.scene, seat).map(({ pile, word }) => (
          <span key={pile}>
            <SignIcon word={word} />
            {pile}
            <span className="sr">{at.say({ key: `skin.${word}` })}</span>
          </span>
        ))}
      </span>
    </div>
  );
}

/** A step in the log: the card and its pile, a signal and its pile, or a card drawn. */
export function Step({ text }: { text: string; seat: number | null }) {
  const laid = /^(\d+)>(\d)$/.exec(text);
  if (laid)
    return (
      <b className="dance-step">
        <span className="dance-mini">{laid[1]}</span> → {laid[2]}
      </b>
    );
  const said = /^say:(mine|keep|go):(\d)$/.exec(text);
  const word = WORDS.find((each) => each === said?.[1]);
  if (word)
    return (
      <b className="dance-step">
        <SignIcon word={word} /> {said?.[2]}
      </b>
    );
  if (/^(\d+|\?)$/.test(text))
    return (
      <b className="dance-step">
        <span className="dance-mini drawn">{text}</span>
      </b>
    );
  return <b className="dance-step">{text}</b>;
}
