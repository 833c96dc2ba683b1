/** What stands around the board: the score of what is laid, where a token could go, how the hand is sorted. */

import type { ReactNode } from "react";
import { coachHighlight } from "../../board/coachMarks";
import { counterOf, type TableView } from "../../board/skin";
import type { ScoredLine } from "../../contract";
import { Button } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { IconDrawing } from "../../ui/Icon";
import { PanelTitle } from "../../ui/Panel";
import { text } from "../../ui/text";
import { laidNow, offersOf, type View, viewOf, wayOf } from "./facts";
import { Bonus } from "./ground";
import { LastMark, OpenTile, TentativeEdge, Worth } from "./over";
import css from "./panels.module.css";
import { BagShape, COLOURS, colourClass, SYMBOLS, TokenIcon } from "./pieces";
import { kindsOf, rackOf, SWAP, sorted } from "./rack";

const LETTERS = { colours: COLOURS, symbols: SYMBOLS };

export function Beside({ at }: { at: TableView<View> }) {
  const offers = offersOf(at);
  const giving = at.choosing.held[0] === SWAP;
  return (
    <div className={css.beside} data-beside>
      {giving ? <Giving at={at} /> : offers.length > 0 ? <Places at={at} most={6} list /> : <TurnWorth at={at} />}
      <Sorting at={at} />
      <Idle at={at} />
      <Legend at={at} />
    </div>
  );
}

/** One row on a phone: where the token could go, or what is laid and the ways to sort. */
export function Below({ at }: { at: TableView<View> }) {
  if (!at.phone) return null;
  const giving = at.choosing.held[0] === SWAP;
  return (
    <div className={css.ground}>
      <div className={css.below}>
        {giving ? (
          <Giving at={at} />
        ) : offersOf(at).length > 0 ? (
          <Places at={at} most={12} />
        ) : (
          <>
            <span className={css.bag}>
              <svg className={css.bagShape} viewBox="0 0 44 48" aria-hidden="true">
                <BagShape />
              </svg>
              <span>
                <b className={classes(text("num"), css.pool)}>{counterOf(at.scene, "pool")?.value}</b>{" "}
                {at.say({ key: "skin.pool" })}
              </span>
            </span>
            <Short at={at} />
            <Sorting at={at} />
          </>
        )}
      </div>
    </div>
  );
}

