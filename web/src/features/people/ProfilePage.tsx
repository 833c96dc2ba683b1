/** The player's own page: name, account, settings, and where the player is signed in. */

import { useState } from "react";
import { refreshMe, signOut, useMe } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { PersonCard } from "../../contract";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { Form, PasswordField, TextField } from "../../ui/Form";
import { agoText, dateText } from "../../ui/format";
import { useFetched, useTitle } from "../../ui/hooks";
import { go, Link, paths } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { FollowedList } from "../friends/Following";
import { PrivacySettings } from "../friends/PrivacySettings";
import { MailSettings } from "../mail/MailSettings";
import { PlayerRatings } from "../ratings/PlayerRatings";
import { DataExport } from "./DataExport";
import { changeMe, changePassword, deleteMe, endSession, listSessions } from "./requests";
import "./people.css";

export function ProfilePage() {
  useTitle(t("page.named", { name: t("profile.title") }));
  const me = useMe();
  const [outcome, submit] = useSubmit(); // said here: a deleted account has no profile any more
  return (
    <PageFrame>
      <div className="slim">
        <h1 className="show">
          <bdi>{me?.person?.name ?? t("profile.title")}</bdi>
        </h1>
        {outcome}
        {me?.person ? (
          <OwnProfile person={me.person} submit={submit} />
        ) : (
          <section className="panel box">
            <p>{t("profile.nobody")}</p>
            <div className="acts">
              <Link to={paths.signIn()} className="btn primary">
                {t("sign.in")}
              </Link>
              <Link to={paths.signUp()} className="btn">
                {t("sign.up")}
              </Link>
            </div>
          </section>
        )}
      </div>
    </PageFrame>
  );
}

function OwnProfile({ person, submit }: { person: PersonCard; submit: Submit }) {
  const me = useMe();
  const account = person.kind === "account";
  return (
    <>
      <p className="soft">{t(account ? "profile.account" : "profile.guest", { since: dateText(person.since) })}</p>
      {!account && (
        <section className="panel box">
          <h2>{t("profile.keep")}</h2>
          <p className="soft">{t("profile.keep-line")}</p>
          <Link to={paths.signUp(paths.profile)} className="btn primary">
            {t("sign.up")}
          </Link>
        </section>
      )}
      {me?.role && (
        <section className="panel box">
          <h2>{t("profile.console")}</h2>
          <p className="soft">{t("profile.console-line")}</p>
          <Link to={paths.console()} className="btn">
            {t("nav.console")}
          </Link>
        </section>
      )}
      {account && <PlayerRatings who={person.id} own />}
      <NameForm person={person} submit={submit} />
      {account && <PasswordForm submit={submit} />}
      {account && <MailSettings />}
      {account && <PrivacySettings />}
      <FollowedList />
      <Sessions />
      <DataExport />
      <section className="panel box">
        <h2>{t("nav.settings")}</h2>
        <p className="soft">{t("profile.settings")}</p>
        <Link to={paths.settings} className="btn">
          {t("nav.settings")}
        </Link>
      </section>
      <section className="panel box">
        <h2>{t("profile.out")}</h2>
        <p className="soft">{t(account ? "profile.out-line" : "profile.out-guest")}</p>
        <div className="acts">
          <ConfirmButton
            className="btn"
            label={t("sign.out")}
            {...(account ? {} : { sure: t("profile.out-sure") })}
            onConfirm={() => submit(signOut, "").then((done) => done && go(paths.home))}
          />
          <DeleteAccount account={account} submit={submit} />
        </div>
      </section>
    </>
  );
}

function NameForm({ person, submit }: { person: PersonCard; submit: Submit }) {
  const [name, setName] = useState(person.name);
  function send() {
    return submit(() => changeMe({ name: name.trim() }).then(refreshMe), t("profile.saved"));
  }
  return (
    <Form className="panel box form" onSubmit={send}>
      <h2>{t("profile.name")}</h2>
      <TextField label={t("profile.name-line")} value={name} maxLength={40} onChange={setName} />
      <button type="submit" className="btn" disabled={name.trim() === person.name || !name.trim()}>
        {t("profile.save")}
      </button>
    </Form>
  );
}

function PasswordForm({ submit }: { submit: Submit }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  function send() {
    return submit(async () => {
      await changePassword(old, fresh);
      setOld("");
      setFresh("");
    }, t("profile.password-saved"));
  }
  return (
    <Form className="panel box form" onSubmit={send}>
      <h2>{t("profile.password")}</h2>
      <PasswordField label={t("profile.old")} value={old} onChange={setOld} />
      <PasswordField fresh label={t("profile.new")} value={fresh} onChange={setFresh} />
      <button type="submit" className="btn">
        {t("profile.change")}
      </button>
    </Form>
  );
}

function Sessions() {
  const [list, , again] = useFetched(listSessions, []);
  const now = Date.now();
  return (
    <section className="panel box">
      <h2>{t("profile.sessions")}</h2>
      <ul className="sessions">
        {list?.map((visit) => (
          <li key={visit.handle}>
            <span className="grow">
              <b>
                <bdi>{browserOf(visit.agent)}</bdi>
              </b>
              <small className="soft">
                {visit.here ? t("profile.here") : t("profile.seen", { when: agoText(visit.seen, now) })}
              </small>
            </span>
            {!visit.here && (
              <button type="button" className="btn" onClick={() => endSession(visit.handle).then(again, again)}>
                {t("sign.out")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A browser by the name people know it by. */
function browserOf(agent: string): string {
  const known = /(Edg|OPR|Firefox|Chrome|Safari)/.exec(agent)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "Mac" };
  const parts = [known, system].flatMap((each) => (each ? [names[each] ?? each] : []));
  return parts.length > 0 ? parts.join(", ") : agent.slice(0, 40) || t("profile.unknown");
}

function DeleteAccount({ account, submit }: { account: boolean; submit: Submit }) {
  const [password, setPassword] = useState<string | null>(null);
  const leave = () => submit(() => deleteMe(account ? password : null).then(refreshMe), t("profile.deleted"));
  if (account && password === null)
    return (
      <button type="button" className="btn quiet bad" onClick={() => setPassword("")}>
        {t("profile.delete")}
      </button>
    );
  return (
    <>
      {account && (
        <input
          className="field"
          type="password"
          aria-label={t("profile.old")}
          placeholder={t("profile.old")}
          autoComplete="current-password"
          value={password ?? ""}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <ConfirmButton
        className="btn quiet bad"
        label={t("profile.delete")}
        sure={t("profile.delete-sure")}
        onConfirm={leave}
      />
    </>
  );
}
