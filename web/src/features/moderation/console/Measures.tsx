/** Mutes and bans: how they are said, and the form that imposes one. */

import { useState } from "react";
import { useSubmit } from "../../../client/useSubmit";
import type { Measure } from "../../../contract";
import { Form, Labelled, NumberSelect, SubmitButton, TextField } from "../../../ui/Form";
import { dateTimeText } from "../../../ui/format";
import { Segments } from "../../../ui/Segments";
import { type PageKey, t } from "../../../ui/texts/page";
import { takeMeasure } from "../requests";

const LENGTHS: { hours: number; key: PageKey }[] = [
  { hours: 1, key: "measure.hour" },
  { hours: 24, key: "measure.day" },
  { hours: 7 * 24, key: "measure.week" },
  { hours: 30 * 24, key: "measure.month" },
  { hours: 0, key: "measure.ever" },
];

/** Whether a measure is in force. */
export const isInForce = (measure: Measure, now: number) =>
  measure.lifted === null && (measure.until === null || measure.until > now);

export function measureText(measure: Measure, now: number): string {
  const what = t(measure.kind === "mute" ? "measure.muted" : "measure.banned");
  if (measure.lifted !== null) return t("measure.lifted", { what, when: dateTimeText(measure.lifted) });
  if (measure.until === null) return t("measure.for-good", { what });
  return t(measure.until > now ? "measure.until" : "measure.was-until", { what, when: dateTimeText(measure.until) });
}

/** Mute or ban a person, who will read the reason. */
export function MeasureForm({ person, onDone }: { person: string; onDone: () => void }) {
  const [kind, setKind] = useState<Measure["kind"]>("mute");
  const [hours, setHours] = useState(24);
  const [why, setWhy] = useState("");
  const [outcome, submit] = useSubmit();
  function send() {
    return submit(
      () =>
        takeMeasure(person, kind, hours || null, why).then(() => {
          setWhy("");
          onDone();
        }),
      t("measure.done"),
    );
  }
  return (
    <Form column onSubmit={send}>
      {outcome}
      <Segments
        name="kind"
        legend={t("measure.what")}
        options={[
          { value: "mute", label: t("measure.mute"), more: t("measure.mute-line") },
          { value: "ban", label: t("measure.ban"), more: t("measure.ban-line") },
        ]}
        value={kind}
        onChange={(value) => setKind(value as Measure["kind"])}
      />
      <Labelled label={t("measure.length")}>
        <NumberSelect
          values={LENGTHS.map((each) => each.hours)}
          text={(each) => t(LENGTHS.find(({ hours }) => hours === each)?.key ?? "measure.ever")}
          value={hours}
          onChange={setHours}
        />
      </Labelled>
      <TextField label={t("measure.why")} required maxLength={500} value={why} onChange={setWhy} />
      <SubmitButton bad>{t(kind === "mute" ? "measure.do-mute" : "measure.do-ban")}</SubmitButton>
    </Form>
  );
}
