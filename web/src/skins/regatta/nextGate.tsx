/** Under the chart on a phone: where the viewer's boat goes next, and the buttons by which the chart is moved. */

import type { ReactNode } from "react";
import type { BoardView, TableView } from "../../board/skin";
import { useLastKnown } from "../../ui/hooks";
import type { View } from "./facts";
import css from "./nextGate.module.css";

export function Foot({ at, tools }: { at: BoardView<View>; tools: ReactNode }) {
  const view = useLastKnown(at.view);
  const seat = at.seat ?? view?.mover ?? 0;
  const boat = view?.boats[seat];
  const next = view?.next ?? null;
  const [here, there] = [at.spot(`piece:boat-${seat}`), next ? at.spot(`site:${next.at}`) : null];
  const turn = here && there ? (Math.atan2(there.x - here.x, here.y - there.y) * 180) / Math.PI : null;
  const { say } = at;
  return (
    <div className={css.foot}>
      <p className={css.next} data-next={next?.what ?? ""}>
        <svg className={css.needle} viewBox="-14 -14 28 28" aria-hidden="true">
          <circle className={css.ring} r="12.500" />
          {turn !== null && <path className={css.hand} transform={`rotate(${turn})`} d="M0 -9L5.500 6L0 3L-5.500 6Z" />}
        </svg>
        <span className={css.words}>
          <b className={css.where}>{boat ? say(whereTo(boat, next, at.over)) : ""}</b>
          {next && (
            <small className={css.off}>
              {say({ key: "next.off", args: { count: next.points, heading: { key: `heading.${next.heading}` } } })}
            </small>
          )}
        </span>
      </p>
      {tools}
    </div>
  );
}

/** The same in one sentence, for whoever asks to hear it. */
export function nextInWords({ seat, over, say }: TableView, view: View): string {
  const boat = view.boats[seat ?? view.mover ?? 0];
  if (!boat) return "";
  const { next } = view;
  const off =
    next && say({ key: "next.off", args: { count: next.points, heading: { key: `heading.${next.heading}` } } });
  return [say(whereTo(boat, next, over)), off].filter(Boolean).join(", ");
}

/** The next thing to reach, as a text of the game; of a boat that is still at sea at the end, how it came out. */
const whereTo = ({ goal, place, rank }: View["boats"][number], next: View["next"], over: boolean) =>
  over && place === null
    ? { key: `place.${rank ?? 1}` }
    : {
        key: `next.${next?.what ?? goal}`,
        args: {
          gate: next?.gate ?? "",
          number: next?.marker ?? 0,
          turn: next?.turn ?? 0,
          place: { key: `place.${place ?? 1}` },
        },
      };
