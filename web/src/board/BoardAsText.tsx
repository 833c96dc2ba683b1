/** The board in words: what stands where, and every action as a button, for those who cannot see it. */

import { useMemo } from "react";
import type { Choice, Plan, Scene } from "../contract";
import { Button } from "../ui/Button";
import { classes } from "../ui/classes";
import { text } from "../ui/text";
import { t } from "../ui/texts/page";
import { type Catalogue, render, type Sayable } from "../ui/texts/render";
import css from "./BoardAsText.module.css";
import { choiceName, markName, placeName, positionLines } from "./names";

export interface BoardAsTextProps {
  plan: Plan;
  scene: Scene;
  choices: readonly Choice[];
  catalogue: Catalogue;
  onChoose: (choice: Choice) => void;
}

export function BoardAsText({ plan, scene, choices, catalogue, onChoose }: BoardAsTextProps) {
  const say = useMemo(() => (text: Sayable) => render(catalogue, text), [catalogue]);
  const lines = positionLines(plan, scene, say);
  return (
    <div>
      <h3 className={css.title}>{t("table.actions")}</h3>
      {choices.length === 0 && <p className={text("soft", "small")}>{t("table.no-actions")}</p>}
      <ul className={css.actions}>
        {choices.map((choice) => (
          <li key={choice.text}>
            <Button className={css.action} data-step={choice.text} onClick={() => onChoose(choice)}>
              <b className={css.step}>{choice.text}</b>
              <span className={css.name}>{choiceName(plan, scene, catalogue, choice)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <h3 className={css.title}>{t("table.position")}</h3>
      <ul className={classes(text("small"), css.position)} data-position>
        {lines.map((line) => (
          <li key={line.place} className={css.place}>
            {t("table.place", { place: line.place, what: line.holds })}
          </li>
        ))}
        {(scene.marks ?? []).map((mark) => (
          <li key={`${mark.kind} ${mark.seat} ${mark.at.join()}`} className={css.place}>
            {t("table.place", {
              place: mark.at.map((place) => placeName(plan, say, place)).join(", "),
              what: markName(catalogue, mark.kind),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
