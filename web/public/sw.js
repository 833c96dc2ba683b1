// Keeps the files of the page, so that it opens without a network, and shows what the house has to say while no page is
// open. Nothing of the API is kept here: what one's games look like the page keeps itself, for the person who is signed in.
const FILES = []; // all that the build has made, written here by it: so another build is another worker
const BUILD = "dev";
const KEPT = `parlour-${BUILD}`;
const OFFLINE = "/offline.html";
const PATIENCE = 5000; // milliseconds: a network that is there in name alone is none

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

async function keepShell() {
  const cache = await caches.open(KEPT);
  const page = await fetch("/", { cache: "no-cache" });
  const files = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put("/", page);
  await cache.addAll([...files, OFFLINE, "/offline.css", "/icon.svg", "/icon-192.png", "/manifest.webmanifest"]);
  if (await keepsAll()) await keepAll();
}

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

// Who plays games that take days, or solves puzzles, wants every page without a network. A new build goes on with that.
self.addEventListener("message", (event) => {
  if (event.data === "keep all") event.waitUntil(keepAll());
});

const ALL = "/all-is-kept";
const keepsAll = async () => (await caches.match(ALL)) !== undefined;

async function keepAll() {
  const cache = await caches.open(KEPT);
  const there = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  for (const file of FILES) if (!there.has(file)) await cache.add(file).catch(() => undefined);
  await cache.put(ALL, new Response(BUILD));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

// The page as the house has it now; without the house the one that was kept, which shows what the device has.
async function page(request) {
  const kept = (await caches.match("/")) ?? (await caches.match(OFFLINE));
  try {
    const answer = await (kept ? Promise.race([fetch(request), tooLate()]) : fetch(request));
    if (kept && answer.status >= 502 && answer.status <= 504) return kept;
    if (answer.ok && new URL(request.url).pathname === "/") {
      const cache = await caches.open(KEPT);
      await cache.put("/", answer.clone());
    }
    return answer;
  } catch {
    return kept ?? Response.error();
  }
}

const tooLate = () => new Promise((_, give) => setTimeout(() => give(new Error("too late")), PATIENCE));

// The name of such a file changes with its content.
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

// -- what the house has to say -------------------------------------------------------------------------------------

// A browser wants to see something for every message. Who looks at that very table sees it there.
self.addEventListener("push", (event) => {
  event.waitUntil(tell(readMessage(event.data)));
});

function readMessage(data) {
  try {
    const { title, path, tag, language } = data.json();
    const text = (value) => (typeof value === "string" ? value : "");
    return { title: text(title), path: inside(text(path)), tag: text(tag), lang: text(language) };
  } catch {
    return { title: "", path: "/", tag: "", lang: "" };
  }
}

// An address of this house, whatever somebody sent.
function inside(path) {
  const url = new URL(path || "/", location.origin);
  return url.origin === location.origin ? url.pathname + url.hash : "/";
}

async function tell({ title, path, tag, lang }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === path.split("#")[0]);
  if (there) return;
  await self.registration.showNotification(title || "Parlour", {
    ...(tag ? { tag, renotify: true } : {}),
    lang,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { path },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

// In a window that is there, if one is.
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const at = (each) => new URL(each.url).pathname;
  const best = windows.find((each) => at(each) === path.split("#")[0]) ?? windows[0];
  if (!best) return self.clients.openWindow(path);
  await best.focus();
  if (at(best) !== path.split("#")[0]) await best.navigate(path).catch(() => self.clients.openWindow(path));
}
