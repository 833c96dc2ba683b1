/** Being told by push: this device, the others, and of what. */

import { useState } from "react";
import { errorText, Refusal } from "../../client/http";
import { useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { MyPush } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { CheckBox, CheckList } from "../../ui/Form";
import { agoText, dateText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { LinedItem, LinedList } from "../../ui/LinedList";
import { Panel } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { browserName } from "./browserName";
import css from "./PushPanel.module.css";
import { endDevice, myPush, wantPush } from "./requests";
import { ability, subscribe, unsubscribe } from "./subscription";

const KINDS = ["turn", "over", "invitation", "looking", "match", "tournament"] as const;

/** Nothing for those who are nobody yet: a device belongs to a person. */
export function PushPanel() {
  const person = useMe()?.person?.id;
  return person ? <Own key={person} /> : null;
}

function Own() {
  const [fetched, error] = useFetched(myPush, []);
  const [latest, setLatest] = useState<MyPush | null>(null);
  const push = latest ?? fetched;
  if (!push) return error && <p className={text("soft")}>{errorText(error)}</p>;
  if (push.key === null) return null; // this house tells nobody
  return <Shown push={push} houseKey={push.key} became={setLatest} />;
}

function Shown({ push, houseKey, became }: { push: MyPush; houseKey: string; became: (push: MyPush) => void }) {
  const [outcome, submit] = useSubmit(css.said);
  const [busy, setBusy] = useState(false);
  const [can, setCan] = useState(ability);
  const here = push.devices.some((each) => each.here);
  const now = Date.now();
  const begin = async () => {
    setBusy(true);
    await submit(async () => {
      const told = await subscribe(houseKey).catch((error) => {
        throw error instanceof Refusal ? error : new Refusal("push", t("push.service"));
      });
      setCan(ability());
      if (!told) throw new Refusal("push", t("push.denied"));
      became(await myPush());
    }, t("push.set-up"));
    setBusy(false);
  };
  const end = (device: MyPush["devices"][number]) =>
    submit(async () => {
      if (device.here) await unsubscribe();
      became(await endDevice(device.id));
    }, t("push.ended"));
  /** Shown at once, and taken back if the server refuses. */
  const want = (kind: (typeof KINDS)[number], wanted: boolean) => {
    became({ ...push, [kind]: wanted });
    const back = (error: unknown) => {
      became(push);
      throw error;
    };
    void submit(() => wantPush({ [kind]: wanted }).then(became, back), t("profile.saved"));
  };
  return (
    <Panel box title={t("push.title")} className={css.push} data-push>
      <p className={text("soft")}>{t("push.line")}</p>
      {can === "never" && <p>{t("push.never")}</p>}
      {can === "denied" && <p>{t("push.denied")}</p>}
      {can === "may" && !here && (
        <Acts>
          <Button look="primary" disabled={busy} onClick={() => void begin()}>
            {t("push.begin")}
          </Button>
        </Acts>
      )}
      {push.devices.length > 0 && (
        <>
          <LinedList>
            {push.devices.map((device) => (
              <LinedItem
                key={device.id}
                title={<bdi>{browserName(device.agent) || t("profile.unknown")}</bdi>}
                note={
                  device.here
                    ? t("push.here")
                    : device.told
                      ? t("push.told", { when: agoText(device.told, now) })
                      : t("push.since", { when: dateText(device.since) })
                }
              >
                <Button onClick={() => void end(device)}>{t("push.end")}</Button>
              </LinedItem>
            ))}
          </LinedList>
          <CheckList legend={t("push.wants")}>
            {KINDS.map((kind) => (
              <CheckBox key={kind} checked={push[kind]} onChange={(wanted) => want(kind, wanted)}>
                {t(`mail.${kind}`)}
              </CheckBox>
            ))}
          </CheckList>
        </>
      )}
      {outcome}
    </Panel>
  );
}
