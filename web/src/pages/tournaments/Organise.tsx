/** A new tournament: a title and a game are enough, all else has a usual value. */

import { type FormEvent, useState } from "react";
import type { GameCard, Value } from "../../api/games";
import type { Clock } from "../../api/tables";
import { announce, type Kind, type Seeding } from "../../api/tournaments";
import { useGames } from "../../games";
import { useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { Segments, useTitle } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { type PageKey, t } from "../../texts/page";
import { OptionField } from "../OptionField";
import { PACES, sentence } from "../playing";
import { Choice, Labelled } from "./fields";
import { KINDS } from "./words";
import "./tournaments.css";

const DAY = 24 * 60; // minutes
const CHECK_INS = [0, 5, 15, 60];
const PATIENCES = [0, 2, 5, 15];
const SEEDINGS: Seeding[] = ["lot", "rating", "hand"];
const GAPS: { minutes: number; key: PageKey }[] = [
  { minutes: 0, key: "make.at-once" },
  { minutes: DAY, key: "make.daily" },
  { minutes: 7 * DAY, key: "make.weekly" },
];

export function Organise({ game }: { game: string }) {
  useTitle(t("page.named", { name: t("make.title") }));
  const { games } = useGames();
  const me = useMe();
  const fit = games?.filter((each) => !each.cooperative && (each.seats.at(-1) ?? 1) >= 2) ?? [];
  return (
    <Frame game={fit.find((each) => each.name === game)?.name}>
      <div className="slim">
        <h1 className="show">{t("make.title")}</h1>
        {me && me.person?.kind !== "account" && (
          <section className="panel box">
            <p>{t("make.account")}</p>
            <div className="acts">
              <Link to={paths.signUp(paths.organise(game))} className="btn primary">
                {t("sign.up")}
              </Link>
              <Link to={paths.signIn(paths.organise(game))} className="btn">
                {t("sign.in")}
              </Link>
            </div>
          </section>
        )}
        {me?.person?.kind === "account" && fit.length > 0 && <Form games={fit} first={game} />}
      </div>
    </Frame>
  );
}

function Form({ games, first }: { games: GameCard[]; first: string }) {
  const [title, setTitle] = useState("");
  const [name, setName] = useState(games.find((each) => each.name === first)?.name ?? games[0]?.name ?? "");
  const [kind, setKind] = useState<Kind>("swiss");
  const [count, setCount] = useState(2);
  const [clock, setClock] = useState(0);
  const [length, setLength] = useState<Record<Kind, number>>({ swiss: 0, robin: 1, knockout: 0, arena: 60 });
  const [starts, setStarts] = useState("");
  const [checkIn, setCheckIn] = useState(0);
  const [patience, setPatience] = useState(5);
  const [every, setEvery] = useState(0);
  const [bots, setBots] = useState(false);
  const [most, setMost] = useState(32);
  const [rated, setRated] = useState(false);
  const [seeding, setSeeding] = useState<Seeding>("lot");
  const [options, setOptions] = useState<Record<string, Value>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const game = games.find((each) => each.name === name);
  const sizes = (game?.seats ?? [2]).filter((each) => each >= 2);
  const seats = sizes.includes(count) ? count : (sizes[0] ?? 2);
  const clocks = PACES.filter((each) => kind !== "arena" || each.pace === "live");
  const chosen: Clock = clocks[clock] ?? clocks[0] ?? {};
  function choose(next: string) {
    setName(next);
    setOptions({}); // of another game
  }
  function make(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    announce({
      title,
      kind,
      game: name,
      seats,
      clock: chosen,
      starts: starts ? new Date(starts).getTime() : null,
      check_in: starts ? checkIn : 0,
      rounds: kind === "swiss" ? length.swiss : 0,
      cycles: kind === "robin" ? length.robin : 1,
      minutes: length.arena,
      every: kind === "arena" ? 0 : every,
      patience: chosen.pace === "live" ? patience : 0,
      bots,
      most,
      options,
      rated,
      seeding: kind === "arena" ? "lot" : seeding,
    })
      .then((made) => go(paths.tournament(made.tournament)))
      .catch((error) => {
        setRefusal(sentence(error));
        setBusy(false);
      });
  }
  const line = KINDS.find((each) => each.kind === kind)?.line;
  return (
    <form className="panel box form make" onSubmit={make}>
      <Labelled label={t("make.name")}>
        {(id) => (
          <input
            id={id}
            className="field"
            value={title}
            maxLength={60}
            required
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={t("home.which")}>
        {(id) => (
          <select id={id} className="field" value={name} onChange={(event) => choose(event.target.value)}>
            {games.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div className="way">
        <p className="lab">{t("make.kind")}</p>
        <Segments
          name="kind"
          legend={t("make.kind")}
          ways={KINDS.map((each) => ({ value: each.kind, label: t(each.key) }))}
          value={kind}
          onChange={setKind}
        />
        {line && <p className="small soft">{t(line)}</p>}
      </div>
      {sizes.length > 1 && (
        <div className="way">
          <p className="lab">{t("make.seats")}</p>
          <Segments
            name="seats"
            legend={t("make.seats")}
            ways={sizes.map((n) => ({ value: n, label: String(n) }))}
            value={seats}
            onChange={setCount}
          />
        </div>
      )}
      <div className="way">
        <p className="lab">{t("game.clock")}</p>
        <Segments
          name="clock"
          legend={t("game.clock")}
          ways={clocks.map((each, i) => ({
            value: i,
            label:
              each.pace === "days"
                ? t("clock.short-days", { count: each.days ?? 0 })
                : t("clock.short-live", { minutes: each.minutes ?? 0, increment: each.increment ?? 0 }),
          }))}
          value={clocks[clock] ? clock : 0}
          onChange={setClock}
        />
      </div>
      {kind === "swiss" && (
        <Choice
          label={t("cup.rounds")}
          values={[0, 3, 4, 5, 6, 7, 9, 11]}
          words={(n) => (n === 0 ? t("make.enough") : String(n))}
          value={length.swiss}
          onChange={(n) => setLength({ ...length, swiss: n })}
        />
      )}
      {kind === "robin" && seats === 2 && (
        <Choice
          label={t("make.cycles")}
          values={[1, 2, 3, 4]}
          words={(n) => t("make.times", { count: n })}
          value={length.robin}
          onChange={(n) => setLength({ ...length, robin: n })}
        />
      )}
      {kind === "arena" && (
        <Choice
          label={t("make.length")}
          values={[20, 30, 45, 60, 90, 120]}
          words={(n) => t("make.minutes", { count: n })}
          value={length.arena}
          onChange={(n) => setLength({ ...length, arena: n })}
        />
      )}
      <Labelled label={t("make.starts")}>
        {(id) => (
          <input
            id={id}
            type="datetime-local"
            className="field"
            value={starts}
            onChange={(event) => setStarts(event.target.value)}
          />
        )}
      </Labelled>
      {starts && (
        <Choice
          label={t("cup.check-in")}
          values={CHECK_INS}
          words={(n) => (n === 0 ? t("make.no-check-in") : t("make.minutes-before", { count: n }))}
          value={checkIn}
          onChange={setCheckIn}
        />
      )}
      {kind !== "arena" && (
        <Choice
          label={t("make.every")}
          values={GAPS.map((gap) => gap.minutes)}
          words={(n) => t(GAPS.find((gap) => gap.minutes === n)?.key ?? "make.at-once")}
          value={every}
          onChange={setEvery}
        />
      )}
      {chosen.pace === "live" && (
        <Choice
          label={t("make.patience")}
          values={PATIENCES}
          words={(n) => (n === 0 ? t("make.clock-alone") : t("make.minutes", { count: n }))}
          value={patience}
          onChange={setPatience}
        />
      )}
      <Choice label={t("make.most")} values={[8, 16, 32, 64, 128]} words={String} value={most} onChange={setMost} />
      <div className="way">
        <p className="lab">{t("make.bots")}</p>
        <Segments
          name="bots"
          legend={t("make.bots")}
          ways={[
            { value: false, label: t("setup.no") },
            { value: true, label: t("setup.yes") },
          ]}
          value={bots}
          onChange={setBots}
        />
      </div>
      <div className="way">
        <p className="lab">{t("rated.legend")}</p>
        <Segments
          name="rated"
          legend={t("rated.legend")}
          ways={[
            { value: false, label: t("rated.no") },
            { value: true, label: t("rated.yes") },
          ]}
          value={rated}
          onChange={setRated}
        />
        <p className="small soft">{t(rated ? "make.rated-line" : "make.casual-line")}</p>
      </div>
      {kind !== "arena" && (
        <div className="way">
          <p className="lab">{t("make.seeding")}</p>
          <Segments
            name="seeding"
            legend={t("make.seeding")}
            ways={SEEDINGS.map((each) => ({ value: each, label: t(`make.seeding-${each}`) }))}
            value={seeding}
            onChange={setSeeding}
          />
          <p className="small soft">{t(`cup.seeding-${seeding}`)}</p>
        </div>
      )}
      {game && game.options.length > 0 && (
        <details className="way table-settings">
          <summary>{t("make.options", { game: game.title })}</summary>
          {game.options.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={options[option.name] ?? option.by_seats[seats] ?? option.default}
              onChange={(value) => setOptions({ ...options, [option.name]: value })}
            />
          ))}
        </details>
      )}
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" className="btn primary big" disabled={busy}>
        {t("make.do")}
      </button>
    </form>
  );
}
