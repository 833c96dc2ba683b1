import { get, send } from "../../client/http";
import type {
  ChangeMe,
  ChangePassword,
  ExportStatus,
  Goodbye,
  Me,
  NewAccount,
  PersonCard,
  SignIn,
  SessionCard,
} from "../../contract";

export const signUp = (name: string, password: string) =>
  send<Me>("POST", "/accounts", { name, password } satisfies NewAccount);
export const signIn = (name: string, password: string) =>
  send<Me>("POST", "/sessions", { name, password } satisfies SignIn);
export const listSessions = () => get<SessionCard[]>("/sessions");
export const endSession = (handle: string) => send("DELETE", `/sessions/${encodeURIComponent(handle)}`);
export const changeMe = (change: ChangeMe) => send<PersonCard>("PATCH", "/me", change);
export const changePassword = (old: string, fresh: string) =>
  send("POST", "/me/password", { old, new: fresh } satisfies ChangePassword);
export const deleteMe = (password: string | null) => send("DELETE", "/me", { password } satisfies Goodbye);

/** The player's data as a file: have it made, see how far it is, fetch it, have it deleted. */
export const exportNow = () => get<ExportStatus>("/me/export");
export const askExport = () => send<ExportStatus>("POST", "/me/export");
export const deleteExport = () => send("DELETE", "/me/export");
export const EXPORT_FILE = "/api/v1/me/export/file";
