import type { ReactNode } from "react";
import type { Sitter } from "../../live/feed";
import { Icon } from "../../parts/Icon";
import { t } from "../../texts/page";
import { chances, leans, path } from "./lean";
import type { Reviewing } from "./useReview";

const [WIDTH, HEIGHT] = [496, 116];

/** How the game leaned, over the scrubber; the turning points are marks on it. */
export function Leaned(props: {
  review: Reviewing;
  step: number;
  of: number;
  seats: readonly Sitter[];
  cooperative: boolean;
  onGo: (step: number) => void;
  children: ReactNode;
}) {
  const { review, step, of, seats, cooperative, onGo } = props;
  const found = review.review;
  const share = (number: number) => `${of === 0 ? 0 : (number / of) * 100}%`;
  return (
    <section className="panel lean">
      <header>
        <h2>{t("lean.title")}</h2>
        <span className="soft small">{t("lean.whose")}</span>
      </header>
      <div className="plot">
        {found ? (
          <Graph {...{ review: found, step, of, seats, cooperative }} />
        ) : (
          <div className="graph ask">
            <Asking review={review} />
          </div>
        )}
      </div>
      <div className="scrub">
        <span className="track" />
        <span className="done" style={{ width: share(step) }} />
        {found?.turning.map((each) => (
          <span key={each.number} className={`ev seat-${each.actor % 6}`} style={{ left: share(each.number) }} />
        ))}
        <span className="thumb" style={{ left: share(step) }} />
        <input
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
    </section>
  );
}

function Asking({ review }: { review: Reviewing }) {
  const { now, refusal } = review;
  if (now?.state === "waiting" || now?.state === "running")
    return (
      <p role="status">
        <Icon name="hour" />
        {now.of > 0 ? t("lean.far", { done: now.done, of: now.of }) : t("lean.begun")}
      </p>
    );
  return (
    <>
      <p>{refusal ?? t(now?.state === "failed" ? "lean.failed" : "lean.ask-line")}</p>
      <button type="button" className="btn" data-review onClick={review.ask}>
        {t("lean.ask")}
      </button>
    </>
  );
}

function Graph(props: {
  review: NonNullable<Reviewing["review"]>;
  step: number;
  of: number;
  seats: readonly Sitter[];
  cooperative: boolean;
}) {
  const { review, step, of, seats, cooperative } = props;
  const lines = leans(review, seats.length, cooperative);
  const x = of === 0 ? 0 : (step / of) * WIDTH;
  const two = lines.length === 1 && !cooperative && seats.length === 2;
  const line = lines[0] ? path(lines[0].points, WIDTH, HEIGHT) : "";
  const leading = two
    ? chances(review, step, 0) >= 50
      ? { who: seats[0]?.name ?? "", chance: chances(review, step, 0) }
      : { who: seats[1]?.name ?? "", chance: chances(review, step, 1) }
    : null;
  const best = seats
    .map((seat, i) => ({ who: seat.name, chance: chances(review, step, i) }))
    .reduce((a, b) => (b.chance > a.chance ? b : a));
  const said = cooperative
    ? t("lean.together", { chance: chances(review, step, 0) })
    : t("lean.at", { step, ...(leading ?? best) });
  return (
    <>
      <svg className="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={said}>
        {two && (
          <>
            <clipPath id="lean-above">
              <rect width={WIDTH} height={HEIGHT / 2} />
            </clipPath>
            <clipPath id="lean-below">
              <rect y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
            </clipPath>
            <path className="aw" clipPath="url(#lean-above)" d={`${line}V${HEIGHT / 2}H0z`} />
            <path className="ab" clipPath="url(#lean-below)" d={`${line}V${HEIGHT / 2}H0z`} />
          </>
        )}
        <path className="mid" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {lines.map((each) => (
          <path key={each.seat} className={`ln seat-${each.seat % 6}`} d={path(each.points, WIDTH, HEIGHT)} />
        ))}
        <path className="now" d={`M${x} 0V${HEIGHT}`} />
      </svg>
      {two && (
        <>
          <bdi className="ax up">{seats[0]?.name}</bdi>
          <bdi className="ax down">{seats[1]?.name}</bdi>
        </>
      )}
      <span className={x > WIDTH * 0.6 ? "tip left" : "tip"} style={{ left: `${(x / WIDTH) * 100}%` }}>
        {said}
      </span>
    </>
  );
}
