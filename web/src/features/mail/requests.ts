/** Requests about mail: the player's address, which mails are wanted, and what links in mails do. */

import { get, send } from "../../client/http";
import type {
  AskReset,
  Confirmed,
  ForgetAddress,
  GiveAddress,
  Invite,
  MyMail,
  Unsubscribe,
  Unsubscribed,
  UseLink,
  UseReset,
  WantMail,
} from "../../contract";

export type MailKind = Unsubscribed["kind"];

export const myMail = () => get<MyMail>("/me/mail");
export const giveAddress = (address: string, password: string) =>
  send<MyMail>("PUT", "/me/mail/address", { address, password } satisfies GiveAddress);
export const forgetAddress = (password: string) =>
  send<MyMail>("DELETE", "/me/mail/address", { password } satisfies ForgetAddress);
export const wantMail = (wants: WantMail) => send<MyMail>("PATCH", "/me/mail", wants);
export const confirmAddress = (token: string) => send<Confirmed>("POST", "/mail/confirm", { token } satisfies UseLink);
export const askReset = (who: string) => send("POST", "/password-resets", { who } satisfies AskReset);
export const resetPassword = (token: string, password: string) =>
  send("POST", "/password-resets/use", { token, password } satisfies UseReset);
export const unsubscribe = (token: string, off: boolean) =>
  send<Unsubscribed>("POST", "/mail/unsubscribe", { token, off } satisfies Unsubscribe);
export const inviteByMail = (table: string, to: string) =>
  send("POST", `/tables/${encodeURIComponent(table)}/invitations`, { to } satisfies Invite);
