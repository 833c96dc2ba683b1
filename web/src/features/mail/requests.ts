/** Requests about mail: the player's address, which mails are wanted, and what links in mails do. */

import { get, patch, post, put, remove } from "../../client/http";
import type { Unsubscribed, WantMail } from "../../contract";

export type MailKind = Unsubscribed["kind"];

export const myMail = () => get("/me/mail");
export const giveAddress = (address: string, password: string) =>
  put("/me/mail/address", { body: { address, password } });
export const forgetAddress = (password: string) => remove("/me/mail/address", { body: { password } });
export const wantMail = (wants: WantMail) => patch("/me/mail", { body: wants });
export const confirmAddress = (token: string) => post("/mail/confirm", { body: { token } });
export const askReset = (who: string) => post("/password-resets", { body: { who } });
export const resetPassword = (token: string, password: string) =>
  post("/password-resets/use", { body: { token, password } });
export const unsubscribe = (token: string, off: boolean) => post("/mail/unsubscribe", { body: { token, off } });
export const inviteByMail = (table: string, to: string) => post("/tables/{table}/invitations", { table, body: { to } });
