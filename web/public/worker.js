// What opens without the server: the pages themselves, and what they tell of games. Nothing about a room is ever kept.
// The server writes the list of files, the games and the version into the next three lines.
const FILES = [];
const GAMES = [];
const VERSION = "";

const KEPT = `parlour-${VERSION}`;
const ABOUT_GAMES = /^\/api\/games(\/\w+\/(page|figure|cards|lesson|sheets))?$/;
const MOST = 150; // answers about games that are kept
const GONE = [502, 503, 504]; // what a proxy says for a server that is not there

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    (async () => {
      const kept = await caches.open(KEPT);
      await kept.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
      for (const path of ["/api/games", ...GAMES.map((name) => `/api/games/${name}/page`)]) {
        await kept.add(path).catch(() => {}); // then it is kept when somebody reads it
      }
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("parlour-") && name !== KEPT);
      // a page that is still open may need a part of the version before
      await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(turnTo(request));
  else if (ABOUT_GAMES.test(pathname)) event.respondWith(tell(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(find(request));
  else if (FILES.includes(pathname)) event.respondWith(newest(request));
});

/** Every page is the same file: what it shows goes by its address. */
async function turnTo(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !GONE.includes(answer.status)) return answer;
  return (await kept("/")) ?? answer ?? Response.error();
}

/** What the server tells of games, or what it told before, marked as such. */
async function tell(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !GONE.includes(answer.status)) {
    if (answer.ok) void keep(request, answer.clone());
    return answer;
  }
  const before = await kept(request);
  if (!before) return answer ?? Response.error();
  const headers = new Headers(before.headers);
  headers.set("X-Kept", "yes");
  return new Response(before.body, { status: before.status, headers });
}

/** A file whose name changes with its contents. */
async function find(request) {
  const found = await kept(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) void keep(request, answer.clone());
  return answer;
}

async function newest(request) {
  return (await fetch(request).catch(() => null)) ?? (await kept(request)) ?? Response.error();
}

/** From the newest version that has it. */
async function kept(request) {
  const own = await (await caches.open(KEPT)).match(request, { ignoreVary: true });
  return own ?? caches.match(request, { ignoreVary: true });
}

async function keep(request, answer) {
  try {
    const kept = await caches.open(KEPT);
    await kept.put(request, answer);
    const told = (await kept.keys()).filter((one) => ABOUT_GAMES.test(new URL(one.url).pathname) && new URL(one.url).search);
    await Promise.all(told.slice(0, Math.max(0, told.length - MOST)).map((one) => kept.delete(one)));
  } catch {
    // the device has no room: then it is asked for again
  }
}
