/** Oneself: name, account, and where one is signed in. */

import { type FormEvent, useState } from "react";
import { changeMe, changePassword, deleteMe, endSession, type Person, sessions } from "../../api/people";
import { leaveHouse, refreshMe, useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { AskTwice, useFetched, useTitle } from "../../parts/small";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { Company, FollowedList } from "../friends/Company";
import { ago } from "../lines";
import { PlayerRatings } from "../ratings/PlayerRatings";
import { type Attempt, useAttempt } from "./attempt";
import { Mail } from "./Mail";
import { YourData } from "./YourData";
import "./people.css";

export function Profile() {
  useTitle(t("page.named", { name: t("profile.title") }));
  const me = useMe();
  return (
    <Frame>
      <div className="slim">
        <h1 className="show">
          <bdi>{me?.person?.name ?? t("profile.title")}</bdi>
        </h1>
        {me?.person ? (
          <Own person={me.person} />
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
    </Frame>
  );
}

function Own({ person }: { person: Person }) {
  const me = useMe();
  const [said, attempt] = useAttempt();
  const account = person.kind === "account";
  return (
    <>
      <p className="soft">
        {t(account ? "profile.account" : "profile.guest", { since: new Date(person.since).toLocaleDateString() })}
      </p>
      {said}
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
      <Rename person={person} attempt={attempt} />
      {account && <NewPassword attempt={attempt} />}
      {account && <Mail />}
      {account && <Company />}
      <FollowedList />
      <Sessions />
      <YourData />
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
          <AskTwice
            className="btn"
            label={t("sign.out")}
            {...(account ? {} : { sure: t("profile.out-sure") })}
            onDo={() => attempt(leaveHouse, "").then(() => go(paths.home))}
          />
          <Farewell account={account} attempt={attempt} />
        </div>
      </section>
    </>
  );
}

function Rename({ person, attempt }: { person: Person; attempt: Attempt }) {
  const [name, setName] = useState(person.name);
  function send(event: FormEvent) {
    event.preventDefault();
    void attempt(() => changeMe({ name: name.trim() }).then(refreshMe), t("profile.saved"));
  }
  return (
    <form className="panel box form" onSubmit={send}>
      <h2>{t("profile.name")}</h2>
      <label>
        {t("profile.name-line")}
        <input className="field" value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="submit" className="btn" disabled={name.trim() === person.name || !name.trim()}>
        {t("profile.save")}
      </button>
    </form>
  );
}

function NewPassword({ attempt }: { attempt: Attempt }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  function send(event: FormEvent) {
    event.preventDefault();
    void attempt(() => changePassword(old, fresh), t("profile.password-saved")).then(() => {
      setOld("");
      setFresh("");
    });
  }
  return (
    <form className="panel box form" onSubmit={send}>
      <h2>{t("profile.password")}</h2>
      <label>
        {t("profile.old")}
        <input
          className="field"
          type="password"
          autoComplete="current-password"
          required
          value={old}
          onChange={(event) => setOld(event.target.value)}
        />
      </label>
      <label>
        {t("profile.new")}
        <input
          className="field"
          type="password"
          autoComplete="new-password"
          required
          value={fresh}
          onChange={(event) => setFresh(event.target.value)}
        />
      </label>
      <button type="submit" className="btn">
        {t("profile.change")}
      </button>
    </form>
  );
}

function Sessions() {
  const [list, , again] = useFetched(sessions, []);
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
                {visit.here ? t("profile.here") : t("profile.seen", { when: ago(visit.seen, now) })}
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

function Farewell({ account, attempt }: { account: boolean; attempt: Attempt }) {
  const [password, setPassword] = useState<string | null>(null);
  const leave = () => attempt(() => deleteMe(account ? password : null).then(refreshMe), t("profile.deleted"));
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
      <AskTwice className="btn quiet bad" label={t("profile.delete")} sure={t("profile.delete-sure")} onDo={leave} />
    </>
  );
}
