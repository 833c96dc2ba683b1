/** Letters: where they go, which are wanted, and what their links do. */

import { get, send } from "./ask";

export type Kind = "turn" | "invitation" | "match" | "tournament";

export interface MyMail extends Record<Kind, boolean> {
  address: string | null;
  wanted: string | null;
}

export const myMail = () => get<MyMail>("/me/mail");
export const giveAddress = (address: string, password: string) =>
  send<MyMail>("PUT", "/me/mail/address", { address, password });
export const forgetAddress = (password: string) => send<MyMail>("DELETE", "/me/mail/address", { password });
export const wantMail = (wants: { [kind in Kind]?: boolean }) => send<MyMail>("PATCH", "/me/mail", wants);
export const confirmAddress = (token: string) => send<{ address: string }>("POST", "/mail/confirm", { token });
export const askReset = (who: string) => send("POST", "/password-resets", { who });
export const resetPassword = (token: string, password: string) =>
  send("POST", "/password-resets/use", { token, password });
export const unsubscribe = (token: string, off: boolean) =>
  send<{ kind: Kind; off: boolean }>("POST", "/mail/unsubscribe", { token, off });
export const inviteByMail = (table: string, to: string) =>
  send("POST", `/tables/${encodeURIComponent(table)}/invitations`, { to });
