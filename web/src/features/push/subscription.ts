/** This browser's own part of being told by push: whether it can be, asking for it, and ending it. */

import { addDevice } from "./requests";

/** `never`: this browser has no push, or not on an address without https. `denied`: its user has said no. */
export type Ability = "never" | "denied" | "may";

export function ability(): Ability {
  const there = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!there || !window.isSecureContext) return "never";
  return Notification.permission === "denied" ? "denied" : "may";
}

/** Asks the user, and has the house told. False: the user has said no. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  if (before && !isOf(before, key)) await before.unsubscribe(); // of another house at this address
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new TypeError("a subscription without keys");
  await addDevice(endpoint, { p256dh: keys.p256dh, auth: keys.auth });
  return true;
}

const isOf = ({ options }: PushSubscription, key: string) =>
  options.applicationServerKey !== null && encoded(options.applicationServerKey) === key;

/** What the browser knows of it is forgotten: whatever still comes is shown to nobody. */
export async function unsubscribe(): Promise<void> {
  if (ability() === "never") return;
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function encoded(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
