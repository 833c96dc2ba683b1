/** A table as a row of a list. */

import { useState } from "react";
import { requirePerson, useMe } from "../../client/session";
import type { GameInfo } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { Button, ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { agoText, leftText } from "../../ui/format";
import { useNow } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Row, RowFact, RowFacts, RowWith, RowWords } from "../../ui/Rows";
import { go, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { gameTitle } from "../games/games";
import { MatchRatingChange, RatingBadge, ratedText } from "../ratings/Rating";
import { ratedIdOf } from "../ratings/ratings";
import { clockOf, clockText } from "./clocks";
import type { NamedSitter } from "./feed";
import type { ListedTable } from "./requests";
import { takeOver } from "./requests";
import css from "./TableRow.module.css";

const ratedTextOf = (games: readonly GameInfo[] | null, line: ListedTable) =>
  ratedText(line.about.rated === true, games?.find((game) => game.name === line.game)?.cooperative === true);

/** The others at a table, in words. */
export function othersText(seats: readonly NamedSitter[], me: string | null): string {
  if (me !== null && seats.filter((seat) => seat.person === me).length > 1) return t("table-row.device");
  const names = seats.filter((seat) => seat.kind === "person" && seat.person !== me).map((seat) => isolate(seat.name));
  const bots = seats.filter((seat) => seat.kind === "bot").length;
  const open = seats.filter((seat) => seat.kind === "open").length;
  const parts = [
    ...names,
    ...(bots > 0 ? [t("table-row.bots", { count: bots })] : []),
    ...(open > 0 ? [t("table-row.open", { count: open })] : []),
  ];
  return parts.length === 0 ? t("table-row.alone") : t("table-row.with", { who: parts.join(", ") });
}

interface OwnTableRowProps {
  line: ListedTable;
  games: GameInfo[] | null;
  me: string;
  change?: boolean; // with what it did to the rating
}

/** One of the player's own tables. */
export function OwnTableRow({ line, games, me, change = false }: OwnTableRowProps) {
  const title = gameTitle(games, line.game);
  const on = line.phase === "playing" && line.turn.includes(me);
  const now = useNow();
  const to = line.phase === "over" ? paths.replay(line.table) : paths.table(line.table);
  return (
    <Row on={on}>
      <GameGlyph game={line.game} title={title} />
      <RowWords
        name={
          <>
            {title} <RowWith>{othersText(line.about.seats, me)}</RowWith>
          </>
        }
      >
        <RowFacts>
          {on && (
            <b className={css.turn}>
              <Icon name="hour" className={css.turnSign} />
              {t("table.your-turn")}
            </b>
          )}
          {!on && <RowFact>{stateText(line, games, me)}</RowFact>}
          <EndedFact line={line} who={me} games={games} />
          {line.about.rated && <RowFact>{ratedTextOf(games, line)}</RowFact>}
          {change && line.about.rated && line.phase === "over" && <MatchRatingChange table={line.table} who={me} />}
          {line.phase === "playing" && line.due != null && (
            <RowFact data-left>{t("table-row.time-left", { left: leftText(line.due - now) })}</RowFact>
          )}
          <RowFact when>{line.phase === "playing" ? clockText(clockOf(line)) : agoText(line.updated, now)}</RowFact>
        </RowFacts>
      </RowWords>
      <ButtonLink to={to} look={on ? "turn" : "plain"}>
        {t(on ? "table-row.play" : line.phase === "over" ? "table-row.replay" : "table-row.open-it")}
        {on && <Icon name="arrow" />}
        <span className={text("sr-only")}>
          {title} {othersText(line.about.seats, me)}
        </span>
      </ButtonLink>
    </Row>
  );
}

/** A match of somebody's that is over, as anybody may look back at it. */
export function PastTableRow({ line, games, who }: { line: ListedTable; games: GameInfo[] | null; who: string }) {
  const title = gameTitle(games, line.game);
  const others = othersText(line.about.seats, who);
  const outcome = outcomeOf(line, who);
  const now = useNow();
  return (
    <Row>
      <GameGlyph game={line.game} title={title} />
      <RowWords
        name={
          <>
            {title} <RowWith>{others}</RowWith>
          </>
        }
      >
        <RowFacts>
          {outcome && <RowFact>{placeText(line, who) ?? endedText(line, games, `player.${outcome}`)}</RowFact>}
          <EndedFact line={line} who={who} games={games} />
          {line.about.rated && <RowFact>{ratedTextOf(games, line)}</RowFact>}
          {line.about.rated && <MatchRatingChange table={line.table} who={who} />}
          <RowFact when>{agoText(line.updated, now)}</RowFact>
        </RowFacts>
      </RowWords>
      <ButtonLink to={paths.replay(line.table)}>
        {t("table-row.replay")}
        <span className={text("sr-only")}>
          {title} {others}
        </span>
      </ButtonLink>
    </Row>
  );
}

type Outcome = "won" | "lost" | "even";

/** How it came out for somebody; of both sides of a board at one device it cannot be said. */
function outcomeOf(line: ListedTable, who: string): Outcome | null {
  const own = line.about.seats.flatMap((seat, i) => (seat.person === who ? [i] : []));
  const came = own.length === 1 ? line.about.returns?.[own[0] ?? 0] : undefined;
  return came === undefined ? null : came > 0 ? "won" : came < 0 ? "lost" : "even";
}

/** Among more than two there are places, unless all have come to the same. */
function placeText({ about }: ListedTable, who: string): string | null {
  const returns = about.returns ?? [];
  const own = returns[about.seats.findIndex((seat) => seat.person === who)];
  if (own === undefined || returns.length < 3 || new Set(returns).size === 1) return null;
  const place = 1 + returns.filter((each) => each > own).length;
  const shared = returns.filter((each) => each === own).length > 1;
  return t(shared ? "rating.place-shared" : "rating.place", { place, of: returns.length });
}

/** By what it ended, where a place says how it came out. */
function EndedFact({ line, who, games }: { line: ListedTable; who: string; games: GameInfo[] | null }) {
  if (!line.how || line.phase !== "over" || isTogether(line, games)) return null;
  return (
    outcomeOf(line, who) && placeText(line, who) && <RowFact>{t("table-row.ended-how", { how: line.how })}</RowFact>
  );
}

/** How it came out, and by what it ended; of a match that was played together, what it came to. */
function endedText(line: ListedTable, games: GameInfo[] | null, key: EndedKey): string {
  const { how } = line;
  if (!how) return t(key);
  if (line.about.ending?.by === "void") return t("table-row.over-how", { how });
  return isTogether(line, games) ? how : t(`${key}-how`, { how });
}

const isTogether = (line: ListedTable, games: GameInfo[] | null) =>
  games?.find((game) => game.name === line.game)?.cooperative === true;

type EndedKey = `player.${Outcome}` | `table-row.${Outcome | "over"}`;

function stateText(line: ListedTable, games: GameInfo[] | null, me: string): string {
  if (line.phase === "open") return t("table-row.waiting");
  if (line.phase === "over") {
    const outcome = outcomeOf(line, me);
    return (outcome && placeText(line, me)) ?? endedText(line, games, `table-row.${outcome ?? "over"}`);
  }
  const acting = line.about.seats.filter((seat) => seat.person && line.turn.includes(seat.person));
  return acting.length > 0
    ? t("table.turn", { who: acting.map((seat) => isolate(seat.name)).join(", ") })
    : t("table-row.thinking");
}

/** Take over from a bot at once. If that is refused, the table's page says why. */
function TakeOverButton({ line, label }: { line: ListedTable; label: string }) {
  const [busy, setBusy] = useState(false);
  const take = () => {
    setBusy(true);
    requirePerson()
      .then(() => takeOver(line.table, ""))
      .catch(() => undefined)
      .then(() => go(paths.table(line.table)));
  };
  return (
    <Button look="primary" data-step-in={line.table} disabled={busy} onClick={take}>
      {t("substitute.take")}
      <span className={text("sr-only")}>{label}</span>
    </Button>
  );
}

/** A table to join or to watch. */
export function OpenTableRow({ line, games }: { line: ListedTable; games: GameInfo[] | null }) {
  const me = useMe()?.person?.id ?? null;
  const own = me !== null && line.about.seats.some((seat) => seat.person === me);
  const title = gameTitle(games, line.game);
  const { seats } = line.about;
  const host = seats.find((seat) => seat.kind === "person");
  return (
    <Row>
      <GameGlyph game={line.game} title={title} />
      <RowWords
        name={
          <>
            {title} <RowWith>{ratedTextOf(games, line)}</RowWith>
          </>
        }
      >
        <RowFacts oneLine>
          <RowFact className={css.pips} aria-hidden="true">
            {seats.map((seat, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <i key={i} className={classes(css.pip, seat.kind !== "open" && css.full)} />
            ))}
          </RowFact>
          <RowFact>
            <bdi>{host?.name}</bdi>
            <RatingBadge who={ratedIdOf(host)} game={line.game} />
            {host && ", "}
            {clockText(clockOf(line))}
          </RowFact>
        </RowFacts>
      </RowWords>
      <span className={css.pair}>
        {!own && (line.about.vacant?.length ?? 0) > 0 && (
          <TakeOverButton line={line} label={`${title}, ${isolate(host?.name ?? "")}`} />
        )}
        <ButtonLink to={paths.table(line.table)}>
          {t(own ? "table-row.open-it" : line.phase === "open" ? "table-row.join" : "table-row.watch")}
          <span className={text("sr-only")}>
            {title}, <bdi>{host?.name}</bdi>
          </span>
        </ButtonLink>
      </span>
    </Row>
  );
}
