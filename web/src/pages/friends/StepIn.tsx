/** Somebody has left, and a bot plays on: whoever looks on may take over. */

import { useState } from "react";
import { stepIn } from "../../api/friends";
import type { Now } from "../../live/feed";
import { someone } from "../../me";
import { Icon } from "../../parts/Icon";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { sentence } from "../playing";
import { useAccount } from "../RatedField";
import type { Sitting } from "../table/sitting";
import "./friends.css";

export function StepIn({ sitting, now }: { sitting: Sitting; now: Now }) {
  const { at, game, invite, came } = sitting;
  const [refusal, setRefusal] = useState<string | null>(null);
  const account = useAccount();
  const vacant = now.vacant ?? [];
  if (vacant.length === 0 || at.seats.length > 0) return null;
  const takesAccount = !account && (game.hidden || at.rules.rated);
  const take = (seat: number) => {
    setRefusal(null);
    someone()
      .then(() => stepIn(at.rules.table, invite, seat))
      .then(came)
      .catch((error) => setRefusal(sentence(error)));
  };
  return (
    <section className="toast step-in" data-vacant={vacant.join()}>
      <p>{t(takesAccount ? "substitute.account" : "substitute.line", { count: vacant.length })}</p>
      {takesAccount ? (
        <Link to={paths.signUp(paths.table(at.rules.table, invite))} className="btn">
          {t("sign.up")}
        </Link>
      ) : (
        vacant.map((seat) => (
          <button type="button" className="btn primary" key={seat} data-step-in={seat} onClick={() => take(seat)}>
            <Icon name="hand" />
            {vacant.length === 1 ? t("substitute.take") : t("substitute.take-seat", { seat: seat + 1 })}
          </button>
        ))
      )}
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
    </section>
  );
}
