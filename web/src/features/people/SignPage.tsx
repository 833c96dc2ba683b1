/** Sign up for an account, or sign in to it. */

import { useState } from "react";
import { errorText, Refusal } from "../../client/http";
import { enter, useMe } from "../../client/session";
import type { Me } from "../../contract";
import { Button } from "../../ui/Button";
import { Column, PageTitle } from "../../ui/Column";
import { FormPanel, PasswordField, RefusalText, SubmitButton, TextField } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { MoreLink } from "../../ui/MoreLink";
import { go, paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { canUsePasskeys, signWithPasskey } from "./passkeys";
import { signIn, signInByPasskey, signUp } from "./requests";

export function SignPage({ up, next }: { up: boolean; next: string }) {
  useTitle(t(up ? "sign.up" : "sign.in"));
  const me = useMe();
  const guest = me?.person?.kind === "guest" ? me.person : null;
  const members = me?.guests === "none";
  const why = members ? (guest ? "sign.up-keep" : "sign.up-members") : guest ? "sign.up-guest" : "sign.up-line";
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function send(way: () => Promise<Me>) {
    setBusy(true);
    setRefusal(null);
    try {
      await enter(way);
      go(next, "replace");
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  }
  const byName = () => (up ? signUp(name.trim(), password) : withSecond(name.trim(), password));
  const passkeys = !up && !!me?.passkeys && canUsePasskeys();
  return (
    <PageFrame>
      <Column slim>
        <PageTitle>{t(!up ? "sign.in-title" : members && !guest ? "sign.up" : "sign.up-title")}</PageTitle>
        <p className={text("soft")}>{t(up ? why : "sign.in-line")}</p>
        <FormPanel onSubmit={() => send(byName)}>
          <TextField
            label={t("sign.name")}
            name="username"
            autoComplete="username"
            required
            maxLength={40}
            value={name}
            onChange={setName}
          />
          <PasswordField
            label={t("sign.password")}
            name="password"
            fresh={up}
            value={password}
            onChange={setPassword}
          />
          {up && <p className={text("small", "soft")}>{t("sign.password-line")}</p>}
          {me?.notice && <p className={text("small", "soft")}>{me.notice}</p>}
          <RefusalText text={refusal} />
          <SubmitButton look="primary" big disabled={busy || me?.may_enter === false}>
            {t(up ? "sign.up" : "sign.in")}
          </SubmitButton>
          {passkeys && (
            <Button
              big
              disabled={busy}
              onClick={() => void send(async () => signInByPasskey(await signWithPasskey(false)))}
            >
              {t("sign.passkey")}
            </Button>
          )}
        </FormPanel>
        {!up && (
          <p>
            <MoreLink to={paths.forgot}>{t("sign.forgot")}</MoreLink>
          </p>
        )}
        <p>
          {t(up ? "sign.have" : "sign.have-not")}{" "}
          <MoreLink to={up ? paths.signIn(next) : paths.signUp(next)}>{t(up ? "sign.in" : "sign.up")}</MoreLink>
        </p>
      </Column>
    </PageFrame>
  );
}

/** An account may ask for a passkey as well; that is known once the password was right. */
async function withSecond(name: string, password: string): Promise<Me> {
  try {
    return await signIn(name, password);
  } catch (error) {
    if (!(error instanceof Refusal && error.key === "people.passkey-needed")) throw error;
    return signIn(name, password, await signWithPasskey(true));
  }
}
