/** One game: what it is, and every way to begin. */

import { type FormEvent, useEffect, useMemo, useState } from "react";
import { type GameCard, gameTexts, oneGame, type Value } from "../api/games";
import type { Clock, NewSeat } from "../api/tables";
import { useGames } from "../games";
import { Frame } from "../parts/Frame";
import { Icon } from "../parts/Icon";
import { ratedWords } from "../parts/Rating";
import { HeadPicture, Segments, useTitle } from "../parts/small";
import { Link } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";
import { type Catalogue, render } from "../texts/render";
import { factsOf } from "./Home";
import { clockWords } from "./lines";
import { OptionField } from "./OptionField";
import { LEVELS, PACES, type Playing, USUAL_LEVEL, usePlaying, usualSeats } from "./playing";
import { RatedField, useAccount } from "./RatedField";
import { opening, RulesText } from "./RulesText";
import "./game.css";

export function GamePage({ name }: { name: string }) {
  const { games, lost } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(game ? t("page.named", { name: game.title }) : t("page.title"));
  return (
    <Frame game={name}>
      {game ? (
        <OneGame key={name} game={game} />
      ) : (
        <p className="moment">{games ? t("game.unknown") : t(lost ? "page.lost" : "page.loading")}</p>
      )}
    </Frame>
  );
}

