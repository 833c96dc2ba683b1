/** A player has left and a bot plays on: a spectator may take the seat over. */

import { useState } from "react";
import { errorText } from "../../../client/http";
import { requirePerson, useHasAccount } from "../../../client/session";
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const account = useHasAccount();
  const vacant = now.vacant ?? [];
  if (vacant.length === 0 || at.seats.length > 0) return null;
  const takesAccount = !account && (game.hidden || at.rules.rated);
  const take = (seat: number) => {
    setRefusal(null);
    requirePerson()
      .then(() => takeOver(at.rules.table, invite, seat))
      .then(seatsChanged)
      .catch((error) => setRefusal(errorText(error)));
  };
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
