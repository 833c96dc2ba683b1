/** Tournaments that announce themselves every week: hosts make them, change them, pause them and take them away. */

import { useState } from "react";
import { useSubmit } from "../../../client/useSubmit";
import type { NewTournament, WeeklyLine, WeeklyTemplate } from "../../../contract";
import { Button } from "../../../ui/Button";
import { ConfirmButton } from "../../../ui/ConfirmButton";
import { FormPanel, Input, Labelled, NumberSelect, Select, SubmitButton, TextField } from "../../../ui/Form";
import { weekdayTimeText } from "../../../ui/format";
import { useFetched } from "../../../ui/hooks";
import { LinedItem, LinedList } from "../../../ui/LinedList";
import { text } from "../../../ui/text";
import { locale } from "../../../ui/texts/language";
import { t } from "../../../ui/texts/page";
import { addWeekly, changeWeekly, listWeekly, removeWeekly } from "../../club/requests";
import { gameTitle, useGames } from "../../games/games";
import { TournamentForm } from "../../tournaments/TournamentForm";
import { ConsoleActs, ConsolePanel, LoadingText } from "./ConsolePanel";
import css from "./WeeklyTab.module.css";

const MONDAY = Date.UTC(2024, 0, 1); // one of many
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const weekdayName = (day: number) =>
  new Date(MONDAY + day * 86_400_000).toLocaleDateString(locale(), { weekday: "long", timeZone: "UTC" });
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const zones = (): string[] => [...new Set([here(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
const two = (n: number) => String(n).padStart(2, "0");

export function WeeklyTab({ host }: { host: boolean }) {
  const [list, error, again] = useFetched(listWeekly, []);
  const { games } = useGames();
  const [adds, setAdds] = useState(false);
  const [changes, setChanges] = useState<string | null>(null); // which of them
  const [outcome, submit] = useSubmit();
  if (!list) return <LoadingText error={error} />;
  const fit = games?.filter((each) => !each.cooperative && (each.seats.at(-1) ?? 1) >= 2) ?? [];
  return (
    <>
      <ConsolePanel title={t("console.weekly")}>
        <p className={text("small", "soft")}>{t("weekly.line")}</p>
        {outcome}
        {list.length === 0 && <p>{t("weekly.none")}</p>}
        <LinedList>
          {list.map((one) => (
            <LinedItem key={one.id} title={<bdi>{one.template.tournament.title}</bdi>} note={noteOf(one, games)}>
              {host && (
                <>
                  <Button
                    aria-expanded={changes === one.id}
                    onClick={() => setChanges(changes === one.id ? null : one.id)}
                  >
                    {t("weekly.change")}
                  </Button>
                  <Button
                    onClick={() => submit(() => changeWeekly(one.id, paused(one)), t("profile.saved")).then(again)}
                  >
                    {t(one.template.paused ? "weekly.resume" : "weekly.pause")}
                  </Button>
                  <ConfirmButton
                    bad
                    label={t("weekly.remove")}
                    onConfirm={() => submit(() => removeWeekly(one.id), t("weekly.removed")).then(again)}
                  />
                </>
              )}
            </LinedItem>
          ))}
        </LinedList>
        {host && !adds && (
          <ConsoleActs>
            <Button look="primary" onClick={() => setAdds(true)}>
              {t("weekly.add")}
            </Button>
          </ConsoleActs>
        )}
      </ConsolePanel>
      {list
        .filter((one) => one.id === changes)
        .map((one) => (
          <ChangeForm
            key={one.id}
            was={one.template}
            onChange={(template) =>
              submit(() => changeWeekly(one.id, template), t("profile.saved")).then((done) => {
                if (done) setChanges(null);
                again();
              })
            }
          />
        ))}
      {adds && fit.length > 0 && (
        <WeeklyForm
          games={fit}
          onDone={() => {
            setAdds(false);
            again();
          }}
        />
      )}
    </>
  );
}

const paused = ({ template }: WeeklyLine): WeeklyTemplate => ({ ...template, paused: !template.paused });

function noteOf({ template, next }: WeeklyLine, games: Parameters<typeof gameTitle>[0]): string {
  const { weekday, hour, minute, zone, tournament } = template;
  const when = t("weekly.when", {
    game: gameTitle(games, tournament.game),
    day: weekdayName(weekday),
    time: `${two(hour)}:${two(minute ?? 0)}`,
    zone: zone ?? "UTC",
  });
  return `${when} ${next === null ? t("weekly.paused") : t("weekly.next", { when: weekdayTimeText(next) })}`;
}

type When = Required<Pick<WeeklyTemplate, "weekday" | "hour" | "minute" | "zone" | "ahead">>;

/** What it is called, and when it is; who would have another game or other rounds makes another. */
function ChangeForm({ was, onChange }: { was: WeeklyTemplate; onChange: (template: WeeklyTemplate) => void }) {
  const [title, setTitle] = useState(was.tournament.title);
  const { weekday, hour, minute = 0, zone = "UTC", ahead = 6 } = was;
  const [when, setWhen] = useState<When>({ weekday, hour, minute, zone, ahead });
  return (
    <FormPanel
      title={t("weekly.change-title", { title: was.tournament.title })}
      onSubmit={() => onChange({ ...was, ...when, tournament: { ...was.tournament, title: title.trim() } })}
    >
      <TextField label={t("organise.name")} value={title} maxLength={80} onChange={setTitle} />
      <WhenFields when={when} onChange={setWhen} />
      <SubmitButton disabled={!title.trim()}>{t("profile.save")}</SubmitButton>
    </FormPanel>
  );
}

function WeeklyForm({ games, onDone }: { games: Parameters<typeof TournamentForm>[0]["games"]; onDone: () => void }) {
  const [when, setWhen] = useState<When>({ weekday: 1, hour: 19, minute: 0, zone: here(), ahead: 6 });
  const make = (tournament: NewTournament) => addWeekly({ tournament, ...when, paused: false }).then(onDone);
  return (
    <TournamentForm
      games={games}
      first=""
      onMake={make}
      when={<WhenFields when={when} onChange={setWhen} />}
      button={t("weekly.do")}
    />
  );
}

function WhenFields({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  function at(time: string) {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    if (time) onChange({ ...when, hour, minute });
  }
  const days = [...new Set([1, 2, 3, 6, 10, 14, when.ahead])].sort((a, b) => a - b);
  return (
    <div className={css.when}>
      <Labelled label={t("weekly.day")}>
        <NumberSelect
          values={DAYS}
          text={weekdayName}
          value={when.weekday}
          onChange={(weekday) => onChange({ ...when, weekday })}
        />
      </Labelled>
      <Labelled label={t("weekly.time")}>
        <Input
          type="time"
          required
          value={`${two(when.hour)}:${two(when.minute)}`}
          onChange={(event) => at(event.target.value)}
        />
      </Labelled>
      <Labelled label={t("weekly.zone")}>
        <Select value={when.zone} onChange={(event) => onChange({ ...when, zone: event.target.value })}>
          {[...new Set([when.zone, ...zones()])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={t("weekly.ahead")}>
        <NumberSelect
          values={days}
          text={(count) => t("weekly.days-ahead", { count })}
          value={when.ahead}
          onChange={(ahead) => onChange({ ...when, ahead })}
        />
      </Labelled>
    </div>
  );
}
