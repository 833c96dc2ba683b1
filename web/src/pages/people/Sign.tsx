/** Taking an account, and coming back to it. */

import { type FormEvent, useState } from "react";
import { signIn, signUp } from "../../api/people";
import { enter, useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { useTitle } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { sentence } from "../playing";
import "./people.css";

export function Sign({ up, next }: { up: boolean; next: string }) {
  useTitle(t("page.named", { name: t(up ? "sign.up" : "sign.in") }));
  const me = useMe();
  const guest = me?.person?.kind === "guest" ? me.person : null;
  const members = me?.guests === "none";
  const why = members ? (guest ? "sign.up-keep" : "sign.up-members") : guest ? "sign.up-guest" : "sign.up-line";
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await enter(() => (up ? signUp(name.trim(), password) : signIn(name.trim(), password)));
      go(next, "replace");
    } catch (error) {
      setRefusal(sentence(error));
      setBusy(false);
    }
  }
  return (
    <Frame>
      <div className="slim">
        <h1 className="show">{t(!up ? "sign.in-title" : members && !guest ? "sign.up" : "sign.up-title")}</h1>
        <p className="soft">{t(up ? why : "sign.in-line")}</p>
        <form className="panel box form" onSubmit={send}>
          <label>
            {t("sign.name")}
            <input
              className="field"
              name="username"
              autoComplete="username"
              required
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <label>
            {t("sign.password")}
            <input
              className="field"
              name="password"
              type="password"
              autoComplete={up ? "new-password" : "current-password"}
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
          {up && <p className="small soft">{t("sign.password-line")}</p>}
          {me?.notice && <p className="small soft">{me.notice}</p>}
          {refusal && (
            <p className="refusal" role="alert">
              {refusal}
            </p>
          )}
          <button type="submit" className="btn primary big" disabled={busy || me?.may_enter === false}>
            {t(up ? "sign.up" : "sign.in")}
          </button>
        </form>
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
    </Frame>
  );
}
