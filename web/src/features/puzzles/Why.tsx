/** Why the answer is right: its line in numbered steps, which the board goes through, and what it is worth. */

import type { PuzzleOutcome, PuzzleShown } from "../../contract";
import { Button } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Panel } from "../../ui/Panel";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import css from "./Why.module.css";

interface WhyProps {
  puzzle: PuzzleShown;
  why: PuzzleOutcome["why"];
  texts: Catalogue;
  at: number; // the step that the board shows, from 1; before that, none of them
  go: (at: number) => void;
}

export function Why({ puzzle, why, texts, at, go }: WhyProps) {
  const last = why.line.length;
  return (
    <Panel box title={t("puzzle.why")}>
      <ol className={css.steps} data-why>
        {why.line.map((step, i) => {
          const number = i + 1;
          return (
            <li key={number} aria-current={number === at ? "step" : undefined} className={css.step}>
              <span className={css.number} aria-hidden="true">
                {number}
              </span>
              <span>
                {step.seat !== puzzle.seat && (
                  <span className={text("soft")}>
                    {t("puzzle.why-other", { seat: render(texts, { key: `seat.${step.seat}`, args: {} }) })}{" "}
                  </span>
                )}
                <b className={css.words}>{render(texts, step.words)}</b>
                {step.moment && <span className={css.moment}>{render(texts, step.moment)}</span>}
                {!step.scene && <span className={css.moment}>{t("puzzle.why-unknown")}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      <p className={css.worth}>{t("puzzle.why-worth", { worth: why.worth, next: why.next })}</p>
      {last > 0 && (
        <Acts>
          <Button onClick={() => go(at >= last ? 0 : Math.max(at, 0) + 1)}>
            {t(at <= 0 ? "puzzle.steps" : at < last ? "puzzle.step-on" : "puzzle.step-first")}
          </Button>
          {at > 0 && (
            <span role="status" className={text("soft")}>
              {t("puzzle.step-of", { step: at, steps: last })}
            </span>
          )}
        </Acts>
      )}
    </Panel>
  );
}
