import { get, linkTo, patch, post, remove } from "../../client/http";
import type { AddPasskey, ChangeMe, PasskeyAnswer } from "../../contract";

export const signUp = (name: string, password: string) => post("/accounts", { body: { name, password } });
export const signIn = (name: string, password: string, passkey?: PasskeyAnswer) =>
  post("/sessions", { body: { name, password, ...(passkey ? { passkey } : {}) } });
export const askPasskey = (second: boolean) => post("/sessions/challenge", { body: { second } });
export const signInByPasskey = (passkey: PasskeyAnswer) => post("/sessions/passkey", { body: { passkey } });
export const listSessions = () => get("/sessions");
export const endSession = (handle: string) => remove("/sessions/{handle}", { handle });
export const changeMe = (change: ChangeMe) => patch("/me", { body: change });
export const changePassword = (old: string, fresh: string, tokens: boolean) =>
  post("/me/password", { body: { old, new: fresh, tokens } });
export const listTokens = () => get("/me/tokens");
export const makeToken = (label: string, scope: "read" | "play") =>
  post("/me/tokens", { body: { label, scopes: [scope] } });
export const revokeToken = (handle: string) => remove("/me/tokens/{handle}", { handle });
export const listPasskeys = () => get("/me/passkeys");
export const beginPasskey = (password: string) => post("/me/passkeys/challenge", { body: { password } });
export const addPasskey = (made: AddPasskey) => post("/me/passkeys", { body: made });
export const removePasskey = (handle: string, password: string) =>
  remove("/me/passkeys/{handle}", { handle, body: { password } });
export const askForBoth = (both: boolean, password: string) => patch("/me/passkeys", { body: { both, password } });
export const deleteMe = (password: string | null) => remove("/me", { body: { password } });

/** The player's data as a file: have it made, see how far it is, fetch it, have it deleted. */
export const exportNow = () => get("/me/export");
export const askExport = () => post("/me/export");
export const deleteExport = () => remove("/me/export");
export const EXPORT_FILE = linkTo("/me/export/file", {});
