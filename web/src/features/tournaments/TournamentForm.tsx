/** What is played in a tournament, how, and when: a title and a game are enough, all else has a default. */

import { type ReactNode, useState } from "react";
import { errorText } from "../../client/http";
import type { Clock, GameInfo, NewTournament } from "../../contract";
import {
  FormPanel,
  HelpedField,
  Labelled,
  NumberSelect,
  RefusalText,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "../../ui/Form";
import { type SegmentOption, Segments, segmentOptions } from "../../ui/Segments";
import { text } from "../../ui/text";
import { type PageKey, t } from "../../ui/texts/page";
import { OptionField } from "../games/OptionField";
import type { Value } from "../games/requests";
import { ClockField } from "../tables/ClockField";
import { CLOCKS, NO_CLOCK } from "../tables/clocks";
import { TOURNAMENT_KINDS } from "./facts";
import type { Seeding, TournamentKind } from "./requests";
import css from "./TournamentForm.module.css";

const DAY = 24 * 60; // minutes
const CHECK_INS = [0, 5, 15, 60];
const PATIENCES = [0, 2, 5, 15];
const SEEDINGS: Seeding[] = ["lot", "rating", "hand"];
const GAPS: { minutes: number; key: PageKey }[] = [
  { minutes: 0, key: "organise.at-once" },
  { minutes: DAY, key: "organise.daily" },
  { minutes: 7 * DAY, key: "organise.weekly" },
];

interface TournamentFormProps {
  games: GameInfo[];
  first: string;
  onMake: (wanted: NewTournament) => Promise<unknown>;
  when?: ReactNode; // in place of the moment at which it begins: it begins every week
  button?: string;
}

/** What is played, how, and when. */
export function TournamentForm({ games, first, onMake, when, button = t("organise.do") }: TournamentFormProps) {
  const [title, setTitle] = useState("");
  const [about, setAbout] = useState("");
  const [name, setName] = useState(games.find((each) => each.name === first)?.name ?? games[0]?.name ?? "");
  const [kind, setKind] = useState<TournamentKind>("swiss");
  const [count, setCount] = useState(2);
  const [wanted, setClock] = useState<Clock>(CLOCKS[0] ?? NO_CLOCK);
  const [length, setLength] = useState<Record<TournamentKind, number>>({ swiss: 0, robin: 1, knockout: 0, arena: 60 });
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
  const chosen = kind === "arena" && wanted.pace !== "live" ? (CLOCKS[0] ?? NO_CLOCK) : wanted;
  function choose(next: string) {
    setName(next);
    setOptions({}); // of another game
  }
  function make() {
    setBusy(true);
    setRefusal(null);
    return onMake({
      title,
      about,
      kind,
      game: name,
      seats,
      clock: chosen,
      starts: starts ? new Date(starts).getTime() : null,
      check_in: starts || when ? checkIn : 0,
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
      .catch((error) => setRefusal(errorText(error)))
      .finally(() => setBusy(false));
  }
  const line = TOURNAMENT_KINDS.find((each) => each.kind === kind)?.line;
  return (
    <FormPanel onSubmit={make}>
      <TextField label={t("organise.name")} value={title} maxLength={60} required onChange={setTitle} />
      <Labelled label={t("organise.about")}>
        <TextArea rows={3} value={about} maxLength={1000} onChange={(event) => setAbout(event.target.value)} />
      </Labelled>
      <Labelled label={t("home.which")}>
        <Select value={name} onChange={(event) => choose(event.target.value)}>
          {games.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
            </option>
          ))}
        </Select>
      </Labelled>
      <LabelledSegments
        label={t("organise.kind")}
        name="kind"
        options={TOURNAMENT_KINDS.map((each) => ({ value: each.kind, label: t(each.key) }))}
        value={kind}
        onChange={setKind}
      >
        {line && <p className={text("small", "soft")}>{t(line)}</p>}
      </LabelledSegments>
      {sizes.length > 1 && (
        <LabelledSegments
          label={t("organise.seats")}
          name="seats"
          options={sizes.map((n) => ({ value: n, label: String(n) }))}
          value={seats}
          onChange={setCount}
        />
      )}
      <HelpedField help={t("game.clock")}>
        <ClockField
          key={String(kind === "arena")}
          name="clock"
          legend={t("game.clock")}
          value={chosen}
          onChange={setClock}
          live={kind === "arena"}
          brief
        />
      </HelpedField>
      {kind === "swiss" && (
        <NumberField
          label={t("tournament.rounds")}
          values={[0, 3, 4, 5, 6, 7, 9, 11]}
          text={(n) => (n === 0 ? t("organise.enough") : String(n))}
          value={length.swiss}
          onChange={(n) => setLength({ ...length, swiss: n })}
        />
      )}
      {kind === "robin" && seats === 2 && (
        <NumberField
          label={t("organise.cycles")}
          values={[1, 2, 3, 4]}
          text={(n) => t("organise.times", { count: n })}
          value={length.robin}
          onChange={(n) => setLength({ ...length, robin: n })}
        />
      )}
      {kind === "arena" && (
        <NumberField
          label={t("organise.length")}
          values={[20, 30, 45, 60, 90, 120]}
          text={(n) => t("organise.minutes", { count: n })}
          value={length.arena}
          onChange={(n) => setLength({ ...length, arena: n })}
        />
      )}
      {when ?? <TextField label={t("organise.starts")} type="datetime-local" value={starts} onChange={setStarts} />}
      {(starts || when) && (
        <NumberField
          label={t("tournament.check-in")}
          values={CHECK_INS}
          text={(n) => (n === 0 ? t("organise.no-check-in") : t("organise.minutes-before", { count: n }))}
          value={checkIn}
          onChange={setCheckIn}
        />
      )}
      {kind !== "arena" && (
        <NumberField
          label={t("organise.every")}
          values={GAPS.map((gap) => gap.minutes)}
          text={(n) => t(GAPS.find((gap) => gap.minutes === n)?.key ?? "organise.at-once")}
          value={every}
          onChange={setEvery}
        />
      )}
      {chosen.pace === "live" && (
        <NumberField
          label={t("organise.patience")}
          values={PATIENCES}
          text={(n) => (n === 0 ? t("organise.clock-alone") : t("organise.minutes", { count: n }))}
          value={patience}
          onChange={setPatience}
        />
      )}
      <NumberField
        label={t("organise.most")}
        values={[8, 16, 32, 64, 128]}
        text={String}
        value={most}
        onChange={setMost}
      />
      <LabelledSegments
        label={t("organise.bots")}
        name="bots"
        options={segmentOptions([false, t("setup.no")], [true, t("setup.yes")])}
        value={bots}
        onChange={setBots}
      />
      <LabelledSegments
        label={t("rated.legend")}
        name="rated"
        options={segmentOptions([false, t("rated.no")], [true, t("rated.yes")])}
        value={rated}
        onChange={setRated}
      >
        <p className={text("small", "soft")}>{t(rated ? "organise.rated-line" : "organise.casual-line")}</p>
      </LabelledSegments>
      {kind !== "arena" && (
        <LabelledSegments
          label={t("organise.seeding")}
          name="seeding"
          options={SEEDINGS.map((each) => ({ value: each, label: t(`organise.seeding-${each}`) }))}
          value={seeding}
          onChange={setSeeding}
        >
          <p className={text("small", "soft")}>{t(`tournament.seeding-${seeding}`)}</p>
        </LabelledSegments>
      )}
      {game && game.options.length > 0 && (
        <details>
          <summary className={css.settings}>{t("organise.options", { game: game.title })}</summary>
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
      <RefusalText text={refusal} />
      <SubmitButton look="primary" big disabled={busy}>
        {button}
      </SubmitButton>
    </FormPanel>
  );
}

function LabelledSegments<T extends string | number | boolean>(props: {
  label: string;
  name: string;
  options: SegmentOption<T>[];
  value: T;
  onChange: (value: T) => void;
  children?: ReactNode;
}) {
  const { label, children, ...segments } = props;
  return (
    <div className={css.segments}>
      <p className={css.label}>{label}</p>
      <Segments legend={label} {...segments} />
      {children}
    </div>
  );
}

function NumberField({ label, ...select }: { label: string } & Parameters<typeof NumberSelect>[0]) {
  return (
    <Labelled label={label}>
      <NumberSelect {...select} />
    </Labelled>
  );
}
