/** One game: what it is, and every way to begin. */

import { useEffect, useMemo, useState } from "react";
import { useHasAccount } from "../../client/session";
import type { Clock, GameInfo, NewSeat } from "../../contract";
import { GameBanner } from "../../skins/pictures";
import { Form, RefusalText } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { Segments, segmentOptions } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { PageFrame } from "../frame/PageFrame";
import { RatedField } from "../ratings/RatedField";
import { ratedText } from "../ratings/Rating";
import { CLOCKS, clockText, NO_CLOCK, shortClockText } from "../tables/clocks";
import { BOT_LEVELS, type NewTableActions, USUAL_BOT_LEVEL, useNewTable } from "../tables/useNewTable";
import { gameFacts, useGames, usualSeats } from "./games";
import { OptionField } from "./OptionField";
import { opening, RulesText } from "./RulesText";
import { gameTexts, oneGame, type Value } from "./requests";
import "./game.css";

const OFFERED_CLOCKS = [NO_CLOCK, ...CLOCKS];

export function GamePage({ name }: { name: string }) {
  const { games, lost } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(game ? t("page.named", { name: game.title }) : t("page.title"));
  return (
    <PageFrame game={name}>
      {game ? (
        <GameView key={name} game={game} />
      ) : (
        <p className="moment">{games ? t("game.unknown") : t(lost ? "page.lost" : "page.loading")}</p>
      )}
    </PageFrame>
  );
}

function GameView({ game }: { game: GameInfo }) {
  const [texts, setTexts] = useState<Catalogue>({});
  useEffect(() => {
    gameTexts(game.name).then(setTexts, () => undefined);
    if (!game.ready) oneGame(game.name).catch(() => undefined); // it is wanted next
  }, [game.name, game.ready]);
  const newTable = useNewTable();
  const options = useTableOptions(game);
  return (
    <div className="game-page">
      <div className="about">
        <div className="art">
          <GameBanner game={game.name} title={game.title} />
        </div>
        <div className="intro">
          <h1 className="show">{game.title}</h1>
          <p>{game.about}</p>
          <ul>
            {gameFacts(game).map((fact, i) => (
              <li key={fact} className="chip">
                <Icon name={i === 0 ? "people" : "eye"} />
                {fact}
              </li>
            ))}
          </ul>
          <Link to={paths.leaders(game.name)} className="btn quiet to-leaders" data-to-leaders>
            <Icon name="cup" />
            {t(game.cooperative ? "best.title" : "leaders.title")}
          </Link>
        </div>
        <section className="panel teach">
          <header>
            <h2>{t("game.in-short")}</h2>
            <Link to={paths.rules(game.name)} className="btn quiet">
              <Icon name="book" />
              {t("game.all-rules")}
            </Link>
          </header>
          <RulesText game={game.name} text={opening(game.rules)} />
        </section>
      </div>
      <div className="start">
        <GuidedBox game={game} newTable={newTable} />
        <AgainstBots game={game} texts={texts} newTable={newTable} options={options} />
        <WithFriends game={game} newTable={newTable} options={options} />
        <PassAndPlay game={game} texts={texts} newTable={newTable} options={options} />
        {!game.cooperative && (game.seats.at(-1) ?? 1) >= 2 && (
          <section className="panel pass">
            <div>
              <h2>{t("nav.tournaments")}</h2>
              <p>{t("game.cups-line")}</p>
            </div>
            <Link to={paths.tournaments(game.name)} className="btn">
              <Icon name="flag" />
              {t("lines.open-it")}
              <span className="sr">{t("nav.tournaments")}</span>
            </Link>
          </section>
        )}
      </div>
    </div>
  );
}

interface TableOptions {
  count: number;
  setCount: (count: number) => void;
  gameOptions: Record<string, Value>;
  setOption: (name: string, value: Value) => void;
  clock: Clock;
  setClock: (clock: Clock) => void;
  rated: boolean;
  setRated: (rated: boolean) => void;
  substitutes: boolean; // spectators may take over from players who leave
  setSubstitutes: (allowed: boolean) => void;
}

