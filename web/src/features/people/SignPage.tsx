/** Sign up for an account, or sign in to it. */

import { useState } from "react";
import { errorText } from "../../client/http";
import { enter, useMe } from "../../client/session";
import { Form, PasswordField, RefusalText, TextField } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { go, Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { signIn, signUp } from "./requests";
import "./people.css";

export function SignPage({ up, next }: { up: boolean; next: string }) {
  useTitle(t("page.named", { name: t(up ? "sign.up" : "sign.in") }));
  const me = useMe();
  const guest = me?.person?.kind === "guest" ? me.person : null;
  const members = me?.guests === "none";
  const why = members ? (guest ? "sign.up-keep" : "sign.up-members") : guest ? "sign.up-guest" : "sign.up-line";
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    setRefusal(null);
    try {
      await enter(() => (up ? signUp(name.trim(), password) : signIn(name.trim(), password)));
      go(next, "replace");
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  }
  return (
    <PageFrame>
      <div className="slim">
        <h1 className="show">{t(!up ? "sign.in-title" : members && !guest ? "sign.up" : "sign.up-title")}</h1>
        <p className="soft">{t(up ? why : "sign.in-line")}</p>
        <Form className="panel box form" onSubmit={send}>
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
          {up && <p className="small soft">{t("sign.password-line")}</p>}
          {me?.notice && <p className="small soft">{me.notice}</p>}
          <RefusalText text={refusal} />
          <button type="submit" className="btn primary big" disabled={busy || me?.may_enter === false}>
            {t(up ? "sign.up" : "sign.in")}
          </button>
        </Form>
        {!up && (
          <p>
            <Link className="more" to={paths.forgot}>
              {t("sign.forgot")}
            </Link>
          </p>
        )}
        <p>
          {t(up ? "sign.have" : "sign.have-not")}{" "}
          <Link className="more" to={up ? paths.signIn(next) : paths.signUp(next)}>
            {t(up ? "sign.in" : "sign.up")}
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}
