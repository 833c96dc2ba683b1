/** What stands around the board: the score of what is laid, where a token could go, how the hand is sorted. */

import type { ReactNode } from "react";
import { coached } from "../../board/coached";
import type { Shown } from "../types";
import { BagShape } from "./board";
import { kindsOf, rackOf, SWAP, sorted } from "./rack";
import { COLOURS, Mini, SEAT_MARKS, SYMBOLS } from "./tokens";
import { counter, type Line, laidNow, offersOf, viewOf, wayOf } from "./view";

const LETTERS = { colours: COLOURS, symbols: SYMBOLS };

export function Beside({ at }: { at: Shown }) {
  const offers = offersOf(at);
  const giving = at.choosing.held[0] === SWAP;
  return (
    <div className="lm-beside">
      {giving ? <Giving at={at} /> : offers.length > 0 ? <Places at={at} most={6} list /> : <Worth at={at} />}
      <Sorting at={at} />
      <Idle at={at} />
      <Key at={at} />
    </div>
  );
}

/** One row on a phone: where the token could go, or what is laid and the ways to sort. */
export function Below({ at }: { at: Shown }) {
  const giving = at.choosing.held[0] === SWAP;
  return (
    <div className="lm-below">
      {giving ? (
        <Giving at={at} />
      ) : offersOf(at).length > 0 ? (
        <Places at={at} most={12} />
      ) : (
        <>
          <span className="lm-bagline">
            <svg viewBox="0 0 44 48" aria-hidden="true">
              <BagShape />
            </svg>
            <span>
              <b className="num">{counter(at.scene, "pool")}</b> {at.say({ key: "skin.pool" })}
            </span>
          </span>
          <Short at={at} />
          <Sorting at={at} />
        </>
      )}
    </div>
  );
}

/** What the turn is worth so far, line by line; before a token lies, what the last lay brought. */
function Worth({ at }: { at: Shown }) {
  const view = viewOf(at);
  const laid = laidNow(at.scene);
  if (laid.length === 0 || at.over) return <LastLay at={at} />;
  const own = at.seat !== null && at.toAct.includes(at.seat);
  return (
    <section className="lm-worth" aria-live="polite">
      <h2>{at.say({ key: own ? "skin.now" : "skin.now-other" })}</h2>
      <dl>
        {view?.lines.map((line) => (
          <LineRow key={line.tiles.join()} line={line} at={at} />
        ))}
        {view && view.unpaid.length > 0 && (
          <div className="soft">
            <dt>
              {at.say(wayOf(view.unpaid))}, {at.say({ key: "skin.new-only" })}
            </dt>
            <dd className="num">0</dd>
          </div>
        )}
        <div className="sum">
          <dt>{at.say({ key: "skin.this-lay" })}</dt>
          <dd className="num">{at.say({ key: "skin.sum", args: { points: counter(at.scene, "worth") ?? 0 } })}</dd>
        </div>
      </dl>
    </section>
  );
}

function LineRow({ line, at }: { line: Line; at: Shown }) {
  const { tiles, value, times, points } = line;
  return (
    <div>
      <dt>
        {at.say({ key: "skin.line", args: { line: wayOf(tiles), count: tiles.length } })}
        {times > 1 && `: ${at.say({ key: "skin.times", args: { value, times } })}`}
      </dt>
      <dd className="num">{points}</dd>
    </div>
  );
}

function LastLay({ at }: { at: Shown }) {
  const view = viewOf(at);
  if (!view || view.last_by === null) return null;
  return (
    <section className="lm-worth">
      <p className="lm-lastline">{lastWords(at)}</p>
      <p className="lm-minis">
        {view.last.map((tile) => (
          <Mini key={tile} kind={view.tokens[tile] ?? ""} />
        ))}
      </p>
      <dl>
        {view.last_lines.map((line) => (
          <LineRow key={line.tiles.join()} line={line} at={at} />
        ))}
      </dl>
    </section>
  );
}

