import { useEffect, useState } from "react";
import {
  type GameCard,
  gameTexts,
  listGames,
  type Opened,
  oneGame,
  openTable,
  Refusal,
  type Seat,
  type Value,
} from "../api";
import { t } from "../texts/page";
import { type Catalogue, render } from "../texts/render";
import { OptionField } from "./OptionField";
import { Brand, Emblem, Icon, Segments, ThemeButton } from "./parts";

const POLL = 700; // milliseconds
const LEVELS = [1, 2, 3, 4, 5];
const USUAL_LEVEL = 2;

export function Setup({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const [games, setGames] = useState<GameCard[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [trouble, setTrouble] = useState(false);

  useEffect(() => {
    document.title = t("page.title");
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      listGames()
        .then((list) => {
          setGames(list);
          setTrouble(false);
          if (list.some((game) => !game.ready)) timer = setTimeout(load, POLL);
        })
        .catch(() => {
          setTrouble(true);
          timer = setTimeout(load, POLL * 2);
        });
    load();
    return () => clearTimeout(timer);
  }, []);

  const game = games?.find((each) => each.name === chosen) ?? games?.[0];
  return (
    <div className="setup" data-game={game?.name}>
      <header className="top">
        <Brand />
        <div className="end">
          <ThemeButton />
        </div>
      </header>
      <main>
        <div className="hero">
          <h1 className="show">{t("setup.title")}</h1>
          <p>{t("setup.line")}</p>
          {trouble && <p className="refusal">{t("page.lost")}</p>}
        </div>
        <div className="columns">
          <ul className="games">
            {games?.map((each) => (
              <GameTile key={each.name} game={each} chosen={each === game} onChoose={() => setChosen(each.name)} />
            ))}
          </ul>
          {game && <SetTable key={game.name} game={game} onOpen={onOpen} />}
        </div>
      </main>
    </div>
  );
}

function GameTile({ game, chosen, onChoose }: { game: GameCard; chosen: boolean; onChoose: () => void }) {
  const [low, high] = [game.seats[0] ?? 1, game.seats.at(-1) ?? 1];
  const players = t(low === high ? "setup.players-one" : "setup.players", { low, high });
  const facts = [
    players,
    ...(game.cooperative ? [t("setup.together")] : []),
    ...(game.hidden ? [t("setup.hidden")] : []),
  ];
  return (
    <li data-game={game.name}>
      <button type="button" className="game" aria-pressed={chosen} data-choose={game.name} onClick={onChoose}>
        <Emblem title={game.title} />
        <span className="words">
          <span className="name show">{game.title}</span>
          <span className="line">{game.about}</span>
          <span className="kinds">{facts.join(" · ")}</span>
        </span>
      </button>
    </li>
  );
}

function SetTable({ game, onOpen }: { game: GameCard; onOpen: (opened: Opened) => void }) {
  const [texts, setTexts] = useState<Catalogue>({});
  const [count, setCount] = useState(game.seats.includes(2) ? 2 : (game.seats[0] ?? 1));
  const [kinds, setKinds] = useState<Seat["kind"][]>(["person"]);
  const [levels, setLevels] = useState<Record<number, number>>({});
  const [names, setNames] = useState<Record<number, string>>({});
  const [options, setOptions] = useState<Record<string, Value>>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    gameTexts(game.name).then(
      (answer) => setTexts(answer.texts),
      () => setTexts({}),
    );
    if (!game.ready) oneGame(game.name).catch(() => undefined); // it is wanted next
  }, [game.name, game.ready]);

  const kindOf = (seat: number): Seat["kind"] => kinds[seat] ?? "bot";
  const usual = (seat: number) =>
    texts[`seat.${seat}`] ? render(texts, { key: `seat.${seat}` }) : t("setup.seat", { number: seat + 1 });
  const seats = Array.from({ length: count }, (_, seat) => ({
    kind: kindOf(seat),
    level: levels[seat] ?? USUAL_LEVEL,
    name: names[seat]?.trim() || usual(seat),
  }));

  async function start() {
    setBusy(true);
    setRefusal(null);
    try {
      onOpen(await openTable(game.name, seats, options));
    } catch (error) {
      setBusy(false);
      setRefusal(error instanceof Refusal ? error.message : t("page.lost"));
    }
  }

  return (
    <form
      className="panel set"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <header>
        <h2>{game.title}</h2>
      </header>
      <div className="fields">
        {game.seats.length > 1 && (
          <div>
            <h3>{t("setup.seats")}</h3>
            <Segments
              name="seats"
              legend={t("setup.seats")}
              ways={game.seats.map((n) => ({ value: n, label: String(n) }))}
              value={count}
              onChange={setCount}
            />
          </div>
        )}
        <div>
          <h3>{t("setup.who")}</h3>
          <ul className="sitters">
            {seats.map((seat, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <li key={i}>
                <input
                  className="field"
                  aria-label={t("setup.name-of", { seat: i + 1 })}
                  value={names[i] ?? ""}
                  placeholder={usual(i)}
                  maxLength={24}
                  onChange={(event) => setNames({ ...names, [i]: event.target.value })}
                />
                <Segments
                  name={`kind-${i}`}
                  legend={t("setup.kind-of", { seat: i + 1 })}
                  ways={[
                    { value: "person", label: t("setup.person") },
                    { value: "bot", label: t("setup.bot") },
                  ]}
                  value={seat.kind}
                  onChange={(kind) =>
                    setKinds(
                      Array.from({ length: Math.max(count, kinds.length) }, (_, s) => (s === i ? kind : kindOf(s))),
                    )
                  }
                />
                {seat.kind === "bot" && (
                  <select
                    className="field level"
                    aria-label={t("setup.level-of", { seat: i + 1 })}
                    value={seat.level}
                    onChange={(event) => setLevels({ ...levels, [i]: Number(event.target.value) })}
                  >
                    {LEVELS.map((level) => (
                      <option key={level} value={level}>
                        {render(texts, { key: `level.${level}` })}
                      </option>
                    ))}
                  </select>
                )}
              </li>
            ))}
          </ul>
        </div>
        {game.options.length > 0 && (
          <div>
            <h3>{t("setup.options")}</h3>
            {game.options.map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={options[option.name] ?? option.by_seats[count] ?? option.default}
                onChange={(value) => setOptions({ ...options, [option.name]: value })}
              />
            ))}
          </div>
        )}
      </div>
      <div className="go">
        {refusal && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
        {!game.ready && (
          <p className="waiting" role="status">
            <Icon name="book" />
            {game.status || t("setup.preparing", { game: game.title })}
          </p>
        )}
        <button type="submit" className="btn primary big" disabled={busy || !game.ready}>
          {t("setup.start")}
        </button>
      </div>
    </form>
  );
}
