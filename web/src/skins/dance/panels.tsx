/** Beside the board: how many are left, what may be said, and at the end what was left in the hands. */

import { counterOf, type TableView } from "../../board/skin";
import { classes } from "../../ui/classes";
import { PanelTitle } from "../../ui/Panel";
import { text } from "../../ui/text";
import { leftOver, owing, SIGNALS, saidBy, slots } from "./facts";
import css from "./panels.module.css";
import { SeatIcon, SignalIcon } from "./signals";

export function Beside({ at }: { at: TableView }) {
  const left = counterOf(at.scene, "left");
  const count = left?.value ?? 0;
  const all = left?.of ?? 0;
  return (
    <>
      <div className={css.together} data-together>
        <b className={classes(text("show", "num"), css.left)}>{count}</b>
        <p className={css.words}>{at.say({ key: "skin.left-together", args: { count } })}</p>
        <svg className={css.way} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={css.all} width="100" height="4" />
          <rect className={css.done} width={all ? (100 * (all - count)) / all : 0} height="4" />
        </svg>
        <p className={classes(text("small"), css.placed)}>
          {at.say({ key: "skin.placed", args: { count: all - count, all } })}
        </p>
      </div>
      {at.over ? <LeftOver at={at} /> : <Legend at={at} />}
    </>
  );
}

function Legend({ at }: { at: TableView }) {
  return (
    <div>
      <PanelTitle className={css.title}>{at.say({ key: "skin.legend" })}</PanelTitle>
      <ul className={css.list}>
        {SIGNALS.map((word) => (
          <li key={word} className={css.item}>
            <SignalIcon word={word} />
            <span>
              <b className={css.term}>{at.say({ key: `skin.${word}` })}</b> {at.say({ key: `skin.legend-${word}` })}
            </span>
          </li>
        ))}
      </ul>
      <p className={text("small")}>{at.say({ key: at.phone ? "skin.talk-phone" : "skin.talk" })}</p>
    </div>
  );
}

function LeftOver({ at }: { at: TableView }) {
  return (
    <div>
      <PanelTitle className={css.title}>{at.say({ key: "skin.held" })}</PanelTitle>
      <ul className={css.list}>
        {leftOver(at).map(({ seat, cards }) => (
          <li key={seat} className={css.item}>
            <SeatIcon seat={seat} />
            <span>
              <b className={css.term}>
                <bdi>{at.seats[seat]?.name}</bdi>
              </b>{" "}
              {cards.length === 0
                ? at.say({ key: "skin.nothing-held" })
                : cards.map((card) => (
                    <span key={card} className={css.card} data-left-over>
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

/** How many cards, what is still to be played, and what this seat says. */
export function Tally({ seat, at, on }: { seat: number; at: TableView; on: boolean }) {
  const count = counterOf(at.scene, `hand-${seat}`)?.value ?? 0;
  const due = owing(at.scene, seat);
  return (
    <div className={classes(css.tally, on && css.on, seat !== at.seat && css.theirs)}>
      <span className={css.count}>{at.say({ key: "skin.cards", args: { count } })}</span>
      {due && (
        <span
          className={css.slots}
          role="img"
          aria-label={at.say({ key: "skin.played", args: { played: due.needed - due.left, needed: due.needed } })}
        >
          {slots(due.needed).map((slot, i) => (
            <i key={slot} className={classes(css.slot, i < due.needed - due.left && css.full)} />
          ))}
        </span>
      )}
      <span className={css.said}>
        {saidBy(at.scene, seat).map(({ pile, word }) => (
          <span key={pile}>
            <SignalIcon word={word} />
            {pile}
            <span className={text("sr-only")}>{at.say({ key: `skin.${word}` })}</span>
          </span>
        ))}
      </span>
    </div>
  );
}

/** A step in the log: the card and its pile, a signal and its pile, or a card drawn. */
export function Step({ text: step, current }: { text: string; current: boolean }) {
  const look = classes(css.step, current && css.current);
  const laid = /^(\d+)>(\d)$/.exec(step);
  if (laid)
    return (
      <span className={look}>
        <span className={css.card}>{laid[1]}</span> → {laid[2]}
      </span>
    );
  const said = /^say:(mine|keep|go):(\d)$/.exec(step);
  const word = SIGNALS.find((each) => each === said?.[1]);
  if (word)
    return (
      <span className={look}>
        <SignalIcon word={word} /> {said?.[2]}
      </span>
    );
  if (/^(\d+|\?)$/.test(step))
    return (
      <span className={look}>
        <span className={classes(css.card, css.drawn)}>{step}</span>
      </span>
    );
  return <span className={look}>{step}</span>;
}