function lastWords(at: Shown): string {
  const view = viewOf(at);
  if (!view || view.last_by === null) return "";
  const points = view.last_lines.reduce((sum, line) => sum + line.points, 0);
  const player = at.seats[view.last_by]?.name ?? "";
  return at.say({ key: "skin.last", args: { player, tiles: view.last.join(", "), points } });
}

/** On a phone: the sum and its lines in two short lines, or the last lay in one. */
function Short({ at }: { at: Shown }) {
  const view = viewOf(at);
  if (laidNow(at.scene).length === 0) return <span className="lm-short">{lastWords(at)}</span>;
  return (
    <span className="lm-short" aria-live="polite">
      <b className="show num">{at.say({ key: "skin.sum", args: { points: counter(at.scene, "worth") ?? 0 } })}</b>
      <small>
        {view?.lines
          .map(({ tiles, value, times, points }) => {
            const how = times > 1 ? ` (${at.say({ key: "skin.times", args: { value, times } })})` : "";
            return `${at.say(wayOf(tiles))} ${points}${how}`;
          })
          .join(", ")}
      </small>
    </span>
  );
}

/** Where the token that is held could go: buttons, since tiles may be smaller than a finger. */
function Places({ at, most, list = false }: { at: Shown; most: number; list?: boolean }) {
  const offers = offersOf(at);
  const held = at.scene.pieces?.find((piece) => `piece:${piece.id}` === at.choosing.held[0]);
  return (
    <section className={list ? "lm-places list" : "lm-places"}>
      <h2>
        {held && <Mini kind={held.kind} />}
        {held && at.say({ key: "skin.places", args: { token: at.say(held.name) } })}
      </h2>
      <div>
        {offers.slice(0, most).map((offer) => (
          <button
            key={offer.text}
            type="button"
            className="btn"
            data-place={offer.tile}
            {...coached(at, [...at.choosing.held, `site:${offer.tile}`])}
            onClick={() => at.choosing.touch(`site:${offer.tile}`)}
          >
            <b>{offer.tile}</b>
            {offer.points !== null && (
              <span className="num">{at.say({ key: "skin.sum", args: { points: offer.points } })}</span>
            )}
          </button>
        ))}
      </div>
    </section>
  );
}

function Giving({ at }: { at: Shown }) {
  const count = at.choosing.held.length - 1;
  return (
    <section className="lm-giving" aria-live="polite">
      {count > 0 && <b>{at.say({ key: "skin.giving", args: { count } })}</b>}
      <p>{at.say({ key: "skin.exchange" })}</p>
    </section>
  );
}

function Sorting({ at }: { at: Shown }) {
  const rack = rackOf(at.scene);
  if (!rack || at.past) return null;
  const by = (way: "colour" | "symbol") => rack.sort(sorted(kindsOf(rack.slots), way, LETTERS));
  return (
    <section className="lm-sorting">
      <h2>{at.say({ key: "skin.sort" })}</h2>
      <div>
        <button type="button" className="btn" data-sort="colour" onClick={() => by("colour")}>
          <Swatches />
          <span>{at.say({ key: "skin.by-colour" })}</span>
        </button>
        <button type="button" className="btn" data-sort="symbol" onClick={() => by("symbol")}>
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 3.5L12.5 11H3.5zM14 13.5h7v7h-7z" />
            <circle cx="17.5" cy="7" r="3.7" />
            <path d="M7.5 13L11 17l-3.5 4L4 17z" />
          </svg>
          <span>{at.say({ key: "skin.by-symbol" })}</span>
        </button>
      </div>
    </section>
  );
}

function Swatches() {
  return (
    <svg className="lm-swatches" viewBox="0 0 24 24" aria-hidden="true">
      {["R", "Y", "B", "P"].map((colour, i) => (
        <rect
          key={colour}
          className={`lm-${colour} lm-field`}
          x={3 + (i % 2) * 10}
          y={3 + (i >> 1) * 10}
          width={8}
          height={8}
          rx={2.4}
        />
      ))}
    </svg>
  );
}

