import type { OptionInfo } from "../../contract";
import { Segments, segmentOptions } from "../../ui/Segments";
import { t } from "../../ui/texts/page";
import type { Value } from "./requests";

/** A table setting: yes or no, one of a few, or a number within its limits. */
export function OptionField(props: { option: OptionInfo; value: Value; onChange: (value: Value) => void }) {
  const { option, value, onChange } = props;
  return (
    <div className="option">
      <p className="small soft">{option.help}</p>
      {option.choices.length > 0 ? (
        <Segments
          name={`option-${option.name}`}
          legend={option.help}
          options={option.choices.map((each) => ({ value: each, label: String(each) }))}
          value={value}
          onChange={onChange}
        />
      ) : typeof option.default === "boolean" ? (
        <Segments
          name={`option-${option.name}`}
          legend={option.help}
          options={segmentOptions([false, t("setup.no")], [true, t("setup.yes")])}
          value={value === true}
          onChange={onChange}
        />
      ) : (
        <select
          className="field num"
          name={`option-${option.name}`}
          aria-label={option.help}
          value={Number(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {numbers(option).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </div>
  );
}

function numbers({ low, high, step }: OptionInfo): number[] {
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
}
