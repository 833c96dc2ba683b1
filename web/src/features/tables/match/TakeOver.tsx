/** A player has left and a bot plays on: a spectator may take the seat over. */

import { requirePerson, useHasAccount } from "../../../client/session";
import { useAttempt } from "../../../client/useSubmit";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { paths } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { takeOver } from "../requests";
import type { TableSetup } from "../useTableSetup";
import { Toast } from "./Toast";

export function TakeOver({ setup, now }: { setup: TableSetup; now: Now }) {
  const { at, game, invite, seatsChanged } = setup;
  const [refusal, attempt] = useAttempt();
  const account = useHasAccount();
  const vacant = now.vacant ?? [];
  if (vacant.length === 0 || at.seats.length > 0) return null;
  const takesAccount = !account && (game.hidden || at.rules.rated);
  const take = (seat: number) =>
    attempt(async () => {
      await requirePerson();
      seatsChanged(await takeOver(at.rules.table, invite, seat));
    });
  return (
    <Toast
      words={t(takesAccount ? "substitute.account" : "substitute.line", { count: vacant.length })}
      refusal={refusal}
      data-vacant={vacant.join()}
    >
      {takesAccount ? (
        <ButtonLink to={paths.signUp(paths.table(at.rules.table, invite))}>{t("sign.up")}</ButtonLink>
      ) : (
        vacant.map((seat) => (
          <Button look="primary" key={seat} data-step-in={seat} onClick={() => take(seat)}>
            <Icon name="hand" />
            {vacant.length === 1 ? t("substitute.take") : t("substitute.take-seat", { seat: seat + 1 })}
          </Button>
        ))
      )}
    </Toast>
  );
}
