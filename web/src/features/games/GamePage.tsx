/** One game: what it is, and every way to begin. */

import { useEffect, useMemo, useState } from "react";
import { useHasAccount } from "../../client/session";
import type { Clock, GameInfo, NewSeat } from "../../contract";
import { GameBanner } from "../../skins/pictures";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Chip } from "../../ui/Chip";
import { classes } from "../../ui/classes";
import { Form, HelpedField, Input, RefusalText, SubmitButton } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Moment } from "../../ui/Moment";
import { Panel, PanelTitle, panelClass } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { Segments, segmentOptions } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { PageFrame } from "../frame/PageFrame";
import { RatedField } from "../ratings/RatedField";
import { ratedText } from "../ratings/Rating";
import { ClockField } from "../tables/ClockField";
import { clockText, NO_CLOCK } from "../tables/clocks";
import { type NewTableActions, useNewTable, usualLevel } from "../tables/useNewTable";
import css from "./GamePage.module.css";
import { GettingReady } from "./GettingReady";
import { gameFacts, useGames, usualSeats } from "./games";
import { LevelField } from "./LevelField";
import { OptionField } from "./OptionField";
import { opening, RulesText } from "./RulesText";
import { gameTexts, oneGame, type Value } from "./requests";

export function GamePage({ name }: { name: string }) {
  const { games, lost } = useGames();
  const game = games?.find((each) => each.name === name);
  useTitle(game ? game.title : null);
  return (
    <PageFrame game={name}>
      {game ? (
        <GameView key={name} game={game} />
      ) : (
        <Moment as="p">{games ? t("game.unknown") : t(lost ? "page.lost" : "page.loading")}</Moment>
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
    <div className={css.page}>
      <div className={css.about}>
        <div className={css.art}>
          <GameBanner game={game.name} title={game.title} />
        </div>
        <div className={css.intro}>
          <h1 className={classes(text("show"), css.title)}>{game.title}</h1>
          <p className={css.line}>{game.about}</p>
          <ul className={css.facts}>
            {gameFacts(game).map((fact, i) => (
              <Chip as="li" key={fact} icon={i === 0 ? "people" : "eye"}>
                {fact}
              </Chip>
            ))}
          </ul>
          <ButtonLink to={paths.leaders(game.name)} look="quiet" className={css.toLeaders} data-to-leaders>
            <Icon name="cup" />
            {t(game.cooperative ? "best-scores.title" : "leaders.title")}
          </ButtonLink>
        </div>
        <Panel className={css.rules}>
          <header className={css.rulesHead}>
            <PanelTitle>{t("game.in-short")}</PanelTitle>
            <ButtonLink to={paths.rules(game.name)} look="quiet" className={css.allRules}>
              <Icon name="book" />
              {t("game.all-rules")}
            </ButtonLink>
          </header>
          <RulesText game={game.name} text={opening(game.rules)} />
        </Panel>
      </div>
      <div className={css.start}>
        <GuidedBox game={game} newTable={newTable} />
        <AgainstBots game={game} texts={texts} newTable={newTable} options={options} />
        <WithFriends game={game} newTable={newTable} options={options} />
        <PassAndPlay game={game} texts={texts} newTable={newTable} options={options} />
        {!game.cooperative && (game.seats.at(-1) ?? 1) >= 2 && (
          <Panel className={css.offer}>
            <OfferWords title={t("nav.tournaments")} line={t("game.tournaments-line")} />
            <ButtonLink to={paths.tournaments(game.name)} className={css.offerButton}>
              <Icon name="flag" />
              {t("table-row.open-it")}
              <span className={text("sr-only")}>{t("nav.tournaments")}</span>
            </ButtonLink>
          </Panel>
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
  ownWords: boolean; // as the share of the chance
  setOwnWords: (own: boolean) => void;
}

function useTableOptions(game: GameInfo): TableOptions {
  const [count, setCount] = useState(usualSeats(game));
  const [gameOptions, setGameOptions] = useState<Record<string, Value>>({});
  const [clock, setClock] = useState<Clock>(NO_CLOCK);
  const [wanted, setRated] = useState(false);
  const [substitutes, setSubstitutes] = useState(true);
  const [ownWords, setOwnWords] = useState(false);
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
      ownWords,
      setOwnWords,
    }),
    [count, gameOptions, clock, rated, substitutes, ownWords],
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
    <Panel className={classes(css.offer, css.guided)}>
      <OfferWords title={t("game.new-here", { game: game.title })} line={t("game.guided-line")} />
      <Button data-guided disabled={newTable.busy !== null} onClick={() => newTable.guided(game)}>
        <Icon name="lamp" />
        {t("game.guided")}
      </Button>
    </Panel>
  );
}

function OfferWords({ title, line }: { title: string; line: string }) {
  return (
    <div className={css.offerWords}>
      <PanelTitle className={css.offerTitle}>{title}</PanelTitle>
      <p className={css.offerLine}>{line}</p>
    </div>
  );
}

function AgainstBots({ game, texts, newTable, options }: BoxProps & { texts: Catalogue }) {
  const [level, setLevel] = useState(usualLevel(game));
  const alone = game.seats.length === 1 && game.seats[0] === 1;
  function start() {
    const bots: NewSeat[] = Array.from({ length: options.count - 1 }, () => ({ kind: "bot", level }));
    void newTable.open(
      game,
      {
        game: game.name,
        seats: [{ kind: "me" }, ...bots],
        options: options.gameOptions,
        clock: options.count > 1 ? options.clock : NO_CLOCK,
        listed: false,
        // Best scores are for people alone.
        rated: options.rated && !(game.cooperative && bots.length > 0),
      },
      options.ownWords,
    );
  }
  return (
    <Form className={panelClass(true)} onSubmit={start}>
      <PanelTitle>{t(game.cooperative ? "game.with-bots" : "game.against-bots")}</PanelTitle>
      {options.count > 1 && !alone && (
        <>
          <p className={css.label}>{t("game.level")}</p>
          <LevelField texts={texts} value={level} onChange={setLevel} />
        </>
      )}
      {game.seats.length > 1 && (
        <>
          <p className={css.label}>{t("game.seats")}</p>
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
      <RefusalText text={newTable.refusal} className={css.refusal} />
      {!game.ready && (
        <div className={css.waiting} role="status">
          <GettingReady game={game} />
          {newTable.busy && <p className={text("small")}>{t("getting-ready.sits")}</p>}
        </div>
      )}
      <div className={css.begin}>
        <SubmitButton look="primary" big className={css.beginButton} disabled={newTable.busy !== null}>
          {newTable.busy ? t("home.sitting") : t("game.start")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function OptionsBox({ game, options }: { game: GameInfo; options: TableOptions }) {
  return (
    <details className={css.options}>
      <summary className={css.summary}>
        <Icon name="gear" />
        <b className={css.summaryTitle}>{t("game.options")}</b>
        <span className={text("soft")}>
          {t("game.chosen", { clock: clockText(options.clock), rated: ratedText(options.rated, game.cooperative) })}
        </span>
        <Icon name="down" className={css.fold} />
      </summary>
      <HelpedField help={t("game.clock")}>
        <ClockField
          name="clock"
          legend={t("game.clock")}
          value={options.clock}
          onChange={options.setClock}
          none
          brief
        />
      </HelpedField>
      <RatedField game={game} value={options.rated} onChange={options.setRated} />
      {goesOn(game, Math.max(2, options.count)) && (
        <HelpedField help={t("substitute.option")} data-substitutes={options.substitutes}>
          <Segments
            name="substitutes"
            legend={t("substitute.legend")}
            options={segmentOptions([true, t("substitute.yes")], [false, t("substitute.no")])}
            value={options.substitutes}
            onChange={options.setSubstitutes}
          />
        </HelpedField>
      )}
      {game.chance && (
        <HelpedField help={t("dealing.option")} data-own-words={options.ownWords}>
          <Segments
            name="share"
            legend={t("dealing.legend")}
            options={segmentOptions([false, t("dealing.random")], [true, t("dealing.own-words")])}
            value={options.ownWords}
            onChange={options.setOwnWords}
          />
        </HelpedField>
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
    newTable.open(
      game,
      {
        game: game.name,
        seats: [{ kind: "me" }, ...Array.from({ length: count - 1 }, () => ({ kind: "open" as const }))],
        options: options.gameOptions,
        clock: options.clock,
        listed,
        rated: options.rated,
        substitutes: options.substitutes && goesOn(game, count),
        ready: listed, // strangers meet: nobody's clock runs before both are there
        start: count > 2 ? "host" : "full",
      },
      options.ownWords,
    );
  const seek = () =>
    newTable.quickMatch(game, {
      seats: count,
      options: options.gameOptions,
      clock: options.clock,
      rated: options.rated,
    });
  return (
    <Panel box>
      <PanelTitle>{t("game.invite")}</PanelTitle>
      <p className={text("small", "soft")}>{t(options.rated ? "game.invite-rated" : "game.invite-line")}</p>
      <Acts>
        <Button data-invite disabled={newTable.busy !== null} onClick={() => open(false)}>
          <Icon name="link" />
          {t("game.private")}
        </Button>
        <Button data-listed disabled={newTable.busy !== null} onClick={() => open(true)}>
          <Icon name="table" />
          {t("game.public")}
        </Button>
        <Button data-quick disabled={newTable.busy !== null} onClick={seek}>
          <Icon name="people" />
          {t(count > 2 ? "game.find-more" : "home.find")}
        </Button>
      </Acts>
    </Panel>
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
    void newTable.open(
      game,
      {
        game: game.name,
        seats,
        options: options.gameOptions,
        clock: options.clock,
        listed: false,
      },
      options.ownWords,
    );
  }
  if ((game.seats.at(-1) ?? 1) < 2) return null;
  return (
    <Form className={classes(panelClass(), css.offer, open && css.open)} onSubmit={start}>
      <OfferWords title={t("game.pass")} line={t("game.pass-line")} />
      {!open && (
        <Button className={css.offerButton} data-pass onClick={() => setOpen(true)}>
          <Icon name="hand" />
          {t("game.set-up")}
        </Button>
      )}
      {open && (
        <>
          <ol className={css.names}>
            {Array.from({ length: options.count }, (_, seat) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <li key={seat}>
                <Input
                  className={css.name}
                  aria-label={t("game.name-of", { seat: seat + 1 })}
                  value={names[seat] ?? ""}
                  placeholder={usual(seat)}
                  maxLength={24}
                  onChange={(event) => setNames({ ...names, [seat]: event.target.value })}
                />
              </li>
            ))}
          </ol>
          <SubmitButton look="primary" disabled={newTable.busy !== null}>
            {t("game.start-here")}
          </SubmitButton>
        </>
      )}
    </Form>
  );
}
