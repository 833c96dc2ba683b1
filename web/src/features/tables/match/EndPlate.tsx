/** The end of a match, beside the board: what it means for the viewer, how it came about, where it turned, and what next. */

import { useEffect, useRef } from "react";
import { classes } from "../../../ui/classes";
import { IconButton } from "../../../ui/IconButton";
import { panelClass } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { RatingChangeChip, RatingNumber } from "../../ratings/Rating";
import { atEnd } from "../numbers";
import { useReview } from "../replay/useReview";
import { AfterMatch } from "./AfterMatch";
import { EndFacts } from "./EndFacts";
import css from "./EndPlate.module.css";
import { TurningBoard } from "./TurningBoard";
import { TurningPoint } from "./TurningPoint";
import type { EndPlateState } from "./useEndPlate";
import type { MatchState } from "./useMatch";

export function EndPlate({ match, plate }: { match: MatchState; plate: EndPlateState }) {
  const { setup, now, shown, ratings, feed } = match;
  const heading = useRef<HTMLHeadingElement>(null);
  const { arrived, putAway } = plate;
  // The heading and not a button: whoever holds Enter down asks for no rematch.
  useEffect(() => {
    if (arrived && !isTyping()) heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  const you = setup.at.seats.length > 1 ? null : shown.seat; // of several at one device nobody is meant
  const own = shown.seat === null ? undefined : ratings?.changes[shown.seat];
  const keys = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = { r: "[data-rematch]", v: "[data-replay]", a: "[data-analyse]" }[event.key.toLowerCase()];
    if (event.key === "Escape") putAway();
    else if (pressed) event.currentTarget.querySelector<HTMLElement>(pressed)?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section
      className={classes(panelClass(), css.plate, arrived && css.arrives)}
      aria-labelledby="end-title"
      data-end-plate
      onKeyDown={keys}
    >
      <IconButton icon="close" label={t("end.put-away")} className={css.close} onClick={putAway} />
      <div className={css.words}>
        <EndFacts
          setup={setup}
          now={now}
          catalogue={shown.catalogue}
          you={you}
          team={ratings?.team ?? null}
          end={atEnd(feed.lines, { view: now.view ?? null, seat: shown.seat, seats: now.seats.length, say: shown.say })}
        >
          {(title) => (
            <h1 ref={heading} id="end-title" tabIndex={-1} className={classes(text("show"), css.title)}>
              {title}
            </h1>
          )}
        </EndFacts>
        <Turning match={match} />
        {own && (
          <p className={css.rating}>
            <span>{t("end.rating")}</span>
            <RatingNumber rating={own.rating} provisional={own.provisional} className={css.number} />
            <RatingChangeChip change={own.change} />
          </p>
        )}
      </div>
      <div className={css.acts}>
        <AfterMatch setup={setup} now={now} viewer={shown.seat} onTrouble={match.trouble} />
      </div>
    </section>
  );
}

function Turning({ match }: { match: MatchState }) {
  const { setup, now, shown, feed } = match;
  const { table } = setup.at.rules;
  const review = useReview(table, setup.invite);
  // A match that the house has closed, or that ended before it began, has no turning point.
  const steps = feed.lines.filter((line) => line.kind === "step" && line.seat !== null).length;
  if (now.result?.ending === "void" || steps < 2) return null;
  return (
    <TurningPoint
      {...{ review, table, game: setup.game.name, seats: now.seats, catalogue: shown.catalogue, invite: setup.invite }}
    >
      {(step) => <TurningBoard match={match} step={step} />}
    </TurningPoint>
  );
}

const isTyping = () => ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName ?? "");
