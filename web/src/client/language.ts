/** Another language: kept on this device, and with the account if there is one. */

import { useEffect } from "react";
import { keepLanguage, LANGUAGES, language } from "../ui/texts/language";
import { patch } from "./http";
import { useMe } from "./session";

export async function changeLanguage(chosen: string, account: boolean): Promise<void> {
  if (account) await patch("/me", { body: { settings: { language: chosen } } });
  if (keepLanguage(chosen)) location.reload();
}

const AFTER_GOING_ON = 100; // milliseconds: a form that has signed somebody in leads on to another page first

/** Whoever signs in finds their own language, whatever the device has. */
export function useAccountLanguage(): void {
  const me = useMe();
  const wished = me?.person?.kind === "account" ? me.settings.language : null;
  useEffect(() => {
    if (typeof wished !== "string" || wished === language() || !LANGUAGES.includes(wished)) return;
    if (!keepLanguage(wished)) return;
    const timer = setTimeout(() => location.reload(), AFTER_GOING_ON);
    return () => clearTimeout(timer);
  }, [wished]);
}