/** What the marks on this board mean. */
function Key({ at }: { at: Shown }) {
  const line = (key: string, sign: ReactNode) => (
    <p>
      <svg viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">
        {sign}
      </svg>
      {at.say({ key })}
    </p>
  );
  return (
    <section className="lm-key board small">
      {line(
        "skin.key-open",
        <g className="lm-target lit">
          <rect x={-0.44} y={-0.44} width={0.88} height={0.88} rx={0.22} />
          <text fontSize={0.56}>8</text>
        </g>,
      )}
      {line(
        "skin.key-laid",
        <rect className="lm-tentative" x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.27} />,
      )}
      {line("skin.key-last", <circle className="lm-last" r={0.3} />)}
      {line("skin.sort-how", <path className="lm-grip" d="M-.34 0H.34M-.2 -.16L-.36 0L-.2 .16M.2 -.16L.36 0L.2 .16" />)}
      {line("skin.bonus-how", <text className="lm-bonus x3">{at.say({ key: "site.x3" })}</text>)}
    </section>
  );
}

/** Turns without a lay end the game at last, so they are counted where everybody sees it. */
function Idle({ at }: { at: Shown }) {
  const idle = at.scene.counters?.find((each) => each.id === "idle");
  if (!idle) return null;
  return (
    <p className="lm-idle small">
      {at.say(idle.name)}: <b className="num">{idle.value}</b>
      {idle.of ? ` / ${idle.of}` : ""}
    </p>
  );
}

// -- seats and log ----------------------------------------------------------------------------------------

export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg className={`lm-seat seat-${seat}`} viewBox="-4 -4 42 42" aria-hidden="true">
      <path d={SEAT_MARKS[seat % SEAT_MARKS.length]} strokeLinejoin="round" />
    </svg>
  );
}

/** Points, what the turn adds, and the hand: its tokens where they are known and not in the rack. */
export function Tally({ seat, at }: { seat: number; at: Shown }) {
  const hand = (at.scene.pieces ?? []).filter((piece) => piece.at === `zone:hand-${seat}`);
  const count = counter(at.scene, `hand-${seat}`) ?? hand.length;
  const open = seat !== at.seat && hand.length > 0 && hand.every((piece) => piece.face !== "down");
  const adds = at.toAct.includes(seat) && !at.over ? counter(at.scene, "worth") : null;
  return (
    <div className="lm-tally">
      <b className="show num">
        {counter(at.scene, `score-${seat}`) ?? 0}
        {adds !== null && <em>{at.say({ key: "skin.sum", args: { points: adds } })}</em>}
      </b>
      {open ? (
        <span className="lm-minis">
          {hand.map((piece) => (
            <Mini key={piece.id} kind={piece.kind} label={at.say(piece.name)} />
          ))}
        </span>
      ) : (
        <span>{at.say({ key: "skin.hand", args: { count } })}</span>
      )}
    </div>
  );
}

/** A step in the log: tokens as tokens. */
export function Step({ text }: { text: string; seat: number | null }) {
  const [token = "", tile] = text.split("@");
  if (tile)
    return (
      <b className="lm-step">
        <Mini kind={token} label={token} /> {tile}
      </b>
    );
  const [word, ...given] = text.split(" ");
  if (word === "swap")
    return (
      <b className="lm-step">
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 9h14l-4-4M20 15H6l4 4" />
        </svg>
        {given.map((kind, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal tokens differ by place alone
          <Mini key={i} kind={kind} label={kind} />
        ))}
      </b>
    );
  if (/^([A-Z][a-z]|\?)$/.test(text))
    return (
      <b className="lm-step">
        <Mini kind={text} label={text} />
      </b>
    );
  return word === "start" ? null : <b>{text}</b>; // who starts is said in words
}
