import type { OptionInfo } from "../../contract";
import { HelpedField, NumberSelect } from "../../ui/Form";
import { Segments, segmentOptions } from "../../ui/Segments";
import { text } from "../../ui/text";
import { t } from "../../ui/texts/page";
import type { Value } from "./requests";

/** A table setting: yes or no, one of a few, or a number within its limits. */
export function OptionField(props: { option: OptionInfo; value: Value; onChange: (value: Value) => void }) {
  const { option, value, onChange } = props;
  const name = `option-${option.name}`;
  return (
    <HelpedField help={option.help}>
      {option.choices.length > 0 ? (
        <Segments
          name={name}
          legend={option.help}
          options={option.choices.map((each) => ({ value: each, label: String(each) }))}
          value={value}
          onChange={onChange}
        />
      ) : typeof option.default === "boolean" ? (
        <Segments
          name={name}
          legend={option.help}
          options={segmentOptions([false, t("setup.no")], [true, t("setup.yes")])}
          value={value === true}
          onChange={onChange}
        />
      ) : (
        <NumberSelect
          className={text("num")}
          name={name}
          aria-label={option.help}
          values={numbers(option)}
          text={String}
          value={Number(value)}
          onChange={onChange}
        />
      )}
    </HelpedField>
  );
}

function numbers({ low, high, step }: OptionInfo): number[] {
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
}
