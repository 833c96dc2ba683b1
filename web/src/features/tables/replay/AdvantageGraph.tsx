import type { ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { classes } from "../../../ui/classes";
import { linePath, percentText } from "../../../ui/format";
import { Icon } from "../../../ui/Icon";
import { Panel, PanelTitle } from "../../../ui/Panel";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import type { NamedSitter } from "../feed";
import css from "./AdvantageGraph.module.css";
import { advantageLines, winChance } from "./advantage";
import type { ReviewState } from "./useReview";

const [WIDTH, HEIGHT] = [496, 116];

/** Who was ahead at which step, over a slider through the steps. The turning points are marks on the slider. */
export function AdvantageGraph(props: {
  review: ReviewState;
  step: number;
  of: number;
  seats: readonly NamedSitter[];
  cooperative: boolean;
  onGo: (step: number) => void;
  children: ReactNode;
  whose?: string; // in whose opinion
  className?: string | undefined;
}) {
  const { review, step, of, seats, cooperative, onGo, whose = t("review.whose") } = props;
  const found = review.review;
  const share = (number: number) => `${of === 0 ? 0 : (number / of) * 100}%`;
  return (
    <Panel className={classes(css.panel, props.className)}>
      <header className={css.header}>
        <PanelTitle>{t("review.title")}</PanelTitle>
        <span className={text("soft", "small")}>{whose}</span>
      </header>
      <div className={css.plot}>
        {found ? (
          <Graph {...{ review: found, step, of, seats, cooperative }} />
        ) : (
          <div className={classes(css.graph, css.ask)}>
            <ReviewRequest review={review} />
          </div>
        )}
      </div>
      <div className={css.slider}>
        <span className={css.track} />
        <span className={css.done} style={{ width: share(step) }} />
        {found?.turning.map((each) => (
          <span key={each.number} className={css.turning} style={{ left: share(each.number) }} />
        ))}
        <span className={css.thumb} style={{ left: share(step) }} />
        <input
          className={css.input}
          type="range"
          min={0}
          max={of}
          value={step}
          aria-label={t("replay.step")}
          aria-valuetext={t("replay.of", { step, of })}
          onChange={(event) => onGo(Number(event.target.value))}
        />
      </div>
      {props.children}
    </Panel>
  );
}

function ReviewRequest({ review }: { review: ReviewState }) {
  const { now, refusal } = review;
  if (now?.state === "waiting" || now?.state === "running")
    return (
      <p className={css.said} role="status">
        <Icon name="hour" />
        {now.of > 0 ? t("review.far", { done: now.done, of: now.of }) : t(review.here ? "review.here" : "review.begun")}
      </p>
    );
  return (
    <>
      <p className={css.said}>{refusal ?? t(now?.state === "failed" ? "review.failed" : "review.ask-line")}</p>
      <Button data-review onClick={review.ask}>
        {t("review.ask")}
      </Button>
    </>
  );
}

function Graph(props: {
  review: NonNullable<ReviewState["review"]>;
  step: number;
  of: number;
  seats: readonly NamedSitter[];
  cooperative: boolean;
}) {
  const { review, step, of, seats, cooperative } = props;
  const lines = advantageLines(review, seats.length, cooperative);
  const x = of === 0 ? 0 : (step / of) * WIDTH;
  const two = lines.length === 1 && !cooperative && seats.length === 2;
  const line = lines[0] ? linePath(lines[0].points, WIDTH, HEIGHT) : "";
  const leading = two
    ? winChance(review, step, 0) >= 50
      ? { who: seats[0]?.name ?? "", chance: winChance(review, step, 0) }
      : { who: seats[1]?.name ?? "", chance: winChance(review, step, 1) }
    : null;
  const best = seats
    .map((seat, i) => ({ who: seat.name, chance: winChance(review, step, i) }))
    .reduce((a, b) => (b.chance > a.chance ? b : a));
  const ahead = leading ?? best;
  const said = cooperative
    ? t("review.together", { chance: winChance(review, step, 0) })
    : t("review.at", { step, who: ahead.who, chance: percentText(ahead.chance / 100) });
  return (
    <>
      <svg
        className={css.graph}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
      >
        {two && (
          <>
            <clipPath id="lean-above">
              <rect width={WIDTH} height={HEIGHT / 2} />
            </clipPath>
            <clipPath id="lean-below">
              <rect y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
            </clipPath>
            <path className={css.above} clipPath="url(#lean-above)" d={`${line}V${HEIGHT / 2}H0z`} />
            <path className={css.below} clipPath="url(#lean-below)" d={`${line}V${HEIGHT / 2}H0z`} />
          </>
        )}
        <path className={css.even} d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {lines.map((each) => (
          <path key={each.seat} className={css.line} d={linePath(each.points, WIDTH, HEIGHT)} />
        ))}
        <path className={css.now} d={`M${x} 0V${HEIGHT}`} />
      </svg>
      {two && (
        <>
          <bdi className={css.first}>{seats[0]?.name}</bdi>
          <bdi className={css.second}>{seats[1]?.name}</bdi>
        </>
      )}
      <span className={classes(css.tip, x > WIDTH * 0.6 && css.toLeft)} style={{ left: `${(x / WIDTH) * 100}%` }}>
        {said}
      </span>
    </>
  );
}
