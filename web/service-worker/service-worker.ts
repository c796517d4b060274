import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isOtherBuild, noScreens, withNewNonce } from './kept-page.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * The files that the field needs first: the page, the forms, the lists they return to, the fonts.
 */
declare const FIRST_FILES: PrecacheEntry[];
/** The other screens, by their paths. */
declare const LATER_FILES: string[];

// The server writes here which page belongs to this worker.
const pageRevision = '__PAGE_REVISION__';
const laterCache = 'hanya-later';

const kept = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        (await isOurs(request.url, response)) ? response : null,
    },
  ],
});
kept.addToCacheList([{ url: '/', revision: pageRevision }, ...FIRST_FILES]);

/** While servers are being updated one may answer with the page of another version. */
async function isOurs(url: string, response: Response): Promise<boolean> {
  if (!response.ok) return false;
  return new URL(url).pathname !== '/' || (await response.clone().text()).includes(pageRevision);
}

self.addEventListener('install', (event) => void kept.install(event).catch(tellBroken));
self.addEventListener('error', ({ error }) => void tellBroken(error));
self.addEventListener('unhandledrejection', ({ reason }) => void tellBroken(reason));

// Files of an earlier version stay: its pages may need them until they are closed. See `tidyUp`.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** A page's message: its version, and that it has nothing else to do. */
interface PageIsIdle {
  type: 'PAGE_IS_IDLE';
  revision: string;
  /** True if data is paid for, or comes slowly. */
  sparing: boolean;
}

self.addEventListener('message', (event) => {
  const said = event.data as
    | PageIsIdle
    | { type: 'SKIP_WAITING' }
    | { type: 'IS_OTHER_BUILD'; than: string };
  if (said.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  else if (said.type === 'IS_OTHER_BUILD')
    event.ports[0]?.postMessage(isOtherBuild(pageRevision, said.than));
  else hearPage(event, said);
});

function hearPage(event: ExtendableMessageEvent, said: PageIsIdle): void {
  isHeard = true;
  for (const message of unheard.splice(0)) event.source?.postMessage(message);
  if (said.revision === pageRevision)
    event.waitUntil(beIdle(event, said.sparing).catch(tellBroken));
  // A page that was opened before this version came.
  else if (isOtherBuild(said.revision, pageRevision))
    event.source?.postMessage({ type: 'PAGE_IS_OLD' });
}

// There is a network again: a page sends what waits, since only pages know who is signed in.
self.addEventListener('sync', (event) => (event as ExtendableEvent).waitUntil(wakePages()));

const wakePages = () => tellPages({ type: 'NETWORK_IS_BACK' });

async function tellPages(message: object): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    page.postMessage(message);
}

/** A page may load while this worker breaks: it hears of it once it listens. */
const unheard: object[] = [];
let isHeard = false;

/** Has the pages report an error of this worker, unless it is the network's. */
async function tellBroken(error: unknown): Promise<null> {
  if (error instanceof Error && !/fetch|network|load failed/i.test(error.message)) {
    const { name, message, stack = '' } = error;
    const broken = { type: 'WORKER_BROKE', name, message, stack };
    if (!isHeard) unheard.push(broken);
    await tellPages(broken).catch(() => undefined);
  }
  return null;
}

async function beIdle(event: ExtendableEvent, sparing: boolean): Promise<void> {
  const { installing, waiting } = self.registration;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // The page that told is of this version, so nobody needs an older one; a newer one keeps its own.
  if (pages.length === 1 && !installing && !waiting) await tidyUp(event);
  await keepAgain();
  if (!sparing) await fetchLater();
}

/** Fetches again what was thrown away, such as by a person who cleared what browsers keep of pages. */
async function keepAgain(): Promise<void> {
  const cache = await caches.open(kept.strategy.cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  for (const [url, key] of kept.getURLsToCacheKeys()) {
    if (there.has(key)) continue;
    const response = await fetch(url, { cache: url === key ? 'default' : 'reload' });
    // The worker of that version is on its way.
    if (!(await isOurs(url, response))) return;
    await cache.put(key, response);
  }
}

async function tidyUp(event: ExtendableEvent): Promise<void> {
  await kept.activate(event);
  const later = await caches.open(laterCache);
  for (const request of await later.keys())
    if (!LATER_FILES.includes(new URL(request.url).pathname)) await later.delete(request);
}

/** One after the other, until one fails: the next page tries again. */
async function fetchLater(): Promise<void> {
  const later = await caches.open(laterCache);
  for (const file of LATER_FILES) {
    // The next version takes over only once this one has nothing under way.
    if (self.registration.waiting) return;
    if (await later.match(file)) continue;
    const response = await fetch(file);
    if (!response.ok) return;
    await later.put(file, response);
  }
}

registerRoute(
  new NavigationRoute(({ request }) => showPage(request), {
    denylist: noScreens,
  }),
);
// Whichever version a file belongs to: its name changes with what it holds.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);
registerRoute(new PrecacheRoute(kept));

async function keptPage(): Promise<Response | null> {
  const page = await kept.matchPrecache('/');
  return page ? withNewNonce(page) : null;
}

async function showPage(request: Request): Promise<Response> {
  return (await keptPage().catch(tellBroken)) ?? fetch(request);
}
