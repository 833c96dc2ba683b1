/** What somebody plays: ratings, a calendar, favourite games; of one's own also the latest matches and tournaments. */

import type { GamePlayed, PersonCard } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { classes } from "../../ui/classes";
import { RefusalText } from "../../ui/Form";
import { dateText, monthText, percentText, weekdayText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelHeader } from "../../ui/Panel";
import { NoRows, RowFact, Rows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { matchesOf, playOf } from "../club/requests";
import { gameTitle, useGames } from "../games/games";
import { PlayerRatings } from "../ratings/PlayerRatings";
import { useOwnTables } from "../tables/subscriptions";
import { OwnTableRow, PastTableRow } from "../tables/TableRow";
import { listTournaments, oneTournament } from "../tournaments/requests";
import { TournamentRow } from "../tournaments/TournamentRow";
import { longestRun, stepOf, weeksOfPlay } from "./calendar";
import css from "./PlayOverview.module.css";

const SHOWN = 4;
const FAVOURITES = 3;
const CELL = 13; // units of the calendar's drawing
/** How dark a day is. */
const STEPS = [css.step0, css.step1, css.step2, css.step3];
const MONDAY = Date.UTC(2024, 0, 1, 12); // one of many

/** One's own. */
export function PlayOverview({ person }: { person: PersonCard }) {
  return (
    <>
      <PlayFacts who={person.id} own rated={person.kind === "account"} />
      <div className={classes(css.grid, person.kind !== "account" && css.single)}>
        <LatestMatches me={person.id} />
        {person.kind === "account" && <OwnTournaments me={person.id} />}
      </div>
    </>
  );
}

/** Ratings, days of play and favourites: of anybody with an account, and of oneself. */
export function PlayFacts({ who, own, rated }: { who: string; own: boolean; rated: boolean }) {
  const [played, error] = useFetched(() => playOf(who), [who]);
  return (
    <div className={css.grid} data-play-facts={played ? "" : undefined}>
      {rated && (
        <div className={css.wide}>
          <PlayerRatings who={who} own={own} />
        </div>
      )}
      <div className={classes(css.side, !rated && css.only)}>
        {error && <RefusalText text={error.message} />}
        {played && <PlayCalendar played={played} />}
        {played && played.length > 0 && <Favourites played={played} />}
      </div>
    </div>
  );
}

function PlayCalendar({ played }: { played: GamePlayed[] }) {
  const weeks = weeksOfPlay(
    played.flatMap(({ ended }) => ended),
    Date.now(),
  );
  const active = weeks.flat().filter(({ count }) => count > 0);
  const total = active.reduce((sum, { count }) => sum + count, 0);
  const said = t("calendar.said", { count: total, days: longestRun(weeks) });
  const today = weeks.at(-1)?.at(-1);
  return (
    <Panel box title={t("calendar.title")} data-calendar={total}>
      <svg
        className={css.drawing}
        viewBox={`0 0 ${26 + weeks.length * CELL} ${18 + 7 * CELL}`}
        role="img"
        aria-label={said}
      >
        {[0, 2, 4, 6].map((day) => (
          <text key={day} className={css.label} x={0} y={26 + day * CELL}>
            {weekdayText(MONDAY + day * 86_400_000)}
          </text>
        ))}
        {weeks.map((week, x) => {
          const first = week[0]?.date;
          const begins = first && x > 0 && first.getMonth() !== weeks[x - 1]?.[0]?.date.getMonth();
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
            <g key={x}>
              {begins && (
                <text className={css.label} x={26 + x * CELL} y={10}>
                  {monthText(first)}
                </text>
              )}
              {week.map(({ date, count }, y) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
                  key={y}
                  className={classes(STEPS[stepOf(count)], week[y] === today && css.today)}
                  x={26 + x * CELL}
                  y={16 + y * CELL}
                  width={11}
                  height={11}
                  rx={2}
                >
                  <title>{t("calendar.day", { count, date: dateText(date.getTime()) })}</title>
                </rect>
              ))}
            </g>
          );
        })}
      </svg>
      <p className={classes(text("small", "soft"), css.said)}>{said}</p>
      {active.length > 0 && (
        <details className={css.list}>
          <summary className={css.summary}>{t("calendar.list")}</summary>
          <ol className={css.days}>
            {active
              .slice()
              .reverse()
              .map(({ date, count }) => (
                <li key={date.getTime()}>{t("calendar.day", { count, date: dateText(date.getTime()) })}</li>
              ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

function Favourites({ played }: { played: GamePlayed[] }) {
  const { games } = useGames();
  return (
    <Panel box title={t("favourites.title")}>
      <ul className={css.favourites}>
        {played.slice(0, FAVOURITES).map(({ game, won, even, lost }) => {
          const count = won + even + lost;
          return (
            <li key={game} className={css.favourite} data-game={game}>
              <GameGlyph game={game} title={gameTitle(games, game)} small />
              <div>
                <p className={css.name}>
                  {gameTitle(games, game)} <span className={css.count}>{t("favourites.count", { count })}</span>
                </p>
                <div className={css.bar} role="img" aria-label={t("favourites.said", { won, even, lost })}>
                  {won > 0 && <i className={classes(css.part, css.won)} style={{ flexGrow: won }} />}
                  {even > 0 && <i className={classes(css.part, css.even)} style={{ flexGrow: even }} />}
                  {lost > 0 && <i className={classes(css.part, css.lost)} style={{ flexGrow: lost }} />}
                </div>
              </div>
              <b className={css.share}>{percentText(won / count)}</b>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function LatestMatches({ me }: { me: string }) {
  const { games } = useGames();
  const over = (useOwnTables() ?? []).filter((line) => line.phase === "over").slice(0, SHOWN);
  return (
    <Panel className={css.wide}>
      <PanelHeader title={t("rating.latest")}>
        <MoreLink to={paths.games}>{t("nav.games")}</MoreLink>
      </PanelHeader>
      {over.length > 0 ? (
        <Rows>
          {over.map((line) => (
            <OwnTableRow key={line.table} line={line} games={games} me={me} change />
          ))}
        </Rows>
      ) : (
        <NoRows>{t("home.no-games")}</NoRows>
      )}
    </Panel>
  );
}

/** Of others: matches that everybody could have watched, to be looked back at. */
export function PublicMatches({ who }: { who: string }) {
  const { games } = useGames();
  const [found, error] = useFetched(() => matchesOf(who), [who]);
  if (error) return <RefusalText text={error.message} />;
  if (!found) return null;
  return (
    <Panel data-public-matches={found.length}>
      <PanelHeader title={t("rating.latest")} />
      {found.length > 0 ? (
        <Rows>
          {found.map((line) => (
            <PastTableRow key={line.table} line={line} games={games} who={who} />
          ))}
        </Rows>
      ) : (
        <NoRows>{t("player.no-matches")}</NoRows>
      )}
    </Panel>
  );
}

function OwnTournaments({ me }: { me: string }) {
  const { games } = useGames();
  const [page] = useFetched(() => listTournaments({ mine: true, most: SHOWN }), []);
  return (
    <Panel className={css.side}>
      <PanelHeader title={t("nav.tournaments")}>
        <MoreLink to={paths.tournaments()}>{t("home.tournaments")}</MoreLink>
      </PanelHeader>
      {page && page.tournaments.length > 0 ? (
        <Rows>
          {page.tournaments.map((line) => (
            <TournamentRow key={line.tournament} line={line} title={gameTitle(games, line.game)}>
              {line.phase !== "open" && <OwnPlace tournament={line.tournament} me={me} />}
            </TournamentRow>
          ))}
        </Rows>
      ) : (
        <NoRows>{t("favourites.no-tournaments")}</NoRows>
      )}
    </Panel>
  );
}

/** Where one stands there, or came in. */
function OwnPlace({ tournament, me }: { tournament: string; me: string }) {
  const [now] = useFetched(() => oneTournament(tournament), [tournament]);
  const own = now?.standings.find((row) => row.entrant === me);
  if (!now || !own) return null;
  return <RowFact data-place={own.rank}>{t("rating.place", { place: own.rank, of: now.standings.length })}</RowFact>;
}
