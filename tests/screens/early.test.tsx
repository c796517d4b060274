import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportBreakages } from '#contract/breakages.ts';

const ahead = () =>
  [...document.querySelectorAll<HTMLLinkElement>('head > link')].map((link) => [
    link.getAttribute('href'),
    link.rel,
  ]);
const frame = () => document.getElementById('start');

beforeEach(() => {
  vi.resetModules();
  document.head.innerHTML = '<meta name="files" content="/lists.js /lists.css" />';
  document.body.innerHTML = '<div id="root"><div id="start" hidden><h1></h1></div></div>';
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
});

/** The page at an address, once it is read and before the application is there. */
async function readPageAt(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  await import('#web/early/early.ts');
  document.dispatchEvent(new Event('readystatechange'));
}

test('who is signed in sees the frame and the title of their screen before the application is there', async () => {
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/paid?page=3');
  expect(frame()?.hidden).toBe(false);
  expect(frame()?.querySelector('h1')?.textContent).toBe('Paid Bookings');
});

test('the files that the page names are asked for ahead', async () => {
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/paid');
  expect(ahead()).toEqual([
    ['/lists.js', 'modulepreload'],
    ['/lists.css', 'preload'],
  ]);
});

test('a page that the device keeps names those of another path, so it asks for none', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/paid');
  expect(ahead()).toEqual([]);
  expect(frame()?.hidden).toBe(false);
});

for (const [what, token, address] of [
  ['who is signed out', null, '/paid'],
  ['a path that no screen has', 'a token', '/toString'],
  ['the sign-in page', 'a token', '/signin'],
] as const)
  test(`${what} asks for nothing ahead and sees no frame`, async () => {
    if (token !== null) localStorage.setItem('jwtToken', token);
    await readPageAt(address);
    expect(ahead()).toEqual([]);
    expect(frame()?.hidden).toBe(true);
  });

test('what breaks before the page can report it waits, and after a minute the server is told that it did not begin', async () => {
  vi.useFakeTimers();
  const told: [address: string, request: { body: string; headers: object }][] = [];
  vi.stubGlobal('fetch', (...call: (typeof told)[number]) => {
    told.push(call);
    return Promise.resolve(new Response());
  });
  const settings = JSON.stringify({ authorityName: 'An authority', version: '1.2.0' });
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'hanya';
  meta.content = settings;
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/unpaid?search=KJA-482XG');
  const error = new Error('KJA-482XG');
  window.dispatchEvent(new ErrorEvent('error', { error }));
  document.body.append(document.createElement('img'), document.createElement('script'));
  for (const element of document.body.querySelectorAll('img, script'))
    element.dispatchEvent(new Event('error'));
  // The scripts of the tests before listen too.
  const kinds = (globalThis.hanyaBreakages ?? []).map(([kind]) => kind);
  expect(globalThis.hanyaBreakages).toContainEqual(['script', error]);
  const times = (one: string) => kinds.filter((kind) => kind === one).length;
  expect(times('file')).toBe(times('script'));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  const report = { release: '1.2.0', place: '/unpaid', kind: 'start', name: '', frames: [] };
  const [[address, { body, headers }] = ['', { body: '', headers: {} }]] = told;
  expect(address).toBe(reportBreakages.path);
  expect(reportBreakages.body.parse(JSON.parse(body))).toEqual({ reports: [report] });
  expect(headers).toMatchObject({ authorization: 'Bearer a token' });
});

test('of a worker’s error its class and its place are noted, of what has no place in our scripts nothing', async () => {
  await readPageAt('/unpaid');
  const filename = 'https://hanya.example/assets/shrink-worker-D5FPcWcu.js';
  const place = { filename, lineno: 1, colno: 20 };
  const words = { message: 'Uncaught RangeError: KJA-482XG', ...place };
  window.dispatchEvent(new ErrorEvent('error', words));
  const [, noted] = globalThis.hanyaBreakages?.at(-1) ?? [];
  expect(noted).toMatchObject({ name: 'RangeError', message: '', stack: `${filename}:1:20` });
  const ofPage = { ...words, filename: 'https://hanya.example/unpaid' };
  window.dispatchEvent(new ErrorEvent('error', ofPage));
  expect(globalThis.hanyaBreakages?.at(-1)).toEqual(['script', null]);
});

for (const [token, theme, device, shown] of [
  ['a token', 'dark', 'light', 'dark'],
  ['a token', 'light', 'dark', 'light'],
  ['a token', 'auto', 'dark', 'dark'],
  ['a token', null, 'dark', 'dark'],
  ['a token', null, 'light', 'light'],
  [null, 'dark', 'light', 'light'],
  [null, 'light', 'dark', 'dark'],
] as const)
  test(`with ${token ?? 'no token'} and ${theme ?? 'no theme'} kept, a ${device} device begins ${shown}`, async () => {
    const matches = device === 'dark';
    vi.stubGlobal('matchMedia', () => ({ matches }));
    if (token !== null) localStorage.setItem('jwtToken', token);
    if (theme !== null) localStorage.setItem('theme', theme);
    await readPageAt('/paid');
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe(shown);
  });
