/** All that the server knows about the player, as a file: asked for, made in the background, fetched. */

import { useEffect, useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import type { ExportStatus } from "../../contract";
import { Button, DownloadLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { classes } from "../../ui/classes";
import { RefusalText } from "../../ui/Form";
import { dateTimeText, fileSizeText } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import css from "./DataExport.module.css";
import { askExport, deleteExport, EXPORT_FILE, exportNow } from "./requests";

const LOOK = 700; // milliseconds between two looks at a file that is being made

export function DataExport() {
  const [outcome, submit] = useSubmit(css.said);
  const [now, setNow] = useState<ExportStatus | null>(null);
  const making = now?.state === "waiting" || now?.state === "running";
  useEffect(() => {
    let current = true;
    let timer = 0;
    const look = () =>
      exportNow()
        .then((found) => current && setNow(found))
        .catch(() => undefined) // the next look will tell
        .finally(() => {
          if (current && making) timer = window.setTimeout(look, LOOK);
        });
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [making]);
  if (!now) return null;
  const ask = () => submit(() => askExport().then(setNow), "");
  const drop = (words: string) => submit(() => deleteExport().then(() => setNow({ state: "none" })), words);
  return (
    <Panel box title={t("own-data.title")} data-state={now.state} data-export>
      <p className={text("soft")}>{t("own-data.line")}</p>
      {making && <Progress now={now} />}
      {now.state === "done" && (
        <p className={css.said} role="status">
          {readyText(now)}
        </p>
      )}
      <RefusalText text={now.state === "failed" ? t("own-data.failed") : null} role="status" className={css.said} />
      <Acts>
        {now.state === "done" && (
          <>
            <DownloadLink look="primary" href={EXPORT_FILE}>
              <Icon name="take" />
              {t("own-data.fetch")}
            </DownloadLink>
            <Button onClick={ask}>{t("own-data.anew")}</Button>
            <ConfirmButton
              look="quiet"
              bad
              label={t("own-data.delete")}
              onConfirm={() => drop(t("own-data.deleted"))}
            />
          </>
        )}
        {making && <Button onClick={() => drop(t("own-data.stopped"))}>{t("own-data.stop")}</Button>}
        {(now.state === "none" || now.state === "failed") && <Button onClick={ask}>{t("own-data.make")}</Button>}
      </Acts>
      {outcome}
    </Panel>
  );
}

function Progress({ now }: { now: ExportStatus }) {
  const [done, of] = [now.done ?? 0, now.of ?? 0];
  const words = of > 0 ? t("own-data.far", { count: of, done }) : t("own-data.waiting");
  return (
    <p className={classes(css.said, css.making)} role="status">
      <span>{words}</span>
      <progress
        className={css.progress}
        aria-label={t("own-data.progress")}
        {...(of > 0 ? { value: done, max: of } : {})}
      />
    </p>
  );
}

function readyText(now: ExportStatus): string {
  const until = dateTimeText(now.until ?? 0);
  return t("own-data.ready", { size: fileSizeText(now.size ?? 0), until });
}
