import type { ReactNode } from "react";
import { SeatAvatar } from "../../../board/SeatAvatar";
import type { MatchAtEnd } from "../../../board/skin";
import type { Result, TeamPlace } from "../../../contract";
import { Avatar } from "../../../ui/Avatar";
import { classes } from "../../../ui/classes";
import { text } from "../../../ui/text";
import { initial } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import type { Catalogue } from "../../../ui/texts/render";
import { endOf, type Placed, scaleOf, teamSentence } from "../end";
import type { NamedSitter, Now } from "../feed";
import type { TableSetup } from "../useTableSetup";
import css from "./EndFacts.module.css";

/** What an end means for the viewer and how it came about; the finishing order, or what a team came to. */
export function EndFacts(props: {
  setup: TableSetup;
  now: Pick<Now, "result" | "seats">;
  catalogue: Catalogue;
  you: number | null;
  team: TeamPlace | null;
  end?: MatchAtEnd; // if the skin may be asked what each came to
  children: (title: string) => ReactNode; // the title
}) {
  const { setup, now, catalogue, you, team, end, children } = props;
  const { result, seats } = now;
  const { game, skin } = setup;
  if (!result) return children(t("result.over"));
  const { title, line, scores, cameTo, order } = endOf(result, game, seats, catalogue, you);
  return (
    <>
      {children(title)}
      {line && <p className={css.line}>{line}</p>}
      {scores && <p className={css.line}>{scores}</p>}
      {cameTo && (
        <p className={css.line} data-came-to>
          {cameTo}
        </p>
      )}
      {order && <Order {...{ order, seats, you, skin, end }} />}
      {game.cooperative && result.ending !== "void" && <Together {...{ result, catalogue, team, seats }} />}
    </>
  );
}

function Order(props: {
  order: readonly Placed[];
  seats: readonly NamedSitter[];
  you: number | null;
  skin: TableSetup["skin"];
  end: MatchAtEnd | undefined;
}) {
  const { order, seats, you, skin, end } = props;
  const came = (seat: number) => (end ? skin.came?.(seat, end) : undefined);
  return (
    <ol className={css.order} aria-label={t("end.order")}>
      {order.map(({ seat, place, tally }) => (
        <li key={seat} value={place} className={classes(css.placed, seat === you && css.own)}>
          <b className={classes(text("num"), css.place)}>{place}</b>
          {skin.SeatMark ? (
            <Avatar small className={css.mark}>
              <skin.SeatMark seat={seat} on={false} />
            </Avatar>
          ) : (
            <SeatAvatar seat={seat} small>
              {initial(seats[seat]?.name ?? "")}
            </SeatAvatar>
          )}
          <span className={css.name}>{seat === you ? t("end.you") : <bdi>{seats[seat]?.name}</bdi>}</span>
          <span className={classes(text("num"), css.tally)}>{tally || came(seat)}</span>
        </li>
      ))}
    </ol>
  );
}

function Together(props: {
  result: Result;
  catalogue: Catalogue;
  team: TeamPlace | null;
  seats: readonly NamedSitter[];
}) {
  const { result, catalogue, team, seats } = props;
  const score = result.scores[0] ?? 0;
  return (
    <>
      <Scale score={score} best={team?.best ?? null} bands={scaleOf(catalogue)} />
      {team && (
        <p className={css.team} data-team>
          {teamSentence(team, seats.length, score)}
        </p>
      )}
    </>
  );
}

/** The score among all that there can be, with what the team's best was: a full tick and a hollow one. */
function Scale(props: { score: number; best: number | null; bands: { upto: number; words: string }[] }) {
  const { score, best, bands } = props;
  const most = bands.at(-1)?.upto ?? 0;
  if (most === 0) return null;
  const at = (value: number) => ({ left: `${(100 * Math.min(value, most)) / most}%` });
  const here = bands.find((band) => score <= band.upto) ?? bands.at(-1);
  const about = { score, most, words: here?.words ?? "" };
  return (
    <div
      className={css.scale}
      role="img"
      aria-label={best === null ? t("end.scale", about) : t("end.scale-best", { ...about, best })}
    >
      <span className={css.bands}>
        {bands.map((band, i) => {
          const from = bands[i - 1]?.upto ?? 0;
          return band.upto === from || (i === 0 && band.upto === 0) ? null : (
            <span
              key={band.upto}
              className={classes(css.band, band === here && css.here)}
              style={{ flex: band.upto - from }}
            >
              <span className={css.called}>{band === here || band.upto - from > most / 8 ? band.words : ""}</span>
            </span>
          );
        })}
      </span>
      <span className={css.ticks}>
        {best !== null && <span className={classes(css.tick, css.hollow)} style={at(best)} />}
        <span className={css.tick} style={at(score)} />
      </span>
      <span className={classes(text("num"), css.numbers)}>
        <span>0</span>
        {best !== null && (
          <span className={css.best} style={{ left: `clamp(15%, ${(100 * best) / most}%, 84%)` }}>
            {t("end.best", { best })}
          </span>
        )}
        <span>{most}</span>
      </span>
    </div>
  );
}
