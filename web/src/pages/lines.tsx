/** Tables as lists show them. */

import { useEffect, useState } from "react";
import { stepIn } from "../api/friends";
import type { GameCard } from "../api/games";
import type { Clock, TableLine } from "../api/tables";
import type { Sitter } from "../live/feed";
import { someone, useMe } from "../me";
import { Icon } from "../parts/Icon";
import { RatingOf, ratedWords } from "../parts/Rating";
import { Glyph } from "../parts/small";
import { identityOf } from "../ratings";
import { go, Link } from "../router/router";
import { paths } from "../router/routes";
import { isolate } from "../texts/isolate";
import { t } from "../texts/page";
import "./friends/friends.css";

export const titleOf = (games: readonly GameCard[] | null, name: string) =>
  games?.find((game) => game.name === name)?.title ?? name;

const countsWords = (games: readonly GameCard[] | null, line: TableLine) =>
  ratedWords(line.about.rated === true, games?.find((game) => game.name === line.game)?.cooperative === true);

export function clockWords(clock: Clock): string {
  if (clock.pace === "live") return t("clock.live", { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 });
  if (clock.pace === "days") return t("clock.days", { count: clock.days ?? 0 });
  return t("clock.none");
}

export const clockOf = (line: TableLine): Clock => ({
  pace: line.pace,
  ...(line.about.minutes ? { minutes: line.about.minutes } : {}),
  ...(line.about.increment ? { increment: line.about.increment } : {}),
  ...(line.about.days ? { days: line.about.days } : {}),
});

/** The others at a table, in words. */
export function others(seats: readonly Sitter[], me: string | null): string {
  if (me !== null && seats.filter((seat) => seat.person === me).length > 1) return t("lines.device");
  const names = seats.filter((seat) => seat.kind === "person" && seat.person !== me).map((seat) => isolate(seat.name));
  const bots = seats.filter((seat) => seat.kind === "bot").length;
  const open = seats.filter((seat) => seat.kind === "open").length;
  const parts = [
    ...names,
    ...(bots > 0 ? [t("lines.bots", { count: bots })] : []),
    ...(open > 0 ? [t("lines.open", { count: open })] : []),
  ];
  return parts.length === 0 ? t("lines.alone") : t("lines.with", { who: parts.join(", ") });
}

/** How long ago, in words that grow with it. */
export function ago(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  if (minutes < 1) return t("ago.now");
  if (minutes < 60) return t("ago.minutes", { count: minutes });
  if (minutes < 48 * 60) return t("ago.hours", { count: Math.round(minutes / 60) });
  return t("ago.days", { count: Math.round(minutes / 1440) });
}

export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** One of one's own tables. */
export function MyLine({ line, games, me }: { line: TableLine; games: GameCard[] | null; me: string }) {
  const title = titleOf(games, line.game);
  const on = line.phase === "playing" && line.turn.includes(me);
  const now = useNow();
  const to = line.phase === "over" ? paths.replay(line.table) : paths.table(line.table);
  return (
    <li className={on ? "row on" : "row"}>
      <Glyph game={line.game} title={title} />
      <div className="grow">
        <p className="name">
          {title} <span className="soft">{others(line.about.seats, me)}</span>
        </p>
        <p className="meta">
          {on && (
            <b className="yt">
              <Icon name="hour" />
              {t("table.your-turn")}
            </b>
          )}
          {!on && <span>{stateWords(line, me)}</span>}
          {line.about.rated && <span>{countsWords(games, line)}</span>}
          <span className="when">{line.phase === "playing" ? clockWords(clockOf(line)) : ago(line.updated, now)}</span>
        </p>
      </div>
      <Link to={to} className={on ? "btn turn" : "btn"}>
        {t(on ? "lines.play" : line.phase === "over" ? "lines.replay" : "lines.open-it")}
        {on && <Icon name="arrow" />}
        <span className="sr">
          {title} {others(line.about.seats, me)}
        </span>
      </Link>
    </li>
  );
}

function stateWords(line: TableLine, me: string): string {
  if (line.phase === "open") return t("lines.waiting");
  if (line.phase === "over") {
    const own = line.about.seats.flatMap((seat, i) => (seat.person === me ? [i] : []));
    const mine = own.length === 1 ? line.about.returns?.[own[0] ?? 0] : undefined;
    if (mine === undefined) return t("lines.over");
    return t(mine > 0 ? "lines.won" : mine < 0 ? "lines.lost" : "lines.even");
  }
  const acting = line.about.seats.filter((seat) => seat.person && line.turn.includes(seat.person));
  return acting.length > 0
    ? t("table.turn", { who: acting.map((seat) => isolate(seat.name)).join(", ") })
    : t("lines.thinking");
}

/** Takes over from a bot at once; where that cannot be, the table says why. */
function StepInButton({ line, label }: { line: TableLine; label: string }) {
  const [busy, setBusy] = useState(false);
  const take = () => {
    setBusy(true);
    someone()
      .then(() => stepIn(line.table, ""))
      .catch(() => undefined)
      .then(() => go(paths.table(line.table)));
  };
  return (
    <button type="button" className="btn primary" data-step-in={line.table} disabled={busy} onClick={take}>
      {t("substitute.take")}
      <span className="sr">{label}</span>
    </button>
  );
}

/** A table that somebody can sit down at, or watch. */
export function OpenLine({ line, games }: { line: TableLine; games: GameCard[] | null }) {
  const me = useMe()?.person?.id ?? null;
  const own = me !== null && line.about.seats.some((seat) => seat.person === me);
  const title = titleOf(games, line.game);
  const { seats } = line.about;
  const host = seats.find((seat) => seat.kind === "person");
  return (
    <li className="row">
      <Glyph game={line.game} title={title} />
      <div className="grow">
        <p className="name">
          {title} <span className="soft">{countsWords(games, line)}</span>
        </p>
        <p className="meta">
          <span className="pips" aria-hidden="true">
            {seats.map((seat, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <i key={i} className={seat.kind === "open" ? "" : "full"} />
            ))}
          </span>
          <span>
            <bdi>{host?.name}</bdi>
            <RatingOf who={identityOf(host)} game={line.game} />
            {host && ", "}
            {clockWords(clockOf(line))}
          </span>
        </p>
      </div>
      <span className="pair">
        {!own && (line.about.vacant?.length ?? 0) > 0 && (
          <StepInButton line={line} label={`${title}, ${isolate(host?.name ?? "")}`} />
        )}
        <Link to={paths.table(line.table)} className="btn">
          {t(own ? "lines.open-it" : line.phase === "open" ? "lines.join" : "lines.watch")}
          <span className="sr">
            {title}, <bdi>{host?.name}</bdi>
          </span>
        </Link>
      </span>
    </li>
  );
}