/** What the turn is worth so far, line by line; before a token lies, what the last lay brought. */
function TurnWorth({ at }: { at: TableView<View> }) {
  const view = viewOf(at);
  const laid = laidNow(at.scene);
  if (laid.length === 0 || at.over) return <LastLay at={at} />;
  const own = at.seat !== null && at.toAct.includes(at.seat);
  return (
    <section aria-live="polite">
      <PanelTitle className={css.title}>{at.say({ key: own ? "skin.now" : "skin.now-other" })}</PanelTitle>
      <dl className={css.lines}>
        {view?.lines.map((line) => (
          <LineRow key={line.tiles.join()} line={line} at={at} />
        ))}
        {view && view.unpaid.length > 0 && (
          <div className={classes(css.scored, css.unpaid)}>
            <dt>
              {at.say(wayOf(view.unpaid))}, {at.say({ key: "skin.new-only" })}
            </dt>
            <dd className={classes(text("num"), css.points)}>0</dd>
          </div>
        )}
        <div className={classes(css.scored, css.sum)}>
          <dt>{at.say({ key: "skin.this-lay" })}</dt>
          <dd className={classes(text("num"), css.points)} data-sum>
            {at.say({ key: "skin.sum", args: { points: counterOf(at.scene, "worth")?.value ?? 0 } })}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function LineRow({ line, at }: { line: ScoredLine; at: TableView }) {
  const { tiles, value, times, points } = line;
  return (
    <div className={css.scored}>
      <dt>
        {at.say({ key: "skin.line", args: { line: wayOf(tiles), count: tiles.length } })}
        {times > 1 && `: ${at.say({ key: "skin.times", args: { value, times } })}`}
      </dt>
      <dd className={classes(text("num"), css.points)}>{points}</dd>
    </div>
  );
}

function LastLay({ at }: { at: TableView<View> }) {
  const view = viewOf(at);
  if (!view || view.last_by === null) return null;
  return (
    <section>
      <p className={css.lastLine}>{lastLayText(at)}</p>
      <p className={classes(css.minis, css.laid)}>
        {view.last.map((tile) => (
          <TokenIcon key={tile} kind={view.tokens[tile] ?? ""} />
        ))}
      </p>
      <dl className={css.lines}>
        {view.last_lines.map((line) => (
          <LineRow key={line.tiles.join()} line={line} at={at} />
        ))}
      </dl>
    </section>
  );
}

function lastLayText(at: TableView<View>): string {
  const view = viewOf(at);
  if (!view || view.last_by === null) return "";
  const points = view.last_lines.reduce((sum, line) => sum + line.points, 0);
  const player = at.seats[view.last_by]?.name ?? "";
  return at.say({ key: "skin.last", args: { player, tiles: view.last.join(", "), points } });
}

/** On a phone: the sum and its lines in two short lines, or the last lay in one. */
function Short({ at }: { at: TableView<View> }) {
  const view = viewOf(at);
  if (laidNow(at.scene).length === 0) return <span className={css.short}>{lastLayText(at)}</span>;
  return (
    <span className={css.short} aria-live="polite">
      <b className={classes(text("show", "num"), css.shortSum)}>
        {at.say({ key: "skin.sum", args: { points: counterOf(at.scene, "worth")?.value ?? 0 } })}
      </b>
      <small className={css.shortLines}>
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
function Places({ at, most, list = false }: { at: TableView<View>; most: number; list?: boolean }) {
  const offers = offersOf(at);
  const held = at.scene.pieces?.find((piece) => `piece:${piece.id}` === at.choosing.held[0]);
  return (
    <section className={classes(css.places, list && css.list)}>
      <PanelTitle className={css.title}>
        {held && <TokenIcon kind={held.kind} className={css.token} />}
        {held && at.say({ key: "skin.places", args: { token: at.say(held.name) } })}
      </PanelTitle>
      <div className={css.offers}>
        {offers.slice(0, most).map((offer) => (
          <Button
            key={offer.text}
            className={css.place}
            data-place={offer.tile}
            {...coachHighlight(at, [...at.choosing.held, `site:${offer.tile}`])}
            onClick={() => at.choosing.touch(`site:${offer.tile}`)}
          >
            <b>{offer.tile}</b>
            {offer.points !== null && (
              <span className={classes(text("num"), css.promise)}>
                {at.say({ key: "skin.sum", args: { points: offer.points } })}
              </span>
            )}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Giving({ at }: { at: TableView }) {
  const count = at.choosing.held.length - 1;
  return (
    <section className={css.giving} aria-live="polite">
      {count > 0 && <b className={css.count}>{at.say({ key: "skin.giving", args: { count } })}</b>}
      <p>{at.say({ key: "skin.exchange" })}</p>
    </section>
  );
}

function Sorting({ at }: { at: TableView }) {
  const rack = rackOf(at.scene);
  if (!rack || at.past) return null;
  const by = (way: "colour" | "symbol") => rack.sort(sorted(kindsOf(rack.slots), way, LETTERS));
  return (
    <section className={css.sorting}>
      <PanelTitle className={css.title}>{at.say({ key: "skin.sort" })}</PanelTitle>
      <div className={css.sorts}>
        <Button
          className={css.sort}
          data-sort="colour"
          aria-label={at.say({ key: "skin.by-colour" })}
          onClick={() => by("colour")}
        >
          <Swatches />
          <span className={css.sortWord}>{at.say({ key: "skin.by-colour" })}</span>
        </Button>
        <Button
          className={css.sort}
          data-sort="symbol"
          aria-label={at.say({ key: "skin.by-symbol" })}
          onClick={() => by("symbol")}
        >
          <IconDrawing>
            <path d="M8 3.5L12.5 11H3.5zM14 13.5h7v7h-7z" />
            <circle cx="17.5" cy="7" r="3.7" />
            <path d="M7.5 13L11 17l-3.5 4L4 17z" />
          </IconDrawing>
          <span className={css.sortWord}>{at.say({ key: "skin.by-symbol" })}</span>
        </Button>
      </div>
    </section>
  );
}

function Swatches() {
  return (
    <svg className={css.swatches} viewBox="0 0 24 24" aria-hidden="true">
      {["R", "Y", "B", "P"].map((colour, i) => (
        <rect
          key={colour}
          className={classes(colourClass(colour), css.swatch)}
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
function Legend({ at }: { at: TableView }) {
  const line = (key: string, sign: ReactNode) => (
    <p className={css.keyLine}>
      <svg className={css.keySign} viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">
        {sign}
      </svg>
      {at.say({ key })}
    </p>
  );
  return (
    <section className={classes(text("small"), css.key)}>
      {line(
        "skin.key-open",
        <OpenTile>
          <Worth size={0.56}>8</Worth>
        </OpenTile>,
      )}
      {line("skin.key-laid", <TentativeEdge size={0.92} />)}
      {line("skin.key-last", <LastMark r={0.3} />)}
      {line(
        "skin.sort-how",
        <path className={css.grip} d="M-.34 0H.34M-.2 -.16L-.36 0L-.2 .16M.2 -.16L.36 0L.2 .16" />,
      )}
      {line("skin.bonus-how", <Bonus kind="x3" size={0.62} say={at.say} />)}
    </section>
  );
}

/** Turns without a lay end the game at last, so they are counted where everybody sees it. */
function Idle({ at }: { at: TableView }) {
  const idle = counterOf(at.scene, "idle");
  if (!idle) return null;
  return (
    <p className={text("small")}>
      {at.say(idle.name)}: <b className={text("num")}>{idle.value}</b>
      {idle.of ? ` / ${idle.of}` : ""}
    </p>
  );
}

// -- seats and log ----------------------------------------------------------------------------------------

/** Points, what the turn adds, and the hand: its tokens where they are known and not in the rack. */
export function Tally({ seat, at }: { seat: number; at: TableView }) {
  const hand = (at.scene.pieces ?? []).filter((piece) => piece.at === `zone:hand-${seat}`);
  const count = counterOf(at.scene, `hand-${seat}`)?.value ?? hand.length;
  const open = seat !== at.seat && hand.length > 0 && hand.every((piece) => piece.face !== "down");
  const others = at.seats.length - (at.seat === null ? 0 : 1);
  const adds = at.toAct.includes(seat) && !at.over ? (counterOf(at.scene, "worth")?.value ?? null) : null;
  return (
    <div className={classes(css.tally, seat !== at.seat && others > 1 && css.several)}>
      <b className={classes(text("show", "num"), css.score)} data-score>
        {counterOf(at.scene, `score-${seat}`)?.value ?? 0}
        {adds !== null && <em className={css.adds}>{at.say({ key: "skin.sum", args: { points: adds } })}</em>}
      </b>
      {open ? (
        <span className={css.minis}>
          {hand.map((piece) => (
            <TokenIcon key={piece.id} kind={piece.kind} label={at.say(piece.name)} className={css.handToken} />
          ))}
        </span>
      ) : (
        <span>{at.say({ key: "skin.hand", args: { count } })}</span>
      )}
    </div>
  );
}

/** A step in the log: tokens as tokens. */
export function Step({ text: step }: { text: string }) {
  const [token = "", tile] = step.split("@");
  if (tile)
    return (
      <span className={css.step}>
        <TokenIcon kind={token} label={token} /> {tile}
      </span>
    );
  const [word, ...given] = step.split(" ");
  if (word === "swap")
    return (
      <span className={css.step}>
        <IconDrawing className={css.swap}>
          <path d="M4 9h14l-4-4M20 15H6l4 4" />
        </IconDrawing>
        {given.map((kind, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal tokens differ by place alone
          <TokenIcon key={i} kind={kind} label={kind} />
        ))}
      </span>
    );
  if (/^([A-Z][a-z]|\?)$/.test(step))
    return (
      <span className={css.step}>
        <TokenIcon kind={step} label={step} />
      </span>
    );
  return word === "start" ? null : <span>{step}</span>; // who starts is said in words
}
