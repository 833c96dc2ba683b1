import { classes } from "../../ui/classes";
import { Select } from "../../ui/Form";
import { Segments, segmentOptions } from "../../ui/Segments";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import css from "./KnownSwitch.module.css";
import type { Viewpoint } from "./requests";

/** Where hands are hidden: as one seat knew it, or all cards open. */
export function KnownSwitch(props: {
  names: readonly string[];
  view: Viewpoint;
  setView: (view: Viewpoint) => void;
  deals: number; // over how many the engine has averaged; 0: it has not thought
}) {
  const { names, view, setView, deals } = props;
  const seat = view.seat ?? 0;
  const averaged = deals > 0 ? t("analysis.averaged", { count: deals }) : t("analysis.known-why");
  return (
    <div className={css.known}>
      <Segments
        name="known"
        legend={t("analysis.shows")}
        options={segmentOptions(
          [true, t("analysis.known", { who: isolate(names[seat] ?? "") })],
          [false, t("analysis.open")],
        )}
        value={view.known}
        onChange={(known) => setView({ seat, known })}
      />
      {view.known && (
        <Select
          aria-label={t("analysis.whose")}
          value={seat}
          onChange={(event) => setView({ seat: Number(event.target.value), known: true })}
        >
          {names.map((name, each) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <span className={classes(text("soft", "small"), css.why)}>{view.known ? averaged : t("analysis.open-why")}</span>
    </div>
  );
}
