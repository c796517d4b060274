import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/roles.ts';
import NotFoundPage from '#web/app/not-found-page.tsx';
import { loadPage } from '#web/app/pages.ts';
import { mayOpen, screenAt, screens } from '#web/app/screens.tsx';

const paths = [...screens.map(({ path }) => path), '/signin', '/resetpassword'] as const;

/** A path in a spelling meant to get round the guard; see routes.spec.ts for `//`. */
const misspelt = (path: string): string[] => {
  const name = path.slice(1);
  const first = name.charCodeAt(0).toString(16);
  return path === '/'
    ? ['/%2f', '/.%20', '/index.html']
    : [
        `${path}/`,
        path.toUpperCase(),
        `/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        `/%${first}${name.slice(1)}`,
        `${path}%20`,
        `${path}%00`,
        `${path};x`,
        `${path}/x`,
      ];
};

const open: Record<Role, readonly string[]> = {
  'state admin': screens.map(({ path }) => path),
  'zonal head': all('/admin', '/fees'),
  'booking officer': all(
    '/black-spots',
    ...['/admin', '/reconciliation', '/exceptions', '/fees', '/withdrawals', '/late-records'],
    '/cash-up',
    '/reports',
    '/payments',
    '/holds',
    '/ticket-rules',
    '/messages',
    '/waiting',
    '/activity',
  ),
  operator: [
    '/',
    '/unpaid',
    '/collisions',
    '/profile',
    '/security',
    '/dossier',
    '/questions',
    '/my-day',
    '/outbox',
    '/check-ticket',
    '/guide',
  ],
  observer: screens
    .map(({ path }) => path)
    .filter((path) => !['/organisation', '/waiting', '/my-day', '/outbox'].includes(path)),
  guest: all(
    '/admin',
    '/black-spots',
    '/security',
    '/guide',
    '/reports',
    '/reconciliation',
    '/exceptions',
    '/disputes',
    '/court',
    '/payments',
    '/holds',
    '/ticket-rules',
    '/messages',
    '/fees',
    '/withdrawals',
    '/waiting',
    '/activity',
    '/late-records',
    '/cash-up',
    '/questions',
    '/my-day',
    '/outbox',
    '/check-ticket',
  ),
};

/** What everybody but a state admin may open, without these. */
function all(...but: string[]): string[] {
  const closed = ['/operations', '/organisation', ...but];
  return screens.map(({ path }) => path).filter((path) => !closed.includes(path));
}

for (const role of roles) {
  test(`the ${role} opens the screens of the role, each in one spelling only`, () => {
    const opened = screens.filter((screen) => mayOpen(role, screen)).map(({ path }) => path);
    expect(opened).toEqual(open[role]);
  });
}

for (const path of paths) {
  test(`21: any other spelling of ${path} is an unknown path`, async () => {
    expect(screenAt(path)?.path).toBe(path);
    for (const spelling of misspelt(path)) {
      expect(screenAt(spelling), spelling).toBeUndefined();
      expect((await loadPage(spelling)).default, spelling).toBe(NotFoundPage);
    }
  });
}
