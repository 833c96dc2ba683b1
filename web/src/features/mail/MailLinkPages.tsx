/** The pages that links in mails lead to: a new password, a confirmed address, no more mails of a kind. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { refreshMe } from "../../client/session";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { FormPanel, PasswordField, RefusalText, SubmitButton, TextField } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { MoreLink } from "../../ui/MoreLink";
import { Panel } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { type PageKey, t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { askReset, confirmAddress, type MailKind, resetPassword, unsubscribe } from "./requests";

function Page({ title, children }: { title: PageKey; children: ReactNode }) {
  useTitle(t(title));
  return (
    <PageFrame>
      <Column slim>
        <PageTitle>{t(title)}</PageTitle>
        {children}
      </Column>
    </PageFrame>
  );
}

/** One request at a time: whether it runs, whether it is done, and why it was refused. */
function useRequest(): { busy: boolean; done: boolean; refusal: string | null; run: (work: Promise<unknown>) => void } {
  const [state, setState] = useState<{ busy: boolean; done: boolean; refusal: string | null }>({
    busy: false,
    done: false,
    refusal: null,
  });
  function run(work: Promise<unknown>) {
    setState({ busy: true, done: false, refusal: null });
    work.then(
      () => setState({ busy: false, done: true, refusal: null }),
      (error) => setState({ busy: false, done: false, refusal: errorText(error) }),
    );
  }
  return { ...state, run };
}

export function ForgotPage() {
  const [who, setWho] = useState("");
  const { busy, done, refusal, run } = useRequest();
  return (
    <Page title="forgotten-password.title">
      {done ? (
        <Panel box data-done>
          <p role="status">{t("forgotten-password.sent")}</p>
          <p className={text("soft")}>{t("forgotten-password.sent-line")}</p>
        </Panel>
      ) : (
        <>
          <p className={text("soft")}>{t("forgotten-password.line")}</p>
          <FormPanel onSubmit={() => run(askReset(who.trim()))}>
            <TextField
              label={t("forgotten-password.who")}
              name="username"
              autoComplete="username"
              required
              maxLength={254}
              value={who}
              onChange={setWho}
            />
            <RefusalText text={refusal} />
            <SubmitButton look="primary" big disabled={busy}>
              {t("forgotten-password.send")}
            </SubmitButton>
          </FormPanel>
        </>
      )}
      <p>
        <MoreLink to={paths.signIn()}>{t("sign.in")}</MoreLink>
      </p>
    </Page>
  );
}

export function ResetPage({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const { busy, done, refusal, run } = useRequest();
  if (done)
    return (
      <Page title="password-reset.title">
        <Panel box data-done>
          <p role="status">{t("password-reset.done")}</p>
          <Acts>
            <ButtonLink to={paths.signIn()} look="primary">
              {t("sign.in")}
            </ButtonLink>
          </Acts>
        </Panel>
      </Page>
    );
  return (
    <Page title="password-reset.title">
      <p className={text("soft")}>{t("password-reset.line")}</p>
      <FormPanel onSubmit={() => run(resetPassword(token, password).then(refreshMe))}>
        <PasswordField fresh label={t("profile.new")} name="password" value={password} onChange={setPassword} />
        <p className={text("small", "soft")}>{t("sign.password-line")}</p>
        <RefusalText text={refusal} />
        <SubmitButton look="primary" big disabled={busy || !token}>
          {t("password-reset.do")}
        </SubmitButton>
      </FormPanel>
      <p>
        <MoreLink to={paths.forgot}>{t("password-reset.again")}</MoreLink>
      </p>
    </Page>
  );
}

/** By a button and not at once: programs that open links before the reader does must not use them up. */
export function ConfirmPage({ token }: { token: string }) {
  const [address, setAddress] = useState("");
  const { busy, done, refusal, run } = useRequest();
  return (
    <Page title={done ? "confirm-address.thanks" : "confirm-address.title"}>
      <Panel box data-done={done || undefined}>
        <p role="status">{done ? t("confirm-address.done", { address }) : t("confirm-address.line")}</p>
        <RefusalText text={refusal} />
        <Acts>
          {done ? (
            <ButtonLink to={paths.profilePart("letters")}>{t("confirm-address.profile")}</ButtonLink>
          ) : (
            <Button
              look="primary"
              big
              disabled={busy || !token}
              onClick={() => run(confirmAddress(token).then((found) => setAddress(found.address)))}
            >
              {t("confirm-address.do")}
            </Button>
          )}
        </Acts>
      </Panel>
    </Page>
  );
}

/** At once: the reader who follows this link has said what they want. It can be taken back here. */
export function UnsubscribePage({ token }: { token: string }) {
  const [state, setState] = useState<{ kind: MailKind; off: boolean } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const begun = useRef(false);
  const turn = (off: boolean) =>
    unsubscribe(token, off).then(
      (now) => {
        setState(now);
        setRefusal(null);
      },
      (error) => setRefusal(errorText(error)),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every link
  useEffect(() => {
    if (!begun.current) void turn(true);
    begun.current = true;
  }, [token]);
  return (
    <Page title="unsubscribed.title">
      <Panel box data-done={state?.off}>
        {!state && !refusal && <p>{t("page.loading")}</p>}
        {state && (
          <>
            <p role="status">{t(state.off ? `unsubscribed.${state.kind}` : `subscribed.${state.kind}`)}</p>
            <p className={text("soft")}>{t(state.off ? "unsubscribed.line" : "subscribed.line")}</p>
            <Acts>
              <Button onClick={() => turn(!state.off)}>{t(state.off ? "unsubscribed.back" : "subscribed.back")}</Button>
            </Acts>
          </>
        )}
        <RefusalText text={refusal} />
      </Panel>
    </Page>
  );
}