function OneGame({ game }: { game: GameCard }) {
  const [texts, setTexts] = useState<Catalogue>({});
  useEffect(() => {
    gameTexts(game.name).then(setTexts, () => undefined);
    if (!game.ready) oneGame(game.name).catch(() => undefined); // it is wanted next
  }, [game.name, game.ready]);
  const playing = usePlaying();
  const setting = useSetting(game);
  return (
    <div className="game-page">
      <div className="about">
        <div className="art">
          <HeadPicture game={game.name} title={game.title} />
        </div>
        <div className="intro">
          <h1 className="show">{game.title}</h1>
          <p>{game.about}</p>
          <ul>
            {factsOf(game).map((fact, i) => (
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
        <Guided game={game} playing={playing} />
        <AgainstBots game={game} texts={texts} playing={playing} setting={setting} />
        <WithFriends game={game} playing={playing} setting={setting} />
        <PassAndPlay game={game} texts={texts} playing={playing} setting={setting} />
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

interface Setting {
  count: number;
  setCount: (count: number) => void;
  options: Record<string, Value>;
  setOption: (name: string, value: Value) => void;
  clock: Clock;
  setClock: (clock: Clock) => void;
  rated: boolean;
  setRated: (rated: boolean) => void;
  substitutes: boolean; // others may take over for those who leave
  setSubstitutes: (allowed: boolean) => void;
}

function useSetting(game: GameCard): Setting {
  const [count, setCount] = useState(usualSeats(game));
  const [options, setOptions] = useState<Record<string, Value>>({});
  const [clock, setClock] = useState<Clock>({});
  const [wanted, setRated] = useState(false);
  const [substitutes, setSubstitutes] = useState(true);
  const rated = useAccount() && wanted;
  return useMemo(
    () => ({
      count,
      setCount,
      options,
      setOption: (name, value) => setOptions((was) => ({ ...was, [name]: value })),
      clock,
      setClock,
      rated,
      setRated,
      substitutes,
      setSubstitutes,
    }),
    [count, options, clock, rated, substitutes],
  );
}

interface BoxProps {
  game: GameCard;
  playing: Playing;
  setting: Setting;
}

/** For whoever has never played it: at once at a table, with the weakest bots and a coach. */
function Guided({ game, playing }: { game: GameCard; playing: Playing }) {
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
        disabled={playing.busy !== null}
        onClick={() => playing.guided(game)}
      >
        <Icon name="lamp" />
        {t("game.guided")}
      </button>
    </section>
  );
}

function AgainstBots({ game, texts, playing, setting }: BoxProps & { texts: Catalogue }) {
  const [level, setLevel] = useState(USUAL_LEVEL);
  const alone = game.seats.length === 1 && game.seats[0] === 1;
  function start(event: FormEvent) {
    event.preventDefault();
    const bots: NewSeat[] = Array.from({ length: setting.count - 1 }, () => ({ kind: "bot", level }));
    void playing.open(game, {
      game: game.name,
      seats: [{ kind: "me" }, ...bots],
      options: setting.options,
      clock: setting.count > 1 ? setting.clock : {},
      listed: false,
      // Best scores are for people alone.
      rated: setting.rated && !(game.cooperative && bots.length > 0),
    });
  }
  return (
    <form className="panel box" onSubmit={start}>
      <h2>{t(game.cooperative ? "game.with-bots" : "game.against-bots")}</h2>
      {setting.count > 1 && !alone && (
        <>
          <p className="lab2">{t("game.level")}</p>
          <fieldset className="level" aria-label={t("game.level")}>
            {LEVELS.map((each) => (
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
            ways={game.seats.map((n) => ({ value: n, label: String(n) }))}
            value={setting.count}
            onChange={setting.setCount}
          />
        </>
      )}
      <Options game={game} setting={setting} />
      {playing.refusal && (
        <p className="refusal" role="alert">
          {playing.refusal}
        </p>
      )}
      {!game.ready && (
        <p className="waiting" role="status">
          <Icon name="hour" />
          {game.status}
        </p>
      )}
      <div className="cta">
        <button type="submit" className="btn primary big" disabled={playing.busy !== null}>
          {playing.busy ? t("home.sitting") : t("game.start")}
        </button>
      </div>
    </form>
  );
}

function Options({ game, setting }: { game: GameCard; setting: Setting }) {
  const clocks: Clock[] = [{}, ...PACES];
  const chosen = clocks.findIndex(
    (clock) => clock.pace === setting.clock.pace && clock.minutes === setting.clock.minutes,
  );
  return (
    <details className="opt">
      <summary>
        <Icon name="gear" />
        <b>{t("game.options")}</b>
        <span>
          {t("game.chosen", { clock: clockWords(setting.clock), rated: ratedWords(setting.rated, game.cooperative) })}
        </span>
        <Icon name="down" />
      </summary>
      <div className="option">
        <p className="small soft">{t("game.clock")}</p>
        <Segments
          name="clock"
          legend={t("game.clock")}
          ways={clocks.map((clock, i) => ({
            value: i,
            label:
              i === 0
                ? t("clock.short-none")
                : clock.pace === "days"
                  ? t("clock.short-days", { count: clock.days ?? 0 })
                  : t("clock.short-live", { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 }),
          }))}
          value={Math.max(0, chosen)}
          onChange={(i) => setting.setClock(clocks[i] ?? {})}
        />
      </div>
      <RatedField game={game} value={setting.rated} onChange={setting.setRated} />
      {goesOn(game, Math.max(2, setting.count)) && (
        <div className="option" data-substitutes={setting.substitutes}>
          <p className="small soft">{t("substitute.option")}</p>
          <Segments
            name="substitutes"
            legend={t("substitute.legend")}
            ways={[
              { value: true, label: t("substitute.yes") },
              { value: false, label: t("substitute.no") },
            ]}
            value={setting.substitutes}
            onChange={setting.setSubstitutes}
          />
        </div>
      )}
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={setting.options[option.name] ?? option.by_seats[setting.count] ?? option.default}
          onChange={(value) => setting.setOption(option.name, value)}
        />
      ))}
    </details>
  );
}

/** Whether a match goes on when somebody leaves. */
const goesOn = (game: GameCard, seats: number) => seats > 2 || game.cooperative;

function WithFriends({ game, playing, setting }: BoxProps) {
  if ((game.seats.at(-1) ?? 1) < 2) return null;
  const count = Math.max(2, setting.count);
  const open = (listed: boolean) =>
    playing.open(game, {
      game: game.name,
      seats: [{ kind: "me" }, ...Array.from({ length: count - 1 }, () => ({ kind: "open" as const }))],
      options: setting.options,
      clock: setting.clock,
      listed,
      rated: setting.rated,
      substitutes: setting.substitutes && goesOn(game, count),
      start: count > 2 ? "host" : "full",
    });
  const seek = () =>
    playing.quickMatch(game, { seats: count, options: setting.options, clock: setting.clock, rated: setting.rated });
  return (
    <section className="panel box">
      <h2>{t("game.invite")}</h2>
      <p className="small soft">{t(setting.rated ? "game.invite-rated" : "game.invite-line")}</p>
      <div className="acts">
        <button type="button" className="btn" data-invite disabled={playing.busy !== null} onClick={() => open(false)}>
          <Icon name="link" />
          {t("game.private")}
        </button>
        <button type="button" className="btn" data-listed disabled={playing.busy !== null} onClick={() => open(true)}>
          <Icon name="table" />
          {t("game.public")}
        </button>
        <button type="button" className="btn" data-quick disabled={playing.busy !== null} onClick={seek}>
          <Icon name="people" />
          {t(count > 2 ? "game.find-more" : "home.find")}
        </button>
      </div>
    </section>
  );
}

function PassAndPlay({ game, texts, playing, setting }: BoxProps & { texts: Catalogue }) {
  const [open, setOpen] = useState(false);
  const [names, setNames] = useState<Record<number, string>>({});
  const usual = (seat: number) =>
    texts[`seat.${seat}`] ? render(texts, { key: `seat.${seat}` }) : t("game.seat", { number: seat + 1 });
  function start(event: FormEvent) {
    event.preventDefault();
    const seats = Array.from({ length: setting.count }, (_, seat) => ({
      kind: "me" as const,
      name: names[seat]?.trim() || usual(seat),
    }));
    void playing.open(game, { game: game.name, seats, options: setting.options, clock: setting.clock, listed: false });
  }
  if ((game.seats.at(-1) ?? 1) < 2) return null;
  return (
    <form className={open ? "panel pass open" : "panel pass"} onSubmit={start}>
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
            {Array.from({ length: setting.count }, (_, seat) => (
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
          <button type="submit" className="btn primary" disabled={playing.busy !== null}>
            {t("game.start-here")}
          </button>
        </>
      )}
    </form>
  );
}
