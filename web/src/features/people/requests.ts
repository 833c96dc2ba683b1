import { get, linkTo, patch, post, remove } from "../../client/http";
import type { ChangeMe } from "../../contract";

export const signUp = (name: string, password: string) => post("/accounts", { body: { name, password } });
export const signIn = (name: string, password: string) => post("/sessions", { body: { name, password } });
export const listSessions = () => get("/sessions");
export const endSession = (handle: string) => remove("/sessions/{handle}", { handle });
export const changeMe = (change: ChangeMe) => patch("/me", { body: change });
export const changePassword = (old: string, fresh: string) => post("/me/password", { body: { old, new: fresh } });
export const deleteMe = (password: string | null) => remove("/me", { body: { password } });

/** The player's data as a file: have it made, see how far it is, fetch it, have it deleted. */
export const exportNow = () => get("/me/export");
export const askExport = () => post("/me/export");
export const deleteExport = () => remove("/me/export");
export const EXPORT_FILE = linkTo("/me/export/file", {});
