import { get, send } from "./ask";

export interface Person {
  id: string;
  name: string;
  since: number;
  kind: "guest" | "account";
}

export type Setting = string | number | boolean | null;

export interface Me {
  person: Person | null;
  settings: Record<string, Setting>;
  scopes: string[];
  may_enter: boolean;
  role: "moderator" | "host" | null;
  guests: "welcome" | "silent" | "none"; // what those without an account may do here
  notice: string | null;
}

export interface Visit {
  handle: string;
  since: number;
  seen: number;
  until: number;
  agent: string;
  here: boolean;
}

export const me = () => get<Me>("/me");
export const comeIn = () => send<Me>("POST", "/guests", {});
export const signUp = (name: string, password: string) => send<Me>("POST", "/accounts", { name, password });
export const signIn = (name: string, password: string) => send<Me>("POST", "/sessions", { name, password });
export const signOut = () => send("DELETE", "/sessions/current");
export const sessions = () => get<Visit[]>("/sessions");
export const endSession = (handle: string) => send("DELETE", `/sessions/${encodeURIComponent(handle)}`);
export const changeMe = (change: { name?: string; settings?: Record<string, Setting> }) =>
  send<Person>("PATCH", "/me", change);
export const changePassword = (old: string, fresh: string) => send("POST", "/me/password", { old, new: fresh });
export const deleteMe = (password: string | null) => send("DELETE", "/me", { password });
