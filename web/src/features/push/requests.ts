import { get, patch, post, remove } from "../../client/http";
import type { WantPush } from "../../contract";

export const myPush = () => get("/me/push");
export const wantPush = (wants: WantPush) => patch("/me/push", { body: wants });
export const addDevice = (endpoint: string, keys: { p256dh: string; auth: string }) =>
  post("/me/push/devices", { body: { endpoint, keys } });
export const endDevice = (device: string) => remove("/me/push/devices/{device}", { device });
