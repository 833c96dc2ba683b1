/** Parts of forms. */

import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./Button";
import { classes } from "./classes";
import css from "./Form.module.css";
import { PanelTitle, panelClass } from "./Panel";
import { text as textClass } from "./text";

type FormProps = { onSubmit: () => unknown; column?: boolean } & Omit<ComponentProps<"form">, "onSubmit">;

/** A form that calls `onSubmit` and does not leave the page. If that takes time, as a promise says, it is not sent again
 * meanwhile. With `column` its fields stand one below the other. */
export function Form({ onSubmit, column = false, className, ...form }: FormProps) {
  const sending = useRef(false);
  return (
    <form
      {...form}
      className={classes(column && css.column, className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (sending.current) return;
        sending.current = true;
        const done = () => {
          sending.current = false;
        };
        Promise.resolve(onSubmit()).then(done, done);
      }}
    />
  );
}

/** A panel that is a form. */
export function FormPanel({ title, className, children, ...form }: { title?: ReactNode } & Omit<FormProps, "title">) {
  return (
    <Form column {...form} className={classes(panelClass(true), css.panel, className)}>
      {title && <PanelTitle>{title}</PanelTitle>}
      {children}
    </Form>
  );
}

/** What sends a form; in a column it is as wide as its words, unless it is big. */
export function SubmitButton({ className, ...button }: ComponentProps<typeof Button>) {
  return <Button type="submit" {...button} className={classes(css.submit, !button.big && css.narrow, className)} />;
}

// -- fields without a label: they need an aria-label -------------------------------------------------------------

export function Input({ className, ...input }: ComponentProps<"input">) {
  return <input {...input} className={classes(css.field, className)} />;
}

export function Select({ className, ...select }: ComponentProps<"select">) {
  return <select {...select} className={classes(css.field, className)} />;
}

export function TextArea({ className, ...area }: ComponentProps<"textarea">) {
  return <textarea {...area} className={classes(css.field, css.area, className)} />;
}

/** The class alone, for an element around a field that is to look like one. */
export const fieldClass = css.field;

type NumberSelectProps = {
  values: readonly number[];
  text: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
} & Omit<ComponentProps<"select">, "value" | "onChange">;

/** A choice of one number among some. */
export function NumberSelect({ values, text, onChange, ...select }: NumberSelectProps) {
  return (
    <Select {...select} onChange={(event) => onChange(Number(event.target.value))}>
      {values.map((each) => (
        <option key={each} value={each}>
          {text(each)}
        </option>
      ))}
    </Select>
  );
}

// -- fields with a label ------------------------------------------------------------------------------------------

/** A field under its label, as wide as the form. */
export function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={css.label}>
      {label}
      {children}
    </label>
  );
}

type TextFieldProps = { label: string; value: string; onChange: (text: string) => void } & Omit<
  ComponentProps<"input">,
  "value" | "onChange"
>;

/** A text field under its label. */
export function TextField({ label, onChange, ...input }: TextFieldProps) {
  return (
    <Labelled label={label}>
      <Input {...input} onChange={(event) => onChange(event.target.value)} />
    </Labelled>
  );
}

/** A password: the current one, or one to be set. */
export function PasswordField({ fresh = false, ...field }: TextFieldProps & { fresh?: boolean }) {
  return <TextField type="password" autoComplete={fresh ? "new-password" : "current-password"} required {...field} />;
}

/** Something to choose under a sentence that explains it. */
export function HelpedField({ help, className, children, ...more }: { help: ReactNode } & ComponentProps<"div">) {
  return (
    <div {...more} className={classes(css.helped, className)}>
      <p className={classes(textClass("small", "soft"), css.help)}>{help}</p>
      {children}
    </div>
  );
}

/** Several boxes to tick. */
export function CheckList({
  legend,
  className,
  children,
  ...more
}: { legend: ReactNode } & ComponentProps<"fieldset">) {
  return (
    <fieldset {...more} className={classes(css.checks, className)}>
      <legend className={css.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** One of them. */
export function CheckBox({
  className,
  children,
  onChange,
  ...input
}: { onChange: (checked: boolean) => void } & Omit<ComponentProps<"input">, "onChange">) {
  return (
    <label className={classes(css.check, className)}>
      <input type="checkbox" {...input} className={css.box} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}

// -- what came of it ----------------------------------------------------------------------------------------------

interface SaidProps {
  text: string | null;
  role?: "alert" | "status" | undefined;
  className?: string | undefined;
}

/** Why something was refused, if it was. */
export function RefusalText({ text, role = "alert", className }: SaidProps) {
  return (
    text && (
      <p className={classes(css.refusal, className)} role={role}>
        {text}
      </p>
    )
  );
}

/** That something was done, if it was. */
export function SavedText({ text, role = "status", className }: SaidProps) {
  return (
    text && (
      <p className={classes(css.saved, className)} role={role}>
        {text}
      </p>
    )
  );
}
