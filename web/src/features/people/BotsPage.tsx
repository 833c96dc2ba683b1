/** For those who let a program of their own play here: how it comes in, what it asks, and where all of it is described. */

import { ButtonLink, DownloadLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Column, PageTitle } from "../../ui/Column";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import css from "./BotsPage.module.css";

const API = "/api/v1";
/** The requests that a bot lives by; all others are in the reference. */
const REQUESTS = [
  ["GET", "/tables?phase=open&room=true", "lobby"],
  ["POST", "/tables", "open"],
  ["POST", "/tables/{table}/seats", "sit"],
  ["GET", "/tables/{table}/events?after={cursor}&seat={seat}&wait=20", "events"],
  ["POST", "/tables/{table}/steps", "steps"],
] as const;
const LESSONS = ["key", "cursor", "patience", "socket"] as const;

export function BotsPage() {
  useTitle(t("bots-page.title"));
  const house = location.origin;
  return (
    <PageFrame>
      <Column>
        <PageTitle>{t("bots-page.title")}</PageTitle>
        <p className={text("soft")}>{t("bots-page.line")}</p>
        <Panel box title={t("bots-page.token")}>
          <p>{t("bots-page.token-line")}</p>
          <Acts>
            <ButtonLink to={paths.profilePart("tokens")} look="primary">
              <Icon name="key" />
              {t("bots-page.to-tokens")}
            </ButtonLink>
          </Acts>
        </Panel>
        <Panel box title={t("bots-page.example")}>
          <p>{t("bots-page.example-line")}</p>
          <Code>{`read -rs PARLOUR_TOKEN && export PARLOUR_TOKEN
python examples/bot.py ${house} --game connect4
python examples/bot.py ${house} --table ID`}</Code>
          <p>{t("bots-page.curl-line")}</p>
          <Code>{`curl -H "Authorization: Bearer $PARLOUR_TOKEN" ${house}${API}/me`}</Code>
        </Panel>
        <Panel box title={t("bots-page.requests")}>
          <dl className={css.requests}>
            {REQUESTS.map(([method, path, key]) => (
              <div key={key}>
                <dt>
                  <code className={css.path}>
                    {method} {API}
                    {path}
                  </code>
                </dt>
                <dd className={classes(text("soft"), css.what)}>{t(`bots-page.request-${key}`)}</dd>
              </div>
            ))}
          </dl>
          <Acts>
            <DownloadLink href={`${API}/schema`}>
              <Icon name="book" />
              {t("bots-page.reference")}
            </DownloadLink>
            <DownloadLink href={`${API}/schema/openapi.json`}>
              <Icon name="text" />
              {t("bots-page.openapi")}
            </DownloadLink>
          </Acts>
        </Panel>
        <Panel box title={t("bots-page.lessons")}>
          <ul className={css.lessons}>
            {LESSONS.map((key) => (
              <li key={key}>
                <b>{t(`bots-page.${key}`)}</b> {t(`bots-page.${key}-line`)}
              </li>
            ))}
          </ul>
        </Panel>
      </Column>
    </PageFrame>
  );
}

function Code({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <pre className={css.code} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
