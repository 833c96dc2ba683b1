/** What is said between the board and the buttons below it. */

import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { RefusalText } from "../../../ui/Form";
import css from "./Toast.module.css";

/** A question to the player, with its answers as children; `refusal` is why the last answer was not taken. */
export function Toast({
  words,
  refusal = null,
  children,
  ...section
}: { words: ReactNode; refusal?: string | null } & ComponentProps<"section">) {
  return (
    <section {...section} className={css.toast}>
      <p className={css.words}>{words}</p>
      {children}
      <RefusalText text={refusal} className={css.why} />
    </section>
  );
}

/** An answer that changes nothing. */
export function ToastNo(button: ComponentProps<typeof Button>) {
  return <Button look="quiet" {...button} className={css.no} />;
}

/** Why the last step was refused, if it was. */
export function StageRefusal({ text }: { text: string | null }) {
  return <RefusalText text={text} className={css.refusal} />;
}
