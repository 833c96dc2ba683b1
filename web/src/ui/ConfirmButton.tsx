import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "./Button";
import { t } from "./texts/page";

/** A button that asks once more before it does something that cannot be taken back. */
export function ConfirmButton({
  label,
  sure,
  onConfirm,
  children,
  ...button
}: { label: string; sure?: string; onConfirm: () => void } & Omit<ComponentProps<typeof Button>, "onClick">) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 4000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <Button
      {...button}
      onClick={() => {
        if (asked) onConfirm();
        setAsked(!asked);
      }}
    >
      {children}
      {asked ? (sure ?? t("table.sure", { what: label })) : label}
    </Button>
  );
}
