import { type FormEvent, useState } from "react";
import { type Measure, takeMeasure } from "../../api/moderation";
import { Segments } from "../../parts/small";
import { type PageKey, t } from "../../texts/page";
import { useAttempt } from "../people/attempt";

const LENGTHS: { hours: number; key: PageKey }[] = [
  { hours: 1, key: "measure.hour" },
  { hours: 24, key: "measure.day" },
  { hours: 7 * 24, key: "measure.week" },
  { hours: 30 * 24, key: "measure.month" },
  { hours: 0, key: "measure.ever" },
];

/** Mute or ban somebody. They read the reason. */
export function MeasureForm({ person, onDone }: { person: string; onDone: () => void }) {
  const [kind, setKind] = useState<Measure["kind"]>("mute");
  const [hours, setHours] = useState(24);
  const [why, setWhy] = useState("");
  const [said, attempt] = useAttempt();
  function send(event: FormEvent) {
    event.preventDefault();
    void attempt(
      () =>
        takeMeasure(person, kind, hours || null, why).then(() => {
          setWhy("");
          onDone();
        }),
      t("measure.done"),
    );
  }
  return (
    <form className="form" onSubmit={send}>
      {said}
      <Segments
        name="kind"
        legend={t("measure.what")}
        ways={[
          { value: "mute", label: t("measure.mute"), more: t("measure.mute-line") },
          { value: "ban", label: t("measure.ban"), more: t("measure.ban-line") },
        ]}
        value={kind}
        onChange={(value) => setKind(value as Measure["kind"])}
      />
      <label>
        {t("measure.length")}
        <select className="field" value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {LENGTHS.map((each) => (
            <option key={each.hours} value={each.hours}>
              {t(each.key)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("measure.why")}
        <input
          className="field"
          required
          maxLength={500}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
      </label>
      <button type="submit" className="btn bad">
        {t(kind === "mute" ? "measure.do-mute" : "measure.do-ban")}
      </button>
    </form>
  );
}
