/** The player's passkeys: make one, remove one, and whether signing in takes a password as well. */

import { useState } from "react";
import { errorText } from "../../client/http";
import { refreshMe, useMe } from "../../client/session";
import { useSubmit } from "../../client/useSubmit";
import type { MyPasskeys, PasskeyCard } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { CheckBox, Form, PasswordField, TextField } from "../../ui/Form";
import { dateText } from "../../ui/format";
import { useFetched } from "../../ui/hooks";
import { LinedItem, LinedList } from "../../ui/LinedList";
import { Panel } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import css from "./PasskeySettings.module.css";
import { canUsePasskeys, makePasskey } from "./passkeys";
import { askForBoth, listPasskeys, removePasskey } from "./requests";

export function PasskeySettings() {
  const me = useMe();
  const [mine, trouble, again] = useFetched(listPasskeys, []);
  const here = !!me?.passkeys && canUsePasskeys();
  return (
    <Panel box title={t("passkeys.title")} className={css.passkeys} data-passkeys>
      <p className={text("soft")}>{t("passkeys.line")}</p>
      {me?.waiting_role && (
        <p role="status">{t(mine && mine.passkeys.length > 0 ? "passkeys.team-sign-in" : "passkeys.team")}</p>
      )}
      {!here && <p className={text("small", "soft")}>{t("passkeys.not-here")}</p>}
      {mine ? <OwnPasskeys mine={mine} here={here} again={again} /> : trouble && <p>{errorText(trouble)}</p>}
    </Panel>
  );
}

/** All of these take the password: whoever finds a browser open must not make a way in of their own. */
function OwnPasskeys({ mine, here, again }: { mine: MyPasskeys; here: boolean; again: () => void }) {
  const [password, setPassword] = useState("");
  const [label, setLabel] = useState("");
  const [both, setBoth] = useState<boolean | null>(null);
  const [outcome, submit] = useSubmit(css.said);
  async function change(doing: () => Promise<unknown>, done: string) {
    const well = await submit(() => doing().then(refreshMe), done);
    if (well) setLabel("");
    again();
    return well;
  }
  /** Shown at once, and taken back if the server refuses. */
  async function ask(wanted: boolean) {
    setBoth(wanted);
    const done = t(wanted ? "passkeys.both-on" : "passkeys.both-off");
    if (!(await change(() => askForBoth(wanted, password), done))) setBoth(null);
  }
  const any = mine.passkeys.length > 0;
  if (!here && !any) return null;
  return (
    <>
      {any && (
        <LinedList>
          {mine.passkeys.map((one) => (
            <LinedItem key={one.handle} title={<bdi>{one.label}</bdi>} note={noteOf(one)}>
              <ConfirmButton
                look="quiet"
                bad
                label={t("passkeys.remove")}
                disabled={!password}
                onConfirm={() => change(() => removePasskey(one.handle, password), t("passkeys.removed"))}
              />
            </LinedItem>
          ))}
        </LinedList>
      )}
      <Form
        column
        className={css.form}
        onSubmit={() => change(() => makePasskey(password, label.trim() || t("passkeys.unnamed")), t("passkeys.made"))}
      >
        <PasswordField label={t("passkeys.password")} value={password} onChange={setPassword} />
        {here && (
          <TextField
            label={t("passkeys.label")}
            placeholder={t("passkeys.unnamed")}
            maxLength={60}
            value={label}
            onChange={setLabel}
          />
        )}
        {here && (
          <Acts className={css.acts}>
            <Button type="submit">{t("passkeys.make")}</Button>
          </Acts>
        )}
        {any && (
          <CheckBox checked={both ?? mine.both} disabled={!password} onChange={(wanted) => void ask(wanted)}>
            {t("passkeys.both")}
          </CheckBox>
        )}
      </Form>
      {outcome}
    </>
  );
}

const noteOf = (one: PasskeyCard) =>
  t("passkeys.note", { place: one.place, since: dateText(one.since), used: dateText(one.used) });
