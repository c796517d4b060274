// Browser features missing in jsdom, as far as the screens use them.
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { openDB } from 'idb';
import * as react from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { sayEnglish } from '#contract/language.ts';
import { speak } from '#web/device/language.ts';
import { settings as kept } from '#web/device/settings.ts';

configure({
  // Generous: the whole application is drawn, on a machine that may be busy.
  asyncUtilTimeout: 20_000,
  // The default prints the whole page, which nobody reads.
  getElementError: (message) => new Error(message ?? 'Not on the page.'),
});

// Values that the server writes into the page.
const settings = document.createElement('meta');
settings.name = 'hanya';
settings.content = JSON.stringify({
  authorityName: 'State Traffic Authority',
  guest: true,
  demo: false,
  mapTilesUrl: '',
  mapTilesCredit: '',
  mapTiles: '',
  mapAreas: '',
  serviceWorker: false,
  version: '1.0.0',
  firstYear: 2025,
});
document.head.append(settings);

const nothing = () => undefined;

// React's development build notes where each element is made, for hints that no test reads. A fifth of a
// screen's time goes with them. After 10,000 it takes a rest: it is told that it has noted so many.
const isInternal = ([name]: [string, unknown]) => name.startsWith('__CLIENT_INTERNALS');
Object.defineProperty(Object.entries(react).find(isInternal)?.[1], 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: nothing,
});

const NoObserver = function NoObserver() {
  return { observe: nothing, unobserve: nothing, disconnect: nothing, takeRecords: () => [] };
};
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
Object.assign(window, {
  matchMedia: (query: string) => ({
    matches: matches(query),
    media: query,
    addEventListener: nothing,
    removeEventListener: nothing,
    addListener: nothing,
    removeListener: nothing,
    dispatchEvent: () => false,
    onchange: null,
  }),
  scrollTo: vi.fn(),
});
Object.assign(Element.prototype, { scrollIntoView: nothing, scrollTo: () => undefined });
Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: nothing });

/** Media queries of a window of `window.innerWidth`, with reduced motion. */
function matches(query: string): boolean {
  if (query.includes('prefers-reduced-motion')) return true;
  const least = /min-width:\s*([\d.]+)(px|em)/.exec(query);
  const most = /max-width:\s*([\d.]+)(px|em)/.exec(query);
  const pixels = ([, size, unit]: RegExpExecArray) => Number(size) * (unit === 'em' ? 16 : 1);
  if (!least && !most) return false;
  return (
    (!least || pixels(least) <= window.innerWidth) && (!most || pixels(most) >= window.innerWidth)
  );
}

// Every element gets a position: without one it would count as scrolled out of sight.
const place = { x: 10, y: 10, left: 10, top: 10, right: 110, bottom: 30, width: 100, height: 20 };
Element.prototype.getBoundingClientRect = () => ({ ...place, toJSON: () => place });
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => window.innerHeight },
});

const desk = 1440;
window.innerWidth = desk;

afterEach(() => {
  window.innerWidth = desk;
  cleanup();
  speak(sayEnglish);
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

afterAll(async () => {
  // A closed dialog restores the focus a moment later, and needs its page for that.
  await new Promise((gone) => setTimeout(gone, 100));
  await emptyDevice();
  // So would the name that a test gave the authority.
  kept().authorityName = 'State Traffic Authority';
});

/** Files share this process: what one leaves waiting on the device would stand on another's screens. */
async function emptyDevice(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await openDB(name);
    await Promise.all(Array.from(database.objectStoreNames, (store) => database.clear(store)));
    database.close();
  }
}