function useTableOptions(game: GameInfo): TableOptions {
  const [count, setCount] = useState(usualSeats(game));
  const [gameOptions, setGameOptions] = useState<Record<string, Value>>({});
  const [clock, setClock] = useState<Clock>(NO_CLOCK);
  const [wanted, setRated] = useState(false);
  const [substitutes, setSubstitutes] = useState(true);
  const rated = useHasAccount() && wanted;
  return useMemo(
    () => ({
      count,
      setCount,
      gameOptions,
      setOption: (name, value) => setGameOptions((was) => ({ ...was, [name]: value })),
      clock,
      setClock,
      rated,
      setRated,
      substitutes,
      setSubstitutes,
    }),
    [count, gameOptions, clock, rated, substitutes],
  );
}

interface BoxProps {
  game: GameInfo;
  newTable: NewTableActions;
  options: TableOptions;
}

/** For a player who is new to the game: at once at a table, with the weakest bots and a coach. */
function GuidedBox({ game, newTable }: { game: GameInfo; newTable: NewTableActions }) {
  return (
    <section className="panel guided">
      <div>
        <h2>{t("game.new-here", { game: game.title })}</h2>
        <p>{t("game.guided-line")}</p>
      </div>
      <button
        type="button"
        className="btn"
        data-guided
        disabled={newTable.busy !== null}
        onClick={() => newTable.guided(game)}
      >
        <Icon name="lamp" />
        {t("game.guided")}
      </button>
    </section>
  );
}

function AgainstBots({ game, texts, newTable, options }: BoxProps & { texts: Catalogue }) {
  const [level, setLevel] = useState(USUAL_BOT_LEVEL);
  const alone = game.seats.length === 1 && game.seats[0] === 1;
  function start() {
    const bots: NewSeat[] = Array.from({ length: options.count - 1 }, () => ({ kind: "bot", level }));
    void newTable.open(game, {
      game: game.name,
      seats: [{ kind: "me" }, ...bots],
      options: options.gameOptions,
      clock: options.count > 1 ? options.clock : NO_CLOCK,
      listed: false,
      // Best scores are for people alone.
      rated: options.rated && !(game.cooperative && bots.length > 0),
    });
  }
  return (
    <Form className="panel box" onSubmit={start}>
      <h2>{t(game.cooperative ? "game.with-bots" : "game.against-bots")}</h2>
      {options.count > 1 && !alone && (
        <>
          <p className="lab2">{t("game.level")}</p>
          <fieldset className="level" aria-label={t("game.level")}>
            {BOT_LEVELS.map((each) => (
              <label key={each}>
                <input type="radio" name="level" checked={each === level} onChange={() => setLevel(each)} />
                <i />
                <b>{texts[`level.${each}`] ? render(texts, { key: `level.${each}` }) : each}</b>
              </label>
            ))}
          </fieldset>
        </>
      )}
      {game.seats.length > 1 && (
        <>
          <p className="lab2">{t("game.seats")}</p>
          <Segments
            name="seats"
            legend={t("game.seats")}
            options={game.seats.map((n) => ({ value: n, label: String(n) }))}
            value={options.count}
            onChange={options.setCount}
          />
        </>
      )}
      <OptionsBox game={game} options={options} />
      <RefusalText text={newTable.refusal} />
      {!game.ready && (
        <p className="waiting" role="status">
          <Icon name="hour" />
          {game.status}
        </p>
      )}
      <div className="cta">
        <button type="submit" className="btn primary big" disabled={newTable.busy !== null}>
          {newTable.busy ? t("home.sitting") : t("game.start")}
        </button>
      </div>
    </Form>
  );
}

function OptionsBox({ game, options }: { game: GameInfo; options: TableOptions }) {
  const chosen = OFFERED_CLOCKS.findIndex(
    (clock) => clock.pace === options.clock.pace && clock.minutes === options.clock.minutes,
  );
  return (
    <details className="opt">
      <summary>
        <Icon name="gear" />
        <b>{t("game.options")}</b>
        <span>
          {t("game.chosen", { clock: clockText(options.clock), rated: ratedText(options.rated, game.cooperative) })}
        </span>
        <Icon name="down" />
      </summary>
      <div className="option">
        <p className="small soft">{t("game.clock")}</p>
        <Segments
          name="clock"
          legend={t("game.clock")}
          options={OFFERED_CLOCKS.map((clock, value) => ({ value, label: shortClockText(clock) }))}
          value={Math.max(0, chosen)}
          onChange={(i) => options.setClock(OFFERED_CLOCKS[i] ?? NO_CLOCK)}
        />
      </div>
      <RatedField game={game} value={options.rated} onChange={options.setRated} />
      {goesOn(game, Math.max(2, options.count)) && (
        <div className="option" data-substitutes={options.substitutes}>
          <p className="small soft">{t("substitute.option")}</p>
          <Segments
            name="substitutes"
            legend={t("substitute.legend")}
            options={segmentOptions([true, t("substitute.yes")], [false, t("substitute.no")])}
            value={options.substitutes}
            onChange={options.setSubstitutes}
          />
        </div>
      )}
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={options.gameOptions[option.name] ?? option.by_seats[options.count] ?? option.default}
          onChange={(value) => options.setOption(option.name, value)}
        />
      ))}
    </details>
  );
}

