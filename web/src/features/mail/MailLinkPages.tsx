/** The pages that links in mails lead to: a new password, a confirmed address, no more mails of a kind. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorText } from "../../client/http";
import { refreshMe } from "../../client/session";
import { Form, PasswordField, RefusalText, TextField } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Link, paths } from "../../ui/router";
import { type PageKey, t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { askReset, confirmAddress, type MailKind, resetPassword, unsubscribe } from "./requests";
import "../people/people.css";

function Page({ title, children }: { title: PageKey; children: ReactNode }) {
  useTitle(t("page.named", { name: t(title) }));
  return (
    <PageFrame>
      <div className="slim">
        <h1 className="show">{t(title)}</h1>
        {children}
      </div>
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
    <Page title="forgot.title">
      {done ? (
        <section className="panel box" data-done>
          <p role="status">{t("forgot.sent")}</p>
          <p className="soft">{t("forgot.sent-line")}</p>
        </section>
      ) : (
        <>
          <p className="soft">{t("forgot.line")}</p>
          <Form className="panel box form" onSubmit={() => run(askReset(who.trim()))}>
            <TextField
              label={t("forgot.who")}
              name="username"
              autoComplete="username"
              required
              maxLength={254}
              value={who}
              onChange={setWho}
            />
            <RefusalText text={refusal} />
            <button type="submit" className="btn primary big" disabled={busy}>
              {t("forgot.send")}
            </button>
          </Form>
        </>
      )}
      <p>
        <Link className="more" to={paths.signIn()}>
          {t("sign.in")}
        </Link>
      </p>
    </Page>
  );
}

export function ResetPage({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const { busy, done, refusal, run } = useRequest();
  if (done)
    return (
      <Page title="reset.title">
        <section className="panel box" data-done>
          <p role="status">{t("reset.done")}</p>
          <Link to={paths.signIn()} className="btn primary">
            {t("sign.in")}
          </Link>
        </section>
      </Page>
    );
  return (
    <Page title="reset.title">
      <p className="soft">{t("reset.line")}</p>
      <Form className="panel box form" onSubmit={() => run(resetPassword(token, password).then(refreshMe))}>
        <PasswordField fresh label={t("profile.new")} name="password" value={password} onChange={setPassword} />
        <p className="small soft">{t("sign.password-line")}</p>
        <RefusalText text={refusal} />
        <button type="submit" className="btn primary big" disabled={busy || !token}>
          {t("reset.do")}
        </button>
      </Form>
      <p>
        <Link className="more" to={paths.forgot}>
          {t("reset.again")}
        </Link>
      </p>
    </Page>
  );
}

/** By a button and not at once: programs that open links before the reader does must not use them up. */
export function ConfirmPage({ token }: { token: string }) {
  const [address, setAddress] = useState("");
  const { busy, done, refusal, run } = useRequest();
  return (
    <Page title={done ? "confirm.thanks" : "confirm.title"}>
      <section className="panel box" data-done={done || undefined}>
        <p role="status">{done ? t("confirm.done", { address }) : t("confirm.line")}</p>
        <RefusalText text={refusal} />
        {done ? (
          <Link to={paths.profile} className="btn">
            {t("confirm.profile")}
          </Link>
        ) : (
          <button
            type="button"
            className="btn primary big"
            disabled={busy || !token}
            onClick={() => run(confirmAddress(token).then((found) => setAddress(found.address)))}
          >
            {t("confirm.do")}
          </button>
        )}
      </section>
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
    <Page title="off.title">
      <section className="panel box" data-done={state?.off}>
        {!state && !refusal && <p>{t("page.loading")}</p>}
        {state && (
          <>
            <p role="status">{t(state.off ? `off.${state.kind}` : `on.${state.kind}`)}</p>
            <p className="soft">{t(state.off ? "off.line" : "on.line")}</p>
            <button type="button" className="btn" onClick={() => turn(!state.off)}>
              {t(state.off ? "off.back" : "on.back")}
            </button>
          </>
        )}
        <RefusalText text={refusal} />
      </section>
    </Page>
  );
}
