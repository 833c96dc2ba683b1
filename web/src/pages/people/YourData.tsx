/** All that the house knows about somebody, as a file for them: asked for, made while they do something else, fetched. */

import { useEffect, useState } from "react";
import { askExport, deleteExport, EXPORT_FILE, type ExportNow, exportNow } from "../../api/exports";
import { Icon } from "../../parts/Icon";
import { AskTwice } from "../../parts/small";
import { t } from "../../texts/page";
import { useAttempt } from "./attempt";
import { sizeOf } from "./size";

const LOOK = 700; // milliseconds between two looks at a file that is being made

export function YourData() {
  const [said, attempt] = useAttempt();
  const [now, setNow] = useState<ExportNow | null>(null);
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
  const ask = () => attempt(() => askExport().then(setNow), "");
  const drop = (words: string) => attempt(() => deleteExport().then(() => setNow({ state: "none" })), words);
  return (
    <section className="panel box your-data" data-state={now.state}>
      <h2>{t("data.title")}</h2>
      <p className="soft">{t("data.line")}</p>
      {making && <Making now={now} />}
      {now.state === "done" && <p role="status">{ready(now)}</p>}
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
            <AskTwice className="btn quiet bad" label={t("data.delete")} onDo={() => drop(t("data.deleted"))} />
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
      {said}
    </section>
  );
}

function Making({ now }: { now: ExportNow }) {
  const [done, of] = [now.done ?? 0, now.of ?? 0];
  const words = of > 0 ? t("data.far", { count: of, done }) : t("data.waiting");
  return (
    <p className="making" role="status">
      <span>{words}</span>
      <progress aria-label={t("data.progress")} {...(of > 0 ? { value: done, max: of } : {})} />
    </p>
  );
}

function ready(now: ExportNow): string {
  const until = new Date(now.until ?? 0).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return t("data.ready", { size: sizeOf(now.size ?? 0), until });
}