/** Whether a match goes on when a player leaves. */
const goesOn = (game: GameInfo, seats: number) => seats > 2 || game.cooperative;

function WithFriends({ game, newTable, options }: BoxProps) {
  if ((game.seats.at(-1) ?? 1) < 2) return null;
  const count = Math.max(2, options.count);
  const open = (listed: boolean) =>
    newTable.open(game, {
      game: game.name,
      seats: [{ kind: "me" }, ...Array.from({ length: count - 1 }, () => ({ kind: "open" as const }))],
      options: options.gameOptions,
      clock: options.clock,
      listed,
      rated: options.rated,
      substitutes: options.substitutes && goesOn(game, count),
      start: count > 2 ? "host" : "full",
    });
  const seek = () =>
    newTable.quickMatch(game, {
      seats: count,
      options: options.gameOptions,
      clock: options.clock,
      rated: options.rated,
    });
  return (
    <section className="panel box">
      <h2>{t("game.invite")}</h2>
      <p className="small soft">{t(options.rated ? "game.invite-rated" : "game.invite-line")}</p>
      <div className="acts">
        <button type="button" className="btn" data-invite disabled={newTable.busy !== null} onClick={() => open(false)}>
          <Icon name="link" />
          {t("game.private")}
        </button>
        <button type="button" className="btn" data-listed disabled={newTable.busy !== null} onClick={() => open(true)}>
          <Icon name="table" />
          {t("game.public")}
        </button>
        <button type="button" className="btn" data-quick disabled={newTable.busy !== null} onClick={seek}>
          <Icon name="people" />
          {t(count > 2 ? "game.find-more" : "home.find")}
        </button>
      </div>
    </section>
  );
}

function PassAndPlay({ game, texts, newTable, options }: BoxProps & { texts: Catalogue }) {
  const [open, setOpen] = useState(false);
  const [names, setNames] = useState<Record<number, string>>({});
  const usual = (seat: number) =>
    texts[`seat.${seat}`] ? render(texts, { key: `seat.${seat}` }) : t("game.seat", { number: seat + 1 });
  function start() {
    const seats = Array.from({ length: options.count }, (_, seat) => ({
      kind: "me" as const,
      name: names[seat]?.trim() || usual(seat),
    }));
    void newTable.open(game, {
      game: game.name,
      seats,
      options: options.gameOptions,
      clock: options.clock,
      listed: false,
    });
  }
  if ((game.seats.at(-1) ?? 1) < 2) return null;
  return (
    <Form className={open ? "panel pass open" : "panel pass"} onSubmit={start}>
      <div>
        <h2>{t("game.pass")}</h2>
        <p>{t("game.pass-line")}</p>
      </div>
      {!open && (
        <button type="button" className="btn" data-pass onClick={() => setOpen(true)}>
          <Icon name="hand" />
          {t("game.set-up")}
        </button>
      )}
      {open && (
        <>
          <ol className="sitters">
            {Array.from({ length: options.count }, (_, seat) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <li key={seat}>
                <input
                  className="field"
                  aria-label={t("game.name-of", { seat: seat + 1 })}
                  value={names[seat] ?? ""}
                  placeholder={usual(seat)}
                  maxLength={24}
                  onChange={(event) => setNames({ ...names, [seat]: event.target.value })}
                />
              </li>
            ))}
          </ol>
          <button type="submit" className="btn primary" disabled={newTable.busy !== null}>
            {t("game.start-here")}
          </button>
        </>
      )}
    </Form>
  );
}
