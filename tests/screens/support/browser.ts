// What a browser has and jsdom lacks, as far as the screens ask for it.
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

configure({
  // The whole application is drawn, on a machine that may be busy.
  asyncUtilTimeout: 20_000,
  // Without the whole page, which nobody reads.
  getElementError: (message) => new Error(message ?? 'Not on the page.'),
});

// What the server writes into the page.
const settings = document.createElement('meta');
settings.name = 'hanya';
settings.content = JSON.stringify({
  authorityName: 'State Traffic Authority',
  guest: true,
  demo: false,
  mapStyleUrl: '',
});
document.head.append(settings);

const nothing = () => undefined;
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

/** A desk of 1440 by 900 pixels, for somebody who wants nothing to move. */
function matches(query: string): boolean {
  if (query.includes('prefers-reduced-motion')) return true;
  const least = /min-width:\s*([\d.]+)(px|em)/.exec(query);
  const most = /max-width:\s*([\d.]+)(px|em)/.exec(query);
  const pixels = ([, size, unit]: RegExpExecArray) => Number(size) * (unit === 'em' ? 16 : 1);
  if (!least && !most) return false;
  return (!least || pixels(least) <= 1440) && (!most || pixels(most) >= 1440);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

// A closed dialog gives the focus back a moment later, and finds its page still there.
afterAll(() => new Promise((gone) => setTimeout(gone, 100)));
