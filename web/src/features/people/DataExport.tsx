/** All that the server knows about the player, as a file: asked for, made in the background, fetched. */

import { useEffect, useState } from "react";
import { useSubmit } from "../../client/useSubmit";
import type { ExportStatus } from "../../contract";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { fileSizeText } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { t } from "../../ui/texts/page";
import { askExport, deleteExport, EXPORT_FILE, exportNow } from "./requests";

const LOOK = 700; // milliseconds between two looks at a file that is being made

export function DataExport() {
  const [outcome, submit] = useSubmit();
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
    <section className="panel box your-data" data-state={now.state}>
      <h2>{t("data.title")}</h2>
      <p className="soft">{t("data.line")}</p>
      {making && <Progress now={now} />}
      {now.state === "done" && <p role="status">{readyText(now)}</p>}
      {now.state === "failed" && (
        <p className="refusal" role="status">
          {t("data.failed")}
        </p>
      )}
      <div className="acts">
        {now.state === "done" && (
          <>
            <a className="btn primary" href={EXPORT_FILE} download>
              <Icon name="take" />
              {t("data.fetch")}
            </a>
            <button type="button" className="btn" onClick={ask}>
              {t("data.anew")}
            </button>
            <ConfirmButton
              className="btn quiet bad"
              label={t("data.delete")}
              onConfirm={() => drop(t("data.deleted"))}
            />
          </>
        )}
        {making && (
          <button type="button" className="btn" onClick={() => drop(t("data.stopped"))}>
            {t("data.stop")}
          </button>
        )}
        {(now.state === "none" || now.state === "failed") && (
          <button type="button" className="btn" onClick={ask}>
            {t("data.make")}
          </button>
        )}
      </div>
      {outcome}
    </section>
  );
}

function Progress({ now }: { now: ExportStatus }) {
  const [done, of] = [now.done ?? 0, now.of ?? 0];
  const words = of > 0 ? t("data.far", { count: of, done }) : t("data.waiting");
  return (
    <p className="making" role="status">
      <span>{words}</span>
      <progress aria-label={t("data.progress")} {...(of > 0 ? { value: done, max: of } : {})} />
    </p>
  );
}

function readyText(now: ExportStatus): string {
  const until = new Date(now.until ?? 0).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return t("data.ready", { size: fileSizeText(now.size ?? 0), until });
}
