import type { ComponentProps, ReactNode } from "react";
import { classes } from "../../ui/classes";
import { Input } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import css from "./PlayerNameInput.module.css";

type PlayerNameInputProps = { value: string; onChange: (name: string) => void; children: ReactNode } & Omit<
  ComponentProps<"input">,
  "value" | "onChange"
>;

/** A field for a player's name; `children` is the button beside it, `className` is for both. */
export function PlayerNameInput({ onChange, className, children, ...input }: PlayerNameInputProps) {
  return (
    <div className={classes(css.line, className)}>
      <Input
        className={css.name}
        aria-label={t("find-player.name")}
        placeholder={t("find-player.name")}
        maxLength={100}
        autoComplete="off"
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
    </div>
  );
}
