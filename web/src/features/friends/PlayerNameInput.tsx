import { type ComponentProps, type ReactNode, useEffect, useId, useState } from "react";
import { useMe } from "../../client/session";
import { classes } from "../../ui/classes";
import { Input } from "../../ui/Form";
import { t } from "../../ui/texts/page";
import css from "./PlayerNameInput.module.css";
import { playersNamed } from "./requests";

type PlayerNameInputProps = { value: string; onChange: (name: string) => void; children: ReactNode } & Omit<
  ComponentProps<"input">,
  "value" | "onChange"
>;

const PAUSE = 250; // milliseconds after a letter until names are asked for
const SHORTEST = 2;

/** A field for a player's name, which suggests some that begin like it; `children` is the button beside it, `className` is
 * for both. */
export function PlayerNameInput({ onChange, className, children, value, ...input }: PlayerNameInputProps) {
  const known = useNames(value.trim());
  const list = useId();
  return (
    <div className={classes(css.line, className)}>
      <Input
        className={css.name}
        aria-label={t("find-player.name")}
        placeholder={t("find-player.name")}
        maxLength={100}
        autoComplete="off"
        list={list}
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {children}
    </div>
  );
}

/** Names that begin like this, once nothing has been typed for a moment. Who has not come in yet is not asked for. */
function useNames(beginning: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  const person = useMe()?.person?.id;
  useEffect(() => {
    if (!person || beginning.length < SHORTEST) {
      setNames([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      playersNamed(beginning).then(
        (found) => current && setNames(found.map((one) => one.name)),
        () => undefined,
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [beginning, person]);
  return names;
}
