import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EarlyFiles } from '#web/early/early.ts';

const files: EarlyFiles = {
  all: ['/frame.js', '/frame.css', '/lists.js', '/paid.js', '/form.js'],
  frame: [0, 1],
  schemas: 0,
  screens: { '/': [2], '/paid': [2, 3], '/unpaid': [2] },
  forms: { booking: [4] },
};

const ahead = () =>
  [...document.querySelectorAll<HTMLLinkElement>('head > link')].map((link) =>
    link.getAttribute('href'),
  );
const frame = () => document.querySelector('#root .start');

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('EARLY_FILES', files);
  document.head.replaceChildren();
  document.body.innerHTML = '<div id="root"></div>';
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
  expect(frame()?.querySelector('h1')?.textContent).toBe('Paid Bookings');
  expect(frame()?.textContent).toContain('State Traffic Authority');
  expect(frame()?.getAttribute('aria-hidden')).toBe('true');
});

test('the files of the screen in the address are asked for ahead, each once', async () => {
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/paid');
  expect(ahead()).toEqual(['/frame.js', '/frame.css', '/lists.js', '/paid.js']);
});

test('a form that the address opens is asked for before the screen behind it', async () => {
  localStorage.setItem('jwtToken', 'a token');
  await readPageAt('/unpaid?new=booking');
  expect(ahead()).toEqual(['/frame.js', '/frame.css', '/form.js', '/lists.js']);
});

for (const [what, token, address] of [
  ['who is signed out', null, '/paid'],
  ['a path that no screen has', 'a token', '/toString'],
  ['a form that there is not, on the sign-in page,', 'a token', '/signin?new=constructor'],
] as const)
  test(`${what} asks for nothing ahead and sees no frame`, async () => {
    if (token !== null) localStorage.setItem('jwtToken', token);
    await readPageAt(address);
    expect(ahead()).toEqual([]);
    expect(frame()).toBeNull();
  });

for (const [token, theme, shown] of [
  ['a token', 'dark', 'dark'],
  ['a token', null, 'light'],
  [null, 'dark', 'light'],
] as const)
  test(`with ${token ?? 'no token'} and ${theme ?? 'no theme'} kept, the page begins ${shown}`, async () => {
    if (token !== null) localStorage.setItem('jwtToken', token);
    if (theme !== null) localStorage.setItem('theme', theme);
    await readPageAt('/paid');
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe(shown);
  });
