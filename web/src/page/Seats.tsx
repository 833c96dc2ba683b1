import type { TableState } from "../api";
import type { Counter, Scene } from "../board/types";
import { t } from "../texts/page";
import { type Catalogue, render } from "../texts/render";
import type { Sitting } from "./App";

function counterLine(catalogue: Catalogue, counter: Counter): string {
  const name = render(catalogue, counter.name);
  if (counter.of === undefined || counter.of === null) return t("table.counter", { name, value: counter.value });
  return t("table.counter-of", { name, value: counter.value, of: counter.of });
}

export function SeatCard(props: {
  seat: number;
  sitting: Sitting;
  state: TableState;
  viewer: number | null;
  mine: boolean;
}) {
  const { seat, sitting, state, viewer, mine } = props;
  const sitter = sitting.seats[seat];
  const counters = (state.scene.counters ?? []).filter((counter) => counter.seat === seat);
  const acting = state.result === null && state.to_act.includes(seat);
  const level = sitter?.level ? render(sitting.catalogue, { key: `level.${sitter.level}` }) : "";
  const kind = sitter?.kind === "bot" ? t("table.bot", { level }) : t("table.person");
  return (
    <section className={`seat ${mine ? "on" : ""} ${seat === viewer ? "me" : ""}`} aria-label={sitter?.name}>
      <span className={`avatar lg seat-${seat % 6}`} aria-hidden="true">
        {sitter?.name.charAt(0)}
      </span>
      <div>
        <p className="who">{sitter?.name}</p>
        <p className="sub">
          {seat === viewer ? t("table.you") : kind}
          {acting && ` · ${mine ? t("table.your-turn") : t("table.to-play")}`}
        </p>
      </div>
      {counters.length > 0 && (
        <p className="tally num">
          {counters.map((counter) => (
            <span key={counter.id}>{counterLine(sitting.catalogue, counter)}</span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Numbers that belong to no seat. */
export function TableCounters({ scene, catalogue }: { scene: Scene; catalogue: Catalogue }) {
  const counters = (scene.counters ?? []).filter((counter) => counter.seat === undefined || counter.seat === null);
  if (counters.length === 0) return null;
  return (
    <dl className="counters">
      {counters.map((counter) => (
        <div key={counter.id}>
          <dd className="show num">
            {counter.value}
            {counter.of !== undefined && counter.of !== null && <small> / {counter.of}</small>}
          </dd>
          <dt>{render(catalogue, counter.name)}</dt>
        </div>
      ))}
    </dl>
  );
}
