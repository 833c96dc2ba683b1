/** Offers of other players, to take back a move or to draw: each stays until it is answered. */

import type { TableView } from "../../../board/skin";
import { useAttempt } from "../../../client/useSubmit";
import { Button } from "../../../ui/Button";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { answerTakeback } from "../requests";
import { StageRefusal, Toast, ToastNo } from "./Toast";

export function Offers({ shown, now }: { shown: TableView; now: Now }) {
  const [refusal, attempt] = useAttempt();
  const { seat, choosing, table } = shown;
  const name = (who: number) => now.seats[who]?.name ?? "";
  const [asked, agreed] = now.takeback ?? [null, []];
  const answer = (yes: boolean) => seat !== null && attempt(() => answerTakeback(table, seat, yes));
  const canDecline = choosing.buttons.some((each) => each.target === "button:decline");
  const offered = now.offer != null && now.offer !== seat;
  return (
    <>
      <StageRefusal text={refusal} />
      {asked !== null && seat !== null && asked !== seat && !agreed.includes(seat) && (
        <Toast aria-live="polite" words={t("takeback.takeback", { who: name(asked) })}>
          <Button data-agree onClick={() => answer(true)}>
            {t("takeback.agree")}
          </Button>
          <ToastNo onClick={() => answer(false)}>{t("takeback.no")}</ToastNo>
        </Toast>
      )}
      {asked !== null && asked === seat && <Toast aria-live="polite" words={t("takeback.waiting")} />}
      {offered && canDecline && (
        <Toast aria-live="polite" words={t("table.offer", { who: name(now.offer ?? 0) })}>
          <Button onClick={() => choosing.touch("button:draw")}>{t("table.accept")}</Button>
          <ToastNo onClick={() => choosing.touch("button:decline")}>{t("takeback.decline")}</ToastNo>
        </Toast>
      )}
    </>
  );
}
