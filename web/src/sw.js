// Keeps the app's own files, so that it opens without a connection and can say so. Nothing of the API is kept.
const STORE = "verso-shell";
/** The files of this build, named when it is made: with other files this is another worker, which the browser installs anew. */
const FILES = [];

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self.skipWaiting();
});

/** Keeps the page, what it names and every file of the build, so that even the first visit can be repeated offline. */
async function keep() {
  const store = await caches.open(STORE);
  const fresh = await fetch("/");
  const text = await fresh.clone().text();
  await store.put("/", fresh);
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  const wanted = [...new Set([...named, ...FILES])];
  await Promise.all(wanted.map(async (path) => (await store.match(path)) ?? store.add(path).catch(() => undefined)));
}

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (url.pathname.startsWith("/assets/") || /\.(svg|png|webmanifest)$/.test(url.pathname)) event.respondWith(file(event.request));
});

async function page(request) {
  const store = await caches.open(STORE);
  try {
    const fresh = await fetch(request);
    const isPage = fresh.headers.get("content-type")?.startsWith("text/html"); // /healthz can be opened too
    if (fresh.ok && isPage) await store.put("/", fresh.clone());
    return fresh;
  } catch {
    return (await store.match("/")) ?? Response.error();
  }
}

async function file(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await store.put(request, fresh.clone());
  return fresh;
}

// It is somebody's turn at a table that is not being looked at. What is said comes from the server, in their language.
self.addEventListener("push", (event) => {
  const { body, table, language } = event.data.json();
  const options = { body, tag: table, lang: language, icon: "/icon-192.png", badge: "/icon-192.png", data: { table } };
  event.waitUntil(self.registration.showNotification("Verso", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(`/t/${event.notification.data.table}`));
});

/** Shows a table: where it is open already, else in a new window. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((each) => new URL(each.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
