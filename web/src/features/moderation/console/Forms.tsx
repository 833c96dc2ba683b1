/** Small forms of the console. */

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "../../../ui/Button";
import { Form, FormPanel, Input, Labelled } from "../../../ui/Form";
import { t } from "../../../ui/texts/page";
import { consolePanelClass } from "./ConsolePanel";
import css from "./Forms.module.css";

/** A field and its buttons in a line. */
export function LineForm(form: ComponentProps<typeof Form>) {
  return <Form {...form} className={css.line} />;
}

/** The field, as wide as the buttons leave it. */
export function LineInput(input: ComponentProps<typeof Input>) {
  return <Input {...input} className={css.field} />;
}

/** A button for what needs a reason: it asks for the reason first, and keeps it if the server refuses. */
export function ReasonButton({ label, onReason }: { label: string; onReason: (why: string) => Promise<boolean> }) {
  const [why, setWhy] = useState<string | null>(null);
  if (why === null) return <Button onClick={() => setWhy("")}>{label}</Button>;
  function send() {
    return onReason(why ?? "").then((done) => done && setWhy(null));
  }
  return (
    <LineForm onSubmit={send}>
      <LineInput
        autoFocus // the user who pressed the button types here
        required
        maxLength={500}
        aria-label={t("console.why")}
        placeholder={t("console.why")}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <Button type="submit" bad>
        {label}
      </Button>
      <Button look="quiet" onClick={() => setWhy(null)}>
        {t("report.not-now")}
      </Button>
    </LineForm>
  );
}

/** One field that looks something up. */
export function LookupForm(props: {
  label: string;
  button: string;
  input: ComponentProps<typeof Input>;
  onLookup: (text: string) => void;
  children?: ReactNode;
}) {
  const [text, setText] = useState("");
  return (
    <FormPanel className={consolePanelClass} onSubmit={() => props.onLookup(text.trim())}>
      <Labelled label={props.label}>
        <span className={css.line}>
          <LineInput required {...props.input} value={text} onChange={(event) => setText(event.target.value)} />
          <Button type="submit" look="primary">
            {props.button}
          </Button>
        </span>
      </Labelled>
      {props.children}
    </FormPanel>
  );
}
