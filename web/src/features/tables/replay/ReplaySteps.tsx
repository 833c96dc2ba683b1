import { Fragment, useEffect, useRef } from "react";
import type { Skin } from "../../../board/skin";
import type { ReplayMessage, Review, Sitter } from "../../../contract";
import { PanelHeader } from "../../../ui/Panel";
import { isolate } from "../../../ui/texts/isolate";
import { t } from "../../../ui/texts/page";
import { type Catalogue, render } from "../../../ui/texts/render";
import type { NamedSitter } from "../feed";
import { LogButton, LogList, LogNotation, LogNote, LogPlace, LogRow, LogWords } from "../match/LogParts";

/** Every step as the viewer knows it, with the turning points between them as sentences. */
export function ReplaySteps(props: {
  place: "panel" | "sheet";
  replay: ReplayMessage | null;
  seats: readonly NamedSitter[]; // as it ended
  catalogue: Catalogue;
  step: number;
  review: Review | null;
  skin: Skin;
  onGo: (step: number) => void;
  className?: string | undefined; // of the list
}) {
  const { place, replay, seats, catalogue, step, review, skin, onGo } = props;
  const steps = replay?.steps ?? [];
  const handed = replay?.handed_on ?? [];
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that is shown stays in sight
  useEffect(() => {
    const row = list.current?.querySelector("[aria-current]");
    if (list.current && row) scrollWithin(list.current, row);
  }, [step, steps]);
  const shown = steps.findLast((each) => each.number <= step)?.number;
  const name = (seat: number | null, number: number) =>
    seat === null ? t("table.chance") : isolate(sitterAt(replay, seat, number)?.name ?? seats[seat]?.name ?? "");
  const between = (from: number, to: number) => handed.filter(({ after }) => after >= from && after < to);
  return (
    <>
      {place === "panel" ? <PanelHeader title={t("table.moves")} /> : <h2>{t("table.moves")}</h2>}
      <LogList single className={props.className} ref={list}>
        {steps.map((each, i) => {
          const changes = between(steps[i - 1]?.number ?? 0, each.number);
          const turning = review?.turning.find((moment) => moment.number === each.number);
          return (
            <Fragment key={each.number}>
              {changes.map(({ after, seat, who }) => (
                <LogNote key={`${after} ${seat} ${who.name}`} data-handed-on={seat}>
                  {t(who.kind === "bot" ? "replay.to-bot" : "replay.to-person", {
                    before: sitterAt(replay, seat, after)?.name ?? "",
                    name: who.name ?? "",
                  })}
                </LogNote>
              ))}
              <LogRow number={each.number} chance={each.seat === null}>
                <LogPlace>
                  <LogButton current={each.number === shown} onClick={() => onGo(each.number)}>
                    {skin.Step ? (
                      <LogNotation>
                        <skin.Step text={each.text} seat={each.seat} current={each.number === shown} />
                      </LogNotation>
                    ) : (
                      each.seat !== null && <LogNotation>{each.text}</LogNotation>
                    )}
                    <LogWords>
                      {each.seat === null
                        ? render(catalogue, each.words)
                        : `${name(each.seat, each.number)} ${render(catalogue, each.words)}`}
                    </LogWords>
                  </LogButton>
                </LogPlace>
              </LogRow>
              {turning && (
                <LogNote>
                  <b>{t("review.turning")}</b> {name(turning.actor, turning.number)} {render(catalogue, turning.words)}
                </LogNote>
              )}
            </Fragment>
          );
        })}
      </LogList>
    </>
  );
}

/** Who sat in a seat when a step was taken. */
export function sitterAt(replay: ReplayMessage | null, seat: number, number: number): Sitter | undefined {
  const later = replay?.handed_on.findLast((each) => each.seat === seat && each.after < number);
  return later?.who ?? replay?.began[seat];
}

/** Only the list scrolls: on a phone on its side, what the list stands in scrolls too, and would leave the result. */
function scrollWithin(list: HTMLElement, row: Element): void {
  const [all, one] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (one.top < all.top) list.scrollTop -= all.top - one.top;
  else if (one.bottom > all.bottom) list.scrollTop += one.bottom - all.bottom;
}
