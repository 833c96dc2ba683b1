import { t } from "../../ui/texts/page";
import { type Catalogue, render } from "../../ui/texts/render";
import { BOT_LEVELS } from "../tables/useNewTable";
import css from "./LevelField.module.css";

interface LevelFieldProps {
  texts: Catalogue; // of the game, which has names for them
  value: number;
  onChange: (level: number) => void;
}

/** How strong the bots are: stations along a line. */
export function LevelField({ texts, value, onChange }: LevelFieldProps) {
  return (
    <fieldset className={css.levels} aria-label={t("game.level")}>
      {BOT_LEVELS.map((each) => (
        <label key={each} className={css.level}>
          <input
            className={css.input}
            type="radio"
            name="level"
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <i className={css.station} />
          <b className={css.name}>{texts[`level.${each}`] ? render(texts, { key: `level.${each}` }) : each}</b>
        </label>
      ))}
    </fieldset>
  );
}
