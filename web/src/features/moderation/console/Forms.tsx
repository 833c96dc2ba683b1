/** Small forms of the console. */

import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { Form } from "../../../ui/Form";
import { t } from "../../../ui/texts/page";

/** A button for what needs a reason: it asks for the reason first, and keeps it if the server refuses. */
export function ReasonButton({ label, onReason }: { label: string; onReason: (why: string) => Promise<boolean> }) {
  const [why, setWhy] = useState<string | null>(null);
  if (why === null)
    return (
      <button type="button" className="btn" onClick={() => setWhy("")}>
        {label}
      </button>
    );
  function send() {
    return onReason(why ?? "").then((done) => done && setWhy(null));
  }
  return (
    <Form className="because" onSubmit={send}>
      <input
        className="field"
        // biome-ignore lint/a11y/noAutofocus: the user who pressed the button types here
        autoFocus
        required
        maxLength={500}
        aria-label={t("console.why")}
        placeholder={t("console.why")}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <button type="submit" className="btn bad">
        {label}
      </button>
      <button type="button" className="btn quiet" onClick={() => setWhy(null)}>
        {t("report.not-now")}
      </button>
    </Form>
  );
}

/** One field that looks something up. */
export function LookupForm(props: {
  label: string;
  button: string;
  input: InputHTMLAttributes<HTMLInputElement>;
  onLookup: (text: string) => void;
  children?: ReactNode;
}) {
  const [text, setText] = useState("");
  return (
    <Form className="panel box form" onSubmit={() => props.onLookup(text.trim())}>
      <label>
        {props.label}
        <span className="because">
          <input
            className="field"
            required
            {...props.input}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="btn primary">
            {props.button}
          </button>
        </span>
      </label>
      {props.children}
    </Form>
  );
}
