/** Fields of a form with what they are for. */

import { type ReactNode, useId } from "react";

export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="way">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

export function Choice(props: {
  label: string;
  values: number[];
  words: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <Labelled label={props.label}>
      {(id) => (
        <select
          id={id}
          className="field"
          value={props.value}
          onChange={(event) => props.onChange(Number(event.target.value))}
        >
          {props.values.map((each) => (
            <option key={each} value={each}>
              {props.words(each)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
