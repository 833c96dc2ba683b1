import { Fragment, useEffect, useRef } from "react";
import type { ReplayStep, Review } from "../../api/tables";
import type { Sitter } from "../../live/feed";
import type { Skin } from "../../skins/types";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";

/** Every step as its viewer knows it, with the turning points between them as sentences. */
export function Steps(props: {
  steps: readonly ReplayStep[];
  seats: readonly Sitter[];
  catalogue: Catalogue;
  step: number;
  review: Review | null;
  skin: Skin;
  onGo: (step: number) => void;
}) {
  const { steps, seats, catalogue, step, review, skin, onGo } = props;
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that is shown stays in sight
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [step, steps]);
  const shown = steps.findLast((each) => each.number <= step)?.number;
  const name = (seat: number | null) => (seat === null ? t("table.chance") : isolate(seats[seat]?.name ?? ""));
  return (
    <>
      <header>
        <h2>{t("table.moves")}</h2>
      </header>
      <ol className="log single" ref={list}>
        {steps.map((each) => {
          const turning = review?.turning.find((moment) => moment.number === each.number);
          return (
            <Fragment key={each.number}>
              <li className={each.seat === null ? "chance" : ""}>
                <span className="n">{each.number}</span>
                <span>
                  <button
                    type="button"
                    className="cell"
                    aria-current={each.number === shown ? "step" : undefined}
                    onClick={() => onGo(each.number)}
                  >
                    {skin.Step ? <skin.Step text={each.text} seat={each.seat} /> : <b>{each.text}</b>}
                    <span>
                      {each.seat === null
                        ? render(catalogue, each.words)
                        : `${name(each.seat)} ${render(catalogue, each.words)}`}
                    </span>
                  </button>
                </span>
              </li>
              {turning && (
                <li className="note">
                  <b>{t("lean.turning")}</b> {name(turning.actor)} {render(catalogue, turning.words)}
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </>
  );
}
