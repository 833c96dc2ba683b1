/** Where the links of letters lead: a new password, an address that is confirmed, and no more of this. */

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { askReset, confirmAddress, type Kind, resetPassword, unsubscribe } from "../../api/mail";
import { refreshMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { type PageKey, t } from "../../texts/page";
import { sentence } from "../playing";
import "./people.css";

function Page({ title, children }: { title: PageKey; children: ReactNode }) {
  useTitle(t("page.named", { name: t(title) }));
  return (
    <Frame>
      <div className="slim">
        <h1 className="show">{t(title)}</h1>
        {children}
      </div>
    </Frame>
  );
}

function Refusal({ words }: { words: string | null }) {
  return words ? (
    <p className="refusal" role="alert">
      {words}
    </p>
  ) : null;
}

/** One thing that is asked of the house at a time: whether it is, whether it was done, and why not. */
function useAsking(): { busy: boolean; done: boolean; refusal: string | null; run: (work: Promise<unknown>) => void } {
  const [state, setState] = useState<{ busy: boolean; done: boolean; refusal: string | null }>({
    busy: false,
    done: false,
    refusal: null,
  });
  function run(work: Promise<unknown>) {
    setState({ busy: true, done: false, refusal: null });
    work.then(
      () => setState({ busy: false, done: true, refusal: null }),
      (error) => setState({ busy: false, done: false, refusal: sentence(error) }),
    );
  }
  return { ...state, run };
}

export function Forgot() {
  const [who, setWho] = useState("");
  const { busy, done, refusal, run } = useAsking();
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
          <form
            className="panel box form"
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              run(askReset(who.trim()));
            }}
          >
            <label>
              {t("forgot.who")}
              <input
                className="field"
                name="username"
                autoComplete="username"
                required
                maxLength={254}
                value={who}
                onChange={(event) => setWho(event.target.value)}
              />
            </label>
            <Refusal words={refusal} />
            <button type="submit" className="btn primary big" disabled={busy}>
              {t("forgot.send")}
            </button>
          </form>
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

export function Reset({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const { busy, done, refusal, run } = useAsking();
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
      <form
        className="panel box form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          run(resetPassword(token, password).then(refreshMe));
        }}
      >
        <label>
          {t("profile.new")}
          <input
            className="field"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <p className="small soft">{t("sign.password-line")}</p>
        <Refusal words={refusal} />
        <button type="submit" className="btn primary big" disabled={busy || !token}>
          {t("reset.do")}
        </button>
      </form>
      <p>
        <Link className="more" to={paths.forgot}>
          {t("reset.again")}
        </Link>
      </p>
    </Page>
  );
}

/** By a button and not by itself: programs that look at links before their reader does must not use them up. */
export function Confirm({ token }: { token: string }) {
  const [address, setAddress] = useState("");
  const { busy, done, refusal, run } = useAsking();
  return (
    <Page title={done ? "confirm.thanks" : "confirm.title"}>
      <section className="panel box" data-done={done || undefined}>
        <p role="status">{done ? t("confirm.done", { address }) : t("confirm.line")}</p>
        <Refusal words={refusal} />
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

/** At once: whoever follows this link has said what they want. It can be taken back here. */
export function Unsubscribe({ token }: { token: string }) {
  const [state, setState] = useState<{ kind: Kind; off: boolean } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const begun = useRef(false);
  const turn = (off: boolean) =>
    unsubscribe(token, off).then(
      (now) => {
        setState(now);
        setRefusal(null);
      },
      (error) => setRefusal(sentence(error)),
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
        <Refusal words={refusal} />
      </section>
    </Page>
  );
}
