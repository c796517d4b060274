import { expect, test } from 'vitest';
import { type Role, roles } from '#contract/roles.ts';
import NotFoundPage from '#web/app/not-found-page.tsx';
import { loadPage } from '#web/app/pages.ts';
import { isOffered, litAt, mayOpen, screenAt, screens, tabsFor } from '#web/app/screens.tsx';

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
  'zonal head': all('/admin', '/fees', '/ticket-rules'),
  'booking officer': all(
    '/black-spots',
    '/admin',
    '/reconciliation',
    '/exceptions',
    '/fees',
    '/withdrawals',
    '/late-records',
    '/cash-up',
    '/reports',
    '/report-rows',
    '/refunds',
    '/holds',
    '/ticket-rules',
    '/messages',
    '/waiting',
    '/activity',
  ),
  operator: [
    '/',
    '/check-ticket',
    '/questions',
    '/unpaid',
    '/dossier',
    '/collisions',
    '/profile',
    '/security',
    '/outbox',
    '/guide',
  ],
  observer: screens
    .map(({ path }) => path)
    .filter((path) => !['/organisation', '/waiting', '/outbox'].includes(path)),
  guest: all(
    '/admin',
    '/black-spots',
    '/security',
    '/guide',
    '/reports',
    '/report-rows',
    '/reconciliation',
    '/exceptions',
    '/disputes',
    '/court',
    '/refunds',
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
    expect(opened.toSorted()).toEqual(open[role].toSorted());
  });
}

for (const path of paths) {
  test(`21a: any other spelling of ${path} is an unknown path`, async () => {
    expect(screenAt(path)?.path).toBe(path);
    for (const spelling of misspelt(path)) {
      expect(screenAt(spelling), spelling).toBeUndefined();
      expect((await loadPage(spelling)).default, spelling).toBe(NotFoundPage);
    }
  });
}

test('every screen lights one entry of the navigation and, where there are tabs, one of them', () => {
  const admin = { role: 'state admin' as const };
  for (const { path } of screens) {
    expect(screenAt(litAt(path))?.nav, path).toBeDefined();
    const tabs = tabsFor(admin, path);
    const lit = tabs.filter(({ isLit }) => isLit);
    expect(lit.length, path).toBe(tabs.length === 0 ? 0 : 1);
    for (const tab of tabs) expect(litAt(tab.path), path).toBe(litAt(path));
  }
  expect([litAt('/nowhere'), tabsFor(admin, '/nowhere')]).toEqual(['', []]);
});

test.each(roles)('the %s sees the lit entry of each screen, and only tabs that open', (role) => {
  for (const screen of screens.filter((one) => mayOpen(role, one))) {
    const shown = [litAt(screen.path), ...tabsFor({ role }, screen.path).map(({ path }) => path)];
    for (const path of shown) {
      const one = screenAt(path);
      expect(one && mayOpen(role, one), `${screen.path} shows ${path}`).toBe(true);
    }
  }
});

test('the tabs of an entry stand in their groups, each named once', () => {
  const shown = tabsFor({ role: 'state admin' as const }, '/unpaid').map(({ group, label }) => [
    group,
    label,
  ]);
  expect(shown.slice(0, 4)).toEqual([
    ['Bookings', 'Unpaid'],
    [undefined, 'All bookings'],
    [undefined, 'Late records'],
    ['After the ticket', 'Obligations'],
  ]);
});

test('a booking officer is led to obligations, objections and court by a duty alone', () => {
  const officer = { role: 'booking officer' as const };
  const court = { ...officer, duties: ['court officer'] };
  expect([isOffered(officer, '/disputes'), isOffered(officer, '/court')]).toEqual([false, false]);
  expect([isOffered(court, '/disputes'), isOffered(court, '/court')]).toEqual([false, true]);
  expect(isOffered(officer, '/obligations')).toBe(false);
  expect(isOffered({ ...officer, duties: ['yard keeper'] }, '/obligations')).toBe(true);
  expect(isOffered({ role: 'zonal head' as const }, '/disputes')).toBe(true);
});

test('what is switched off is offered to nobody but whoever may switch it on', () => {
  const officer = { role: 'booking officer' as const };
  expect(isOffered(officer, '/questions')).toBe(false);
  expect(isOffered({ ...officer, duties: ['questions'] }, '/questions')).toBe(true);
  expect(isOffered({ role: 'state admin' as const }, '/questions')).toBe(true);
});
