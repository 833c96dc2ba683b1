import { useEffect } from "react";
import { serverTime } from "../../client/http";
import { Button } from "../../ui/Button";
import { useNow } from "../../ui/hooks";
import { playSound } from "../../ui/sound";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import type { Now } from "./feed";
import css from "./ReadyCheck.module.css";
import { sayReady } from "./requests";

const WHOLE = 20_000; // milliseconds that there are at first

/** All have sat down: each says that they are there, and only then a clock runs. Who does not loses the seat. */
export function ReadyCheck(props: {
  table: string;
  now: Now;
  own: readonly number[];
  attempt: (work: () => Promise<unknown>) => Promise<unknown>;
}) {
  const { table, now, own, attempt } = props;
  useNow(250);
  useEffect(() => playSound("turn"), []);
  const left = Math.min(WHOLE, Math.max(0, (now.ready_due ?? 0) - serverTime()));
  const said = (now.ready ?? []).includes(own[0] ?? -1);
  return (
    <div className={css.check} data-ready={said}>
      <div className={css.bar} aria-hidden="true">
        <i className={css.left} style={{ transform: `scaleX(${(left / WHOLE).toFixed(3)})` }} />
      </div>
      <p className={text("soft", "small")} role="timer">
        {t("waiting-room.ready-left", { count: Math.ceil(left / 1000) })}
      </p>
      {said ? (
        <p role="status">{t("waiting-room.ready-said")}</p>
      ) : (
        <Button look="turn" big autoFocus onClick={() => void attempt(() => sayReady(table))}>
          {t("waiting-room.ready")}
        </Button>
      )}
    </div>
  );
}
