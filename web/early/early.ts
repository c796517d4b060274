// Runs before anything is painted, so that no screen flashes in the other theme, and before the page's
// own scripts, so that somebody who is signed in needn't wait for those to ask for the application.
import { screenTitles } from '../app/screen-titles.ts';
import { settings } from '../device/settings.ts';
import { storageKeys } from '../device/storage-keys.ts';

/** What the build knows of the files of the application; all are named in `all`, each by its place. */
export interface EarlyFiles {
  all: string[];
  /** What every screen behind the sign-in begins with. */
  frame: number[];
  /** Of these, what can run while the others are still on their way. */
  schemas: number;
  /** What each screen needs besides, by its path. */
  screens: Record<string, number[]>;
  /** What the forms that an address opens need besides, by their names. */
  forms: Record<string, number[]>;
}

declare const EARLY_FILES: EarlyFiles;

const { pathname, search } = window.location;
const form = new URLSearchParams(search).get('new') ?? '';
const { token, theme } = stored();
const dark =
  theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
const scheme = dark ? 'dark' : 'light';
document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme);
const screen = globalThis.hanyaTooOld !== true && Object.hasOwn(EARLY_FILES.screens, pathname);
if (token !== null && token !== '' && screen) {
  fetchAhead();
  // The page is read, and its own scripts haven't run.
  document.addEventListener('readystatechange', drawFrame, { once: true });
}

function stored(): { token: string | null; theme: string | null } {
  try {
    // The choice itself is kept elsewhere; this copy counts as long as somebody is signed in.
    const token = localStorage.getItem(storageKeys.token);
    return { token, theme: token === null ? null : localStorage.getItem(storageKeys.theme) };
  } catch {
    // A browser that keeps nothing shows the light theme.
    return { token: null, theme: null };
  }
}

function fetchAhead(): void {
  const { all, frame, schemas, screens, forms } = EARLY_FILES;
  const needed = [
    ...frame,
    ...(Object.hasOwn(forms, form) ? (forms[form] ?? []) : []),
    ...(screens[pathname] ?? []),
  ];
  for (const place of new Set(needed)) {
    const file = all[place] ?? '';
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
  // The application asks for it again, and says so where it can't be had.
  import(/* @vite-ignore */ all[schemas] ?? '').catch(() => undefined);
}

/**
 * The frame of a screen with its title, where the application will draw both: on a slow line they are
 * there seconds before it. Not for those who hear the page: they would hear everything twice.
 */
function drawFrame(): void {
  const title = screenTitles[pathname as keyof typeof screenTitles];
  const place = document.getElementById('root');
  place?.append(
    made('div', 'start', [
      made('div', 'start-side'),
      made('div', 'start-head', [made('span', 'start-name', [settings().authorityName])]),
      made('div', 'start-page', [made('h1', 'start-title', [title])]),
    ]),
  );
  place?.firstElementChild?.setAttribute('aria-hidden', 'true');
}

function made(tag: string, className: string, held: (Node | string)[] = []): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...held);
  return element;
}
