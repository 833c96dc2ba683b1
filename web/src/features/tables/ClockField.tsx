/** A clock to choose: a few that are usual, more of them, or one's own. */

import { useState } from "react";
import type { Clock } from "../../contract";
import { Input, Labelled, NumberSelect } from "../../ui/Form";
import { Segments, segmentOptions } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import css from "./ClockField.module.css";
import { CLOCKS, clockOption, clockText, MORE_CLOCKS, NO_CLOCK, sameClock, shortClockText } from "./clocks";

const OTHER = -1;
const OWN = -1;

interface ClockFieldProps {
  name: string;
  legend: string;
  value: Clock;
  onChange: (clock: Clock) => void;
  none?: boolean; // playing without one is offered, too
  live?: boolean; // nothing else is
  brief?: boolean; // without a word about each
}

export function ClockField({ name, legend, value, onChange, none, live, brief }: ClockFieldProps) {
  const fits = (clock: Clock) => !live || clock.pace === "live";
  const usual = [...(none ? [NO_CLOCK] : []), ...CLOCKS.filter(fits)];
  const more = MORE_CLOCKS.filter(fits);
  const chosen = usual.findIndex((clock) => sameClock(clock, value));
  const further = more.findIndex((clock) => sameClock(clock, value));
  const [own, setOwn] = useState(chosen < 0 && further < 0);
  const [open, setOpen] = useState(false);
  const others = open || own || chosen < 0;
  const options = usual.map((clock, i) => (brief ? { value: i, label: shortClockText(clock) } : clockOption(clock, i)));
  const other = { value: OTHER, label: t("clock.other"), ...(brief ? {} : { more: t("clock.other-more") }) };
  const choose = (i: number) => {
    setOpen(i === OTHER);
    setOwn(false);
    const clock = i === OTHER ? more[0] : usual[i];
    if (clock) onChange(clock);
  };
  return (
    <>
      <Segments
        name={name}
        legend={legend}
        options={[...options, other]}
        value={others ? OTHER : chosen}
        onChange={choose}
      />
      {others && (
        <div className={css.others} data-more-clocks>
          <Labelled label={t("clock.more")}>
            <NumberSelect
              values={[...more.map((_, i) => i), OWN]}
              text={(i) => (i === OWN ? t("clock.own") : clockText(more[i] ?? NO_CLOCK))}
              value={own ? OWN : Math.max(0, further)}
              onChange={(i) => {
                setOwn(i === OWN);
                const clock = more[i];
                if (clock) onChange(clock);
              }}
            />
          </Labelled>
          {own && <OwnClock name={name} value={value} onChange={onChange} live={live} />}
        </div>
      )}
    </>
  );
}

function OwnClock({ name, value, onChange, live }: Pick<ClockFieldProps, "name" | "value" | "onChange" | "live">) {
  const days = value.pace === "days";
  const part = (label: string, held: number, least: number, most: number, set: (count: number) => Clock) => (
    <Labelled label={label}>
      <Input
        className={css.count}
        type="number"
        inputMode="numeric"
        required
        min={least}
        max={most}
        value={held}
        onChange={(event) => onChange(set(Math.min(most, Math.max(0, Math.floor(Number(event.target.value))))))}
      />
    </Labelled>
  );
  const { minutes = 10, increment = 5 } = value;
  return (
    <div className={css.own}>
      {!live && (
        <Segments
          name={`${name}-own`}
          legend={t("clock.own-pace")}
          options={segmentOptions([false, t("clock.own-live")], [true, t("clock.own-days")])}
          value={days}
          onChange={(turns) =>
            onChange(turns ? { pace: "days", days: 5 } : { pace: "live", minutes: 20, increment: 10 })
          }
        />
      )}
      <div className={css.counts}>
        {days ? (
          part(t("clock.day-count"), value.days ?? 1, 1, 30, (count) => ({ pace: "days", days: count }))
        ) : (
          <>
            {part(t("clock.minutes"), minutes, increment < 10 ? 1 : 0, 180, (count) => ({
              pace: "live",
              minutes: count,
              increment,
            }))}
            {part(t("clock.increment"), increment, minutes < 1 ? 10 : 0, 180, (count) => ({
              pace: "live",
              minutes,
              increment: count,
            }))}
          </>
        )}
      </div>
    </div>
  );
}
