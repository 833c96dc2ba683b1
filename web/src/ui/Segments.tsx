import { classes } from "./classes";
import css from "./Segments.module.css";

export interface SegmentOption<T> {
  value: T;
  label: string;
  more?: string; // a second, smaller line
}

/** A choice of one among a few, drawn as one object. */
export function Segments<T extends string | number | boolean>(props: {
  name: string;
  legend: string;
  options: SegmentOption<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
}) {
  return (
    <fieldset className={classes(css.segments, props.className)} aria-label={props.legend}>
      {props.options.map((option) => (
        <label key={String(option.value)} className={css.option}>
          <input
            className={css.input}
            type="radio"
            name={props.name}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          <span className={css.label}>
            {option.label}
            {option.more && <small className={css.more}>{option.more}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Options from pairs of a value and its label. */
export const segmentOptions = <T extends string | number | boolean>(...pairs: [T, string][]): SegmentOption<T>[] =>
  pairs.map(([value, label]) => ({ value, label }));
