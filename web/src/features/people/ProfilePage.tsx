/** The player's own page: what was played, and behind a tab the settings of the account. */

import { type ReactNode, useState } from "react";
import { refreshMe, signOut, useMe } from "../../client/session";
import { type Submit, useSubmit } from "../../client/useSubmit";
import type { PersonCard } from "../../contract";
import { Avatar } from "../../ui/Avatar";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { CheckBox, FormPanel, Input, PasswordField, SubmitButton, TextField } from "../../ui/Form";
import { agoText, dateText } from "../../ui/format";
import { useFetched, useTitle } from "../../ui/hooks";
import { Icon, type IconName } from "../../ui/Icon";
import { LinedItem, LinedList } from "../../ui/LinedList";
import { Panel } from "../../ui/Panel";
import { go, Link, PROFILE_SETTINGS, type ProfilePart, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { text } from "../../ui/text";
import { initial } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { MembershipSettings } from "../club/MembershipSettings";
import { PageFrame } from "../frame/PageFrame";
import { FollowedList } from "../friends/Following";
import { PrivacySettings } from "../friends/PrivacySettings";
import { MailSettings } from "../mail/MailSettings";
import { DataExport } from "./DataExport";
import { PasskeySettings } from "./PasskeySettings";
import { PlayOverview } from "./PlayOverview";
import css from "./ProfilePage.module.css";
import { changeMe, changePassword, deleteMe, endSession, listSessions, listTokens } from "./requests";
import { TokenSettings } from "./TokenSettings";

type SettingsPart = Exclude<ProfilePart, "games">;

export function ProfilePage({ part }: { part: ProfilePart }) {
  useTitle(t("profile.title"));
  const me = useMe();
  const [outcome, submit] = useSubmit(); // said here: a deleted account has no profile any more
  return (
    <PageFrame>
      {me?.person ? (
        <div className={css.page}>
          <ProfileHead person={me.person} part={part} />
          {outcome}
          <Notes person={me.person} team={part !== "games"} />
          {part === "games" ? (
            <PlayOverview person={me.person} />
          ) : (
            <Settings person={me.person} part={part} submit={submit} />
          )}
        </div>
      ) : (
        <Column slim>
          <PageTitle>{t("profile.title")}</PageTitle>
          {outcome}
          <Panel box>
            <p>{t("profile.nobody")}</p>
            <Acts>
              <ButtonLink to={paths.signIn()} look="primary">
                {t("sign.in")}
              </ButtonLink>
              <ButtonLink to={paths.signUp()}>{t("sign.up")}</ButtonLink>
            </Acts>
          </Panel>
        </Column>
      )}
    </PageFrame>
  );
}

/** Who it is, and the way to both halves: what was played, and the settings. */
function ProfileHead({ person, part }: { person: PersonCard; part: ProfilePart }) {
  const account = person.kind === "account";
  const [shares, setShares] = useState(false);
  return (
    <>
      <header className={css.head}>
        <Avatar className={css.picture}>{initial(person.name)}</Avatar>
        <div className={css.words}>
          <PageTitle>
            <bdi>{person.name}</bdi>
          </PageTitle>
          <p className={text("soft")}>
            {t(account ? "profile.account" : "profile.guest", { since: dateText(person.since) })}
          </p>
        </div>
        {account && (
          <ButtonLink to={paths.player(person.id)}>
            <Icon name="eye" />
            {t("profile.as-seen")}
          </ButtonLink>
        )}
        {account && (
          <Button aria-expanded={shares} onClick={() => setShares(!shares)}>
            <Icon name="share" />
            {t("profile.share")}
          </Button>
        )}
      </header>
      {shares && <ShareLink link={location.origin + paths.player(person.id)} label={t("profile.link")} />}
      <nav className={css.tabs} aria-label={t("profile.parts")}>
        <Link to={paths.profile} className={css.tab} aria-current={part === "games" ? "page" : undefined}>
          {t("profile.games")}
        </Link>
        <Link
          to={paths.profilePart("account")}
          className={css.tab}
          aria-current={part === "games" ? undefined : "page"}
        >
          {t("nav.settings")}
        </Link>
      </nav>
    </>
  );
}

/** What a guest or somebody of the team is told before all else. */
function Notes({ person, team }: { person: PersonCard; team: boolean }) {
  const me = useMe();
  return (
    <>
      {person.kind === "guest" && (
        <ExplainedPanel title={t("profile.keep")} line={t("profile.keep-line")}>
          <ButtonLink to={paths.signUp(paths.profile)} look="primary">
            {t("sign.up")}
          </ButtonLink>
        </ExplainedPanel>
      )}
      {team && me?.waiting_role && (
        <ExplainedPanel title={t("profile.console")} line={t("console.waits")}>
          <ButtonLink to={paths.console()}>{t("nav.console")}</ButtonLink>
        </ExplainedPanel>
      )}
      {team && me?.role && (
        <ExplainedPanel title={t("profile.console")} line={t("profile.console-line")}>
          <ButtonLink to={paths.console()}>{t("nav.console")}</ButtonLink>
        </ExplainedPanel>
      )}
    </>
  );
}

const ICONS: Record<SettingsPart, IconName> = {
  account: "people",
  passkeys: "key",
  letters: "send",
  privacy: "eye",
  tokens: "link",
  data: "take",
};

function Settings({ person, part, submit }: { person: PersonCard; part: SettingsPart; submit: Submit }) {
  const account = person.kind === "account";
  const shown = PROFILE_SETTINGS.filter((each) => account || each === "account" || each === "data");
  const parts: Record<SettingsPart, () => ReactNode> = {
    account: () => <AccountSettings person={person} submit={submit} />,
    passkeys: () => <PasskeySettings />,
    letters: () => <MailSettings />,
    privacy: () => (
      <>
        <PrivacySettings />
        <MembershipSettings />
        <FollowedList />
      </>
    ),
    tokens: () => <TokenSettings />,
    data: () => <DataExport />,
  };
  return (
    <div className={css.settings}>
      <nav className={css.sections} aria-label={t("nav.settings")}>
        {shown.map((each) => (
          <Link
            key={each}
            to={paths.profilePart(each)}
            className={css.section}
            aria-current={each === part ? "page" : undefined}
          >
            <Icon name={ICONS[each]} />
            {t(`profile.part-${each}`)}
          </Link>
        ))}
      </nav>
      <div className={css.panels}>{shown.includes(part) ? parts[part]() : parts.account()}</div>
    </div>
  );
}

function AccountSettings({ person, submit }: { person: PersonCard; submit: Submit }) {
  const account = person.kind === "account";
  return (
    <>
      <NameForm person={person} submit={submit} />
      {account && <PasswordForm submit={submit} />}
      <Sessions />
      <ExplainedPanel title={t("nav.settings")} line={t("profile.settings")}>
        <ButtonLink to={paths.settings}>{t("profile.device")}</ButtonLink>
      </ExplainedPanel>
      <ExplainedPanel title={t("profile.out")} line={t(account ? "profile.out-line" : "profile.out-guest")}>
        <ConfirmButton
          label={t("sign.out")}
          {...(account ? {} : { sure: t("profile.out-sure") })}
          onConfirm={() => submit(signOut, "").then((done) => done && go(paths.home))}
        />
        <DeleteAccount account={account} submit={submit} />
      </ExplainedPanel>
    </>
  );
}

/** Buttons under a sentence that explains them. */
function ExplainedPanel({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <Panel box title={title}>
      <p className={text("soft")}>{line}</p>
      <Acts>{children}</Acts>
    </Panel>
  );
}

function NameForm({ person, submit }: { person: PersonCard; submit: Submit }) {
  const [name, setName] = useState(person.name);
  function send() {
    return submit(() => changeMe({ name: name.trim() }).then(refreshMe), t("profile.saved"));
  }
  return (
    <FormPanel title={t("profile.name")} onSubmit={send}>
      <TextField label={t("profile.name-line")} value={name} maxLength={40} onChange={setName} />
      <SubmitButton disabled={name.trim() === person.name || !name.trim()}>{t("profile.save")}</SubmitButton>
    </FormPanel>
  );
}

function PasswordForm({ submit }: { submit: Submit }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [programs, , again] = useFetched(listTokens, []);
  const [tokens, setTokens] = useState(false);
  const count = programs?.length ?? 0;
  function send() {
    const saved = t("profile.password-saved");
    const of = count === 0 ? "" : ` ${t(tokens ? "profile.tokens-ended" : "profile.tokens-left", { count })}`;
    return submit(async () => {
      await changePassword(old, fresh, tokens);
      setOld("");
      setFresh("");
      setTokens(false);
      again();
    }, saved + of);
  }
  return (
    <FormPanel title={t("profile.password")} onSubmit={send}>
      <PasswordField label={t("profile.old")} value={old} onChange={setOld} />
      <PasswordField fresh label={t("profile.new")} value={fresh} onChange={setFresh} />
      {count > 0 && (
        <CheckBox checked={tokens} onChange={setTokens}>
          {t("profile.end-tokens", { count })}
        </CheckBox>
      )}
      <SubmitButton>{t("profile.change")}</SubmitButton>
    </FormPanel>
  );
}

function Sessions() {
  const [list, , again] = useFetched(listSessions, []);
  const now = Date.now();
  return (
    <Panel box title={t("profile.sessions")}>
      <LinedList>
        {list?.map((session) => (
          <LinedItem
            key={session.handle}
            title={<bdi>{browserOf(session.agent)}</bdi>}
            note={session.here ? t("profile.here") : t("profile.seen", { when: agoText(session.seen, now) })}
          >
            {!session.here && (
              <Button onClick={() => endSession(session.handle).then(again, again)}>{t("sign.out")}</Button>
            )}
          </LinedItem>
        ))}
      </LinedList>
    </Panel>
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
      <Button look="quiet" bad onClick={() => setPassword("")}>
        {t("profile.delete")}
      </Button>
    );
  return (
    <>
      {account && (
        <Input
          type="password"
          aria-label={t("profile.old")}
          placeholder={t("profile.old")}
          autoComplete="current-password"
          value={password ?? ""}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <ConfirmButton look="quiet" bad label={t("profile.delete")} sure={t("profile.delete-sure")} onConfirm={leave} />
    </>
  );
}
