import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { Icon } from "../../../ui/Icon";
import { paths } from "../../../ui/router";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { type Catalogue, render } from "../../../ui/texts/render";
import type { NamedSitter } from "../feed";
import type { ReviewState } from "../replay/useReview";
import css from "./TurningPoint.module.css";

/** The one moment that a match hung on most, if the strongest bot has looked for it; or the way to have it looked for. */
export function TurningPoint(props: {
  review: ReviewState;
  table: string;
  game: string;
  invite: string;
  seats: readonly NamedSitter[];
  catalogue: Catalogue;
  children: (step: number) => ReactNode; // a picture of it
}) {
  const { review, table, game, invite, seats, catalogue, children } = props;
  const { now, refusal } = review;
  if (now === null) return null;
  if (now.state === "waiting" || now.state === "running")
    return (
      <p className={css.said} role="status">
        <Icon name="hour" />
        <span>{now.of > 0 ? t("end.looking-at", { done: now.done, of: now.of }) : t("end.looking")}</span>
      </p>
    );
  if (!review.review)
    return (
      <div className={css.point}>
        <p>{refusal ?? t(now.state === "failed" ? "end.failed" : "end.ask-line")}</p>
        <Button data-turning onClick={review.ask}>
          {t("end.ask")}
        </Button>
      </div>
    );
  const most = review.review.turning.reduce<(typeof review.review.turning)[number] | null>(
    (before, each) => (before === null || each.loss > before.loss ? each : before),
    null,
  );
  if (most === null) return <p className={css.said}>{t("end.no-turning")}</p>;
  return (
    <div className={classes(css.point, css.found)}>
      {children(most.number)}
      <div className={css.words}>
        <p>
          <b>{t("end.turned", { step: most.number })}</b> {isolate(seats[most.actor]?.name ?? "")}{" "}
          {render(catalogue, most.words)}
        </p>
        <ButtonLink to={paths.analysis(game, { table, step: most.number, invite })} data-turning>
          <Icon name="eye" />
          {t("end.see")}
        </ButtonLink>
      </div>
    </div>
  );
}
