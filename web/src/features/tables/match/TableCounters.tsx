import type { Counter, Scene } from "../../../contract";
import { classes } from "../../../ui/classes";
import { text } from "../../../ui/text";
import { t } from "../../../ui/texts/page";
import { type Catalogue, render } from "../../../ui/texts/render";
import css from "./TableCounters.module.css";

export function counterText(catalogue: Catalogue, counter: Counter): string {
  const name = render(catalogue, counter.name);
  if (counter.of === undefined || counter.of === null) return t("table.counter", { name, value: counter.value });
  return t("table.counter-of", { name, value: counter.value, of: counter.of });
}

/** Numbers that belong to no seat. `inline`: small, at the end of a line. */
export function TableCounters(props: { scene: Scene; catalogue: Catalogue; inline?: boolean }) {
  const { scene, catalogue, inline = false } = props;
  const counters = (scene.counters ?? []).filter((counter) => counter.seat === undefined || counter.seat === null);
  if (counters.length === 0) return null;
  return (
    <dl className={classes(css.counters, inline && css.inline)}>
      {counters.map((counter) => (
        <div key={counter.id} className={css.counter}>
          <dt className={css.name}>{render(catalogue, counter.name)}</dt>
          <dd className={classes(text("show", "num"), css.value)}>
            {counter.value}
            {counter.of !== undefined && counter.of !== null && <small className={css.of}> / {counter.of}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
