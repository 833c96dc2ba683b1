// Keeps the shell of the page, so that it opens without a network and can say so. Nothing of the API is ever kept:
// a board that is shown is one that the house has just sent.
const KEPT = "parlour-shell-1";
const OFFLINE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

async function keepShell() {
  const cache = await caches.open(KEPT);
  const page = await fetch("/", { cache: "no-cache" });
  const files = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put("/", page);
  await cache.addAll([...files, OFFLINE, "/offline.css", "/icon.svg", "/manifest.webmanifest"]);
}

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

// The page as the house has it now; without the house the one that was kept, which tells that it is not in touch.
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === "/") {
      const cache = await caches.open(KEPT);
      await cache.put("/", answer.clone());
    }
    return answer;
  } catch {
    return (await caches.match("/")) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

// The name of such a file changes with its content.
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
