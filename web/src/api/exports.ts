/** One's own data as a file: have it made, see how far it is, fetch it, have it deleted. */

import { get, send } from "./ask";

export interface ExportNow {
  state: "none" | "waiting" | "running" | "done" | "failed";
  done?: number;
  of?: number;
  size?: number;
  made?: number;
  until?: number;
}

export const exportNow = () => get<ExportNow>("/me/export");
export const askExport = () => send<ExportNow>("POST", "/me/export");
export const deleteExport = () => send("DELETE", "/me/export");
export const EXPORT_FILE = "/api/v1/me/export/file";
