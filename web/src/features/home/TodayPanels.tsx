/** On the first page: a puzzle of the day, and a tournament to enter or to watch. */

import { lazy, Suspense, useEffect, useState } from "react";
import { useMe } from "../../client/session";
import type { GameInfo, TournamentLine, TournamentNow } from "../../contract";
import { GameEmblem } from "../../skins/pictures";
import { ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { classes } from "../../ui/classes";
import { useFetched } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { MoreLink } from "../../ui/MoreLink";
import { Panel, PanelTitle } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { render } from "../../ui/texts/render";
import { gameTitle } from "../games/games";
import { type KeptPuzzle, keepAll, keepToday, keptPuzzle } from "../puzzles/kept";
import { puzzlesToday } from "../puzzles/requests";
import { shareText } from "../puzzles/share";
import { pointsText, reachedText, rowStateText } from "../tournaments/facts";
import { listTournaments, oneTournament } from "../tournaments/requests";
import css from "./TodayPanels.module.css";

const FIRST_FEW = 3; // of those who lead

const PuzzlePicture = lazy(() => import("../puzzles/PuzzlePicture").then((file) => ({ default: file.PuzzlePicture })));

export function TodayPanels({ games, className }: { games: GameInfo[] | null; className?: string | undefined }) {
  return (
    <div className={className}>
      <PuzzlePanel games={games} />
      <CupPanel games={games} />
    </div>
  );
}

/** The first of today's puzzles that the player has not tried yet. */
function PuzzlePanel({ games }: { games: GameInfo[] | null }) {
  const [today] = useFetched(puzzlesToday, []);
  const line = today?.puzzles.find(({ solved }) => solved === null) ?? today?.puzzles[0];
  const [kept, setKept] = useState<KeptPuzzle | null>(null);
  const title = line ? gameTitle(games, line.game) : "";
  useEffect(() => {
    if (!today || !line) return;
    keepToday(today);
    keepAll([line]).then(
      () => setKept(keptPuzzle(line.game, line.id) ?? null),
      () => undefined, // what is being compiled is kept another time
    );
  }, [today, line]);
  return (
    <Panel className={css.puzzle} data-game={line?.game}>
      <div className={css.picture}>
        {line && (
          <Suspense fallback={<GameEmblem game={line.game} title={title} className={css.emblem} />}>
            {kept ? (
              <PuzzlePicture kept={kept} className={css.board} />
            ) : (
              <GameEmblem game={line.game} title={title} className={css.emblem} />
            )}
          </Suspense>
        )}
      </div>
      <div className={css.words}>
        <p className={css.over}>{line ? t("puzzle.of-today", { game: title }) : t("club.puzzle")}</p>
        <PanelTitle>{kept ? t("puzzle.to-move", { seat: seatOf(kept) }) : title}</PanelTitle>
        {line && <p className={text("soft", "small")}>{t("puzzle.found-by", { share: shareText(line.rating) })}</p>}
        {today && today.streak.days > 0 && (
          <p className={css.streak}>
            <Icon name="lamp" className={css.sign} />
            {t("club.streak", { count: today.streak.days })}
          </p>
        )}
        <Acts className={css.acts}>
          {line && (
            <ButtonLink to={paths.puzzle(line.game, line.id)} className={css.button}>
              {t("club.solve")}
            </ButtonLink>
          )}
          <MoreLink to={paths.puzzles}>{t("home.puzzles")}</MoreLink>
        </Acts>
      </div>
    </Panel>
  );
}

const seatOf = ({ puzzle, texts }: KeptPuzzle) => render(texts, { key: `seat.${puzzle.seat}`, args: {} });

const loadCup = () =>
  Promise.all([listTournaments({ phase: "running", most: 1 }), listTournaments({ phase: "open", most: 1 })]).then(
    (pages) => pages.flatMap(({ tournaments }) => tournaments)[0] ?? null,
  );

function CupPanel({ games }: { games: GameInfo[] | null }) {
  const [line] = useFetched(loadCup, []);
  const running = line?.phase === "running" ? line.tournament : "";
  const [now] = useFetched(() => (running ? oneTournament(running) : Promise.resolve(null)), [running]);
  return (
    <Panel className={css.cup}>
      <p className={css.over}>{t("club.cup")}</p>
      {line ? (
        <Cup line={line} now={now ?? null} games={games} />
      ) : (
        <p className={classes(text("soft", "small"), css.none)}>{t("home.no-tournaments")}</p>
      )}
      <Acts className={css.acts}>
        {now?.me.table && (
          <ButtonLink to={paths.table(now.me.table)} look="turn" className={css.button}>
            {t("table-row.play")}
          </ButtonLink>
        )}
        {line && (
          <ButtonLink to={paths.tournament(line.tournament)} className={css.button}>
            {t(line.phase === "open" ? "table-row.open-it" : "club.standings")}
          </ButtonLink>
        )}
        <MoreLink to={paths.tournaments()}>{t("home.tournaments")}</MoreLink>
      </Acts>
    </Panel>
  );
}

function Cup({ line, now, games }: { line: TournamentLine; now: TournamentNow | null; games: GameInfo[] | null }) {
  return (
    <>
      <PanelTitle>
        <bdi>{line.about.title}</bdi>
      </PanelTitle>
      <p className={text("soft", "small")}>
        {gameTitle(games, line.game)}, {rowStateText(line)}
      </p>
      {now && now.standings.length > 0 && <Leaders now={now} />}
    </>
  );
}

/** Who leads; and where one stands oneself, if one is further down. */
function Leaders({ now }: { now: TournamentNow }) {
  const me = useMe()?.person?.id ?? null;
  const own = now.standings.findIndex((row) => row.entrant === me);
  const shown = now.standings.filter(
    (_, place) => place < (own < FIRST_FEW ? FIRST_FEW : FIRST_FEW - 1) || place === own,
  );
  const entrants = new Map(now.entrants.map((one) => [one.entrant, one]));
  return (
    <ol className={css.leaders}>
      {shown.map((row) => (
        <li key={row.entrant} className={css.leader}>
          <span className={css.rank}>{row.rank}</span>
          <b className={css.name}>
            {row.entrant === me ? t("table.you") : <bdi>{entrants.get(row.entrant)?.name}</bdi>}
          </b>
          <span className={classes(text("num", "small"), css.points)}>
            {now.rules.kind === "knockout" ? (
              reachedText(now, row)
            ) : (
              <>
                <span className={text("sr-only")}>{t("tournament.points")} </span>
                {pointsText(row.points)}
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
