// Runs before anything is painted, so that no screen flashes in the other theme. It asks for the
// application at once where somebody is signed in, before the page's own scripts load.
import { placeOf } from '#contract/breakage-words.ts';
import { isScreenPath, titleOf } from '#contract/screen-paths.ts';
import { sendReports } from '../api/breakages/send-reports.ts';
import { isPublic } from '../app/return-state.ts';
import { noteBreakage } from '../device/breakages.ts';
import { storageKeys } from '../device/storage-keys.ts';

/** By then the page's own scripts report what broke, if they ran at all. Milliseconds. */
const reporterComesIn = 60_000;

const broken = (globalThis.hanyaBreakages = []);
window.addEventListener(
  'error',
  (event: Event) => {
    if (event instanceof ErrorEvent) {
      const error: unknown = event.error;
      noteBreakage('script', error ?? ofWorker(event));
    } else if (event.target instanceof HTMLScriptElement) noteBreakage('file');
  },
  // A file that isn't there tells its own element alone.
  true,
);
window.addEventListener('unhandledrejection', ({ reason }: { reason: unknown }) =>
  noteBreakage('promise', reason),
);
document.addEventListener('securitypolicyviolation', (event) => noteBreakage('policy', event));
setTimeout(tellOfStart, reporterComesIn);

/** Of a worker's error a page hears its words and its place alone. */
function ofWorker({ message, filename, lineno, colno }: ErrorEvent): Error | null {
  if (!filename.includes('/assets/')) return null;
  const name = /\w*Error/.exec(message)?.[0] ?? '';
  return Object.assign(new Error(), { name, stack: `${filename}:${lineno}:${colno}` });
}

const { token, theme } = stored();
const dark =
  theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
const scheme = dark ? 'dark' : 'light';
document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
metaOf('color-scheme')?.setAttribute('content', scheme);
const { pathname } = window.location;
if (token && isScreenPath(pathname) && !isPublic(pathname) && globalThis.hanyaTooOld !== true) {
  fetchAhead();
  // The page is read, and its own scripts haven't run.
  document.addEventListener('readystatechange', showFrame, { once: true });
}

function stored(): { token?: string | null; theme?: string | null } {
  try {
    // The choice itself is kept elsewhere; this copy counts as long as somebody is signed in.
    const token = localStorage.getItem(storageKeys.token);
    return { token, theme: token === null ? null : localStorage.getItem(storageKeys.theme) };
  } catch {
    // A browser that keeps nothing shows the device's theme.
    return {};
  }
}

/** The page's own scripts broke before they could report anything. */
function tellOfStart(): void {
  if (broken.length === 0) return;
  const release = /"version":"([\d.]+)/.exec(metaOf('hanya')?.content ?? '')?.[1];
  const report = { release, place: placeOf(pathname), kind: 'start', name: '', frames: [] };
  void sendReports([JSON.stringify(report)], token ?? null);
}

function metaOf(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[name="${name}"]`);
}

/** Asks for the files that the server named; a page that the device keeps names those of another path. */
function fetchAhead(): void {
  const kept = (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller;
  const files = kept ? [] : (metaOf('files')?.content.split(' ') ?? []);
  for (const file of files) {
    const isSheet = file.endsWith('.css');
    const link = document.createElement('link');
    link.rel = isSheet ? 'preload' : 'modulepreload';
    link.as = isSheet ? 'style' : 'script';
    link.crossOrigin = '';
    // After the sheet and the letters of what is drawn first.
    link.fetchPriority = 'low';
    link.href = file;
    document.head.append(link);
  }
  // The contract runs while the others are on their way; the application says if it can't be had.
  if (files[0]) import(/* @vite-ignore */ files[0]).catch(() => undefined);
}

/** The frame of a screen with its title: on a slow line they are there seconds before the application. */
function showFrame(): void {
  const frame = document.getElementById('start');
  const title = frame?.querySelector('h1');
  if (!frame || !title) return;
  if (isScreenPath(pathname)) title.textContent = titleOf(pathname);
  frame.hidden = false;
}
