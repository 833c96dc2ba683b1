/** How a match is dealt: the commitment, and once it is over the secret, the shares, and a check of all of it. */

import { useState } from "react";
import { errorText } from "../../../client/http";
import { useAttempt } from "../../../client/useSubmit";
import type { Fairness } from "../../../contract";
import { Button, DownloadLink } from "../../../ui/Button";
import { Acts } from "../../../ui/ButtonRow";
import { classes } from "../../../ui/classes";
import { RefusalText } from "../../../ui/Form";
import { useFetched } from "../../../ui/hooks";
import { Icon, type IconName } from "../../../ui/Icon";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { fairness, recordLink, replay } from "../requests";
import type { TableSetup } from "../useTableSetup";
import { checkDealing, type Finding, isFair } from "./check";
import css from "./DealingReport.module.css";
import { Fingerprint } from "./Fingerprint";
import { NotedLine } from "./NotedLine";
import { type NotedDealing, useNoted } from "./noted";

export function DealingReport({ setup, now, commitment }: { setup: TableSetup; now: Now; commitment: string }) {
  const { at, invite } = setup;
  const { table } = at.rules;
  const noted = useNoted(table);
  const over = now.phase === "over";
  const [told, error] = useFetched(async () => (over ? await fairness(table, invite) : null), [table, invite, over]);
  const [findings, setFindings] = useState<Finding[] | null>(null);
  const [refusal, attempt] = useAttempt();
  const check = (asked: Fairness) =>
    attempt(async () => setFindings(await checkDealing(asked, await replay(table, null, true, invite), noted)));
  const fair = findings && isFair(findings);
  return (
    <div className={css.report} data-dealing-told={over ? told !== null : true}>
      {!over && <p className={text("soft", "small")}>{t("dealing.explained")}</p>}
      <h3 className={css.heading}>{t("dealing.fingerprint")}</h3>
      <Fingerprint digits={told?.commitment ?? commitment} />
      <NotedLine commitment={told?.commitment ?? commitment} noted={noted} />
      {over && told?.secret ? (
        <>
          <h3 className={css.heading}>{t("dealing.secret")}</h3>
          <Fingerprint digits={told.secret} />
          <h3 className={css.heading}>{t("dealing.shares")}</h3>
          <Shares shares={told.contributions} now={now} />
          <Acts>
            <Button look="primary" data-check onClick={() => check(told)}>
              {t("dealing.check")}
            </Button>
          </Acts>
        </>
      ) : (
        <>
          {noted && Object.keys(noted.shares).length > 0 && (
            <>
              <h3 className={css.heading}>{t("dealing.yours")}</h3>
              <Shares shares={now.seats.map((_, seat) => noted.shares[seat])} now={now} />
            </>
          )}
          {!over && <p className={text("soft", "small")}>{t("dealing.later")}</p>}
        </>
      )}
      <RefusalText text={refusal ?? (error ? errorText(error) : null)} />
      {findings && (
        <div role="status" data-fair={fair}>
          <p className={classes(css.verdict, !fair && css.bad)}>{t(fair ? "dealing.fair" : "dealing.unfair")}</p>
          <ul className={css.findings}>
            {findings.map((finding) => (
              <li
                key={finding.about}
                className={classes(css.finding, finding.good === false && css.bad)}
                data-finding={finding.about}
                data-good={String(finding.good)}
              >
                <Icon name={iconOf(finding)} className={css.sign} />
                <span>{findingText(finding, noted)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {over && told?.secret && (
        <>
          <p className={text("soft", "small")}>{t("dealing.offline")}</p>
          <code className={css.command} data-command>
            {verifyCommand(`parlour-${at.rules.game}-${table}.json`, noted)}
          </code>
          <Acts>
            <DownloadLink href={recordLink(table, invite)}>
              <Icon name="share" />
              {t("replay.save")}
            </DownloadLink>
          </Acts>
        </>
      )}
    </div>
  );
}

/** Seats without an entry are left out; null is a seat that gave nothing. */
function Shares({ shares, now }: { shares: readonly (string | null | undefined)[]; now: Now }) {
  return (
    <dl className={css.shares}>
      {shares.map((share, seat) =>
        share === undefined ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <div key={seat}>
            <dt className={text("soft", "small")}>
              <bdi>{now.seats[seat]?.name}</bdi>
            </dt>
            <dd className={css.given}>{share === null ? t("dealing.no-share") : <bdi>{share}</bdi>}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

const iconOf = ({ good }: Finding): IconName => (good === null ? "draw" : good ? "done" : "close");

function findingText(finding: Finding, noted: NotedDealing | null): string {
  switch (finding.about) {
    case "secret":
      return t(finding.good ? "dealing.secret-good" : "dealing.secret-bad");
    case "noted":
      if (!finding.noted) return t("dealing.noted-none");
      if (!finding.good) return t("dealing.noted-bad", { noted: finding.noted.commitment });
      return t(finding.noted.before ? "dealing.noted-good" : "dealing.noted-good-late");
    case "share":
      if (finding.good === null) return t("dealing.share-none");
      return finding.good
        ? t("dealing.share-good")
        : t("dealing.share-bad", { share: Object.values(noted?.shares ?? {}).join(", ") });
    case "draws": {
      const { wrong, count } = finding;
      if (!wrong) return t("dealing.draws-good", { count });
      const { step, text, expected } = wrong;
      return expected === null
        ? t("dealing.draws-none", { step, text })
        : t("dealing.draws-bad", { step, text, expected });
    }
  }
}

/** What to type in a shell, with what this device has written down. */
export function verifyCommand(file: string, noted: NotedDealing | null): string {
  const shares = Object.values(noted?.shares ?? {}).flatMap((share) => ["--contribution", quoted(share)]);
  return ["parlour verify", file, ...(noted ? ["--commitment", noted.commitment, ...shares] : [])].join(" ");
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
