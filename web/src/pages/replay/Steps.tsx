import { Fragment, useEffect, useRef } from "react";
import type { Replay, Review } from "../../api/tables";
import type { Sitter } from "../../live/feed";
import type { Skin } from "../../skins/types";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { type Catalogue, render } from "../../texts/render";

/** Every step as its viewer knows it, with the turning points between them as sentences. */
export function Steps(props: {
  replay: Replay | null;
  seats: readonly Sitter[]; // as it ended
  catalogue: Catalogue;
  step: number;
  review: Review | null;
  skin: Skin;
  onGo: (step: number) => void;
}) {
  const { replay, seats, catalogue, step, review, skin, onGo } = props;
  const steps = replay?.steps ?? [];
  const handed = replay?.handed_on ?? [];
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that is shown stays in sight
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [step, steps]);
  const shown = steps.findLast((each) => each.number <= step)?.number;
  const name = (seat: number | null, number: number) =>
    seat === null ? t("table.chance") : isolate(sitterAt(replay, seat, number)?.name ?? seats[seat]?.name ?? "");
  const between = (from: number, to: number) => handed.filter(({ after }) => after >= from && after < to);
  return (
    <>
      <header>
        <h2>{t("table.moves")}</h2>
      </header>
      <ol className="log single" ref={list}>
        {steps.map((each, i) => {
          const changes = between(steps[i - 1]?.number ?? 0, each.number);
          const turning = review?.turning.find((moment) => moment.number === each.number);
          return (
            <Fragment key={each.number}>
              {changes.map(({ after, seat, who }) => (
                <li className="note" key={`${after} ${seat} ${who.name}`} data-handed-on={seat}>
                  {t(who.kind === "bot" ? "replay.to-bot" : "replay.to-person", {
                    before: sitterAt(replay, seat, after)?.name ?? "",
                    name: who.name,
                  })}
                </li>
              ))}
              <li className={each.seat === null ? "chance" : ""}>
                <span className="n">{each.number}</span>
                <span>
                  <button
                    type="button"
                    className="cell"
                    aria-current={each.number === shown ? "step" : undefined}
                    onClick={() => onGo(each.number)}
                  >
                    {skin.Step ? (
                      <skin.Step text={each.text} seat={each.seat} />
                    ) : (
                      each.seat !== null && <b>{each.text}</b>
                    )}
                    <span>
                      {each.seat === null
                        ? render(catalogue, each.words)
                        : `${name(each.seat, each.number)} ${render(catalogue, each.words)}`}
                    </span>
                  </button>
                </span>
              </li>
              {turning && (
                <li className="note">
                  <b>{t("lean.turning")}</b> {name(turning.actor, turning.number)} {render(catalogue, turning.words)}
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </>
  );
}

/** Who had a seat when a step was taken. */
export function sitterAt(replay: Replay | null, seat: number, number: number): Sitter | undefined {
  const later = replay?.handed_on.findLast((each) => each.seat === seat && each.after < number);
  return later?.who ?? replay?.began[seat];
}
