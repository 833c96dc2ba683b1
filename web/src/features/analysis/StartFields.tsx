import type { GameInfo } from "../../contract";
import { Select } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import { OptionField } from "../games/OptionField";
import type { Value } from "../games/requests";
import css from "./StartFields.module.css";
import { noVariations, type Variations } from "./variations";

/** How many play and with which settings, as long as nothing is played. */
export function StartFields(props: { game: GameInfo; tree: Variations; change: (tree: Variations) => void }) {
  const { game, tree, change } = props;
  if (tree.first.length > 0 || (game.seats.length < 2 && game.options.length === 0)) return null;
  const count = tree.seats.length;
  const become = (seats: number, options: Variations["options"]) =>
    change(noVariations(seats === count ? tree.seats : Array.from({ length: seats }, () => ""), options));
  const set = (name: string, value: Value) => become(count, { ...tree.options, [name]: value });
  return (
    <div className={css.fields}>
      {game.seats.length > 1 && (
        <div className={css.seats}>
          <span aria-hidden>{t("analysis.players")}</span>
          <Select
            aria-label={t("analysis.players")}
            value={count}
            onChange={(event) => become(Number(event.target.value), tree.options)}
          >
            {game.seats.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </div>
      )}
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={tree.options[option.name] ?? option.by_seats[count] ?? option.default}
          onChange={(value) => set(option.name, value)}
        />
      ))}
    </div>
  );
}
