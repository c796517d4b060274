import type { Locator, Page } from '@playwright/test';
import { bookingCounts, bookingRevenue } from '#contract/statistics.ts';
import { type Role, roles } from '#contract/roles.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { count, naira } from '#web/format/money.ts';
import { title } from './screen.ts';

const panel = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string): Locator =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem');

test('the dashboard shows its panels to every role', async ({ page, signIn }) => {
  for (const role of roles) {
    await signIn(role);
    await page.goto('/');
    await expect(title(page, 'Base'), role).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Organisation' })).toBeVisible();
    for (const name of [
      'Bookings and revenue',
      'Live Map',
      'Live feed',
      'Recent Activities',
      'Personnel',
    ]) {
      await expect(panel(page, name).first(), `${role}: ${name}`).toBeVisible();
    }
  }
});

test('the select offers the four organisations, and those out of scope can’t be chosen', async ({
  page,
  signIn,
}) => {
  const names = ['Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC'];
  const cases: { role: Role; state: 'Ogun' | null; open: string[] }[] = [
    { role: 'state admin', state: null, open: names },
    { role: 'zonal head', state: 'Ogun', open: ['Ogun'] },
  ];
  for (const { role, state, open } of cases) {
    await signIn(role, { state });
    await page.goto('/');
    const select = page.getByRole('combobox', { name: 'Organisation' });
    await expect(select.getByRole('option')).toHaveText(names);
    for (const name of names) {
      const option = select.getByRole('option', { name, exact: true });
      if (open.includes(name)) await expect(option).toBeEnabled();
      else await expect(option).toBeDisabled();
    }
    await expect(select).toHaveValue(open[0] ?? '');
  }
});

test('counts and revenue stand under Day, Week, Month and Year, as the server counts them', async ({
  page,
  signIn,
}) => {
  // Nobody else books in this organisation.
  const { client } = await signIn('state admin', { state: 'Abuja' });
  await page.goto('/');
  const figures = panel(page, 'Bookings and revenue');
  await expect(figures.getByRole('term')).toHaveText(['Day', 'Week', 'Month', 'Year']);
  const { data: made } = await client.ok(bookingCounts);
  const { data: paid } = await client.ok(bookingRevenue);
  const words = (['today', 'week', 'month', 'year'] as const).flatMap((of) => [
    naira(paid[of]),
    `${count(made[of])} ${made[of] === 1 ? 'booking' : 'bookings'}`,
  ]);
  expect(made.year).toBeGreaterThan(0);
  await expect(figures.getByRole('definition')).toHaveText(words);
});

test('Recent Activities tell of a booking that was just made', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { registration } = await booked(client, { registration: 'ACT-101VT' });
  await page.goto('/');
  const line = rows(page, 'Recent Activities').filter({ hasText: registration });
  await expect(line).toContainText('Amina Sule');
});

test('Personnel shows colleagues with their last-active time, and who never signed in', async ({
  page,
  server,
  signIn,
}) => {
  const { account } = await signIn('state admin', { state: 'Ogun', zone: 'Ijebu North' });
  await server.query(async (db) => {
    const { id } = await makeAccount(db, 'operator', { state: 'Ogun', zone: 'Ijebu North' });
    for (const [user, first_name] of [
      [id, 'Newcomer'],
      [account?.id ?? '', 'Chief'],
    ] as const) {
      await db.updateTable('users').set({ first_name }).where('id', '=', user).execute();
    }
  });
  await page.goto('/');
  const person = (name: string) => rows(page, 'Personnel').filter({ hasText: name });
  await expect(person('Newcomer Sule')).toContainText('Never logged in');
  await expect(person('Chief Sule')).toContainText(/Just Now|ago/);
  await expect(person('Chief Sule')).toContainText('state admin, Ijebu North');
});

test('the Live feed shows the latest 12 bookings on every size of screen', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const made: string[] = [];
  for (let number = 101; number <= 113; number += 1) {
    made.unshift((await booked(client, { registration: `FED-${number}AA` })).registration);
  }
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const feed = rows(page, 'Live feed');
    await expect(feed).toHaveCount(12);
    for (const [place, registration] of made.slice(0, 12).entries()) {
      await expect(feed.nth(place)).toContainText(registration);
    }
  }
});

test('an item of the feed opens its booking to be read only, titled with the first name', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const registration = 'FED-204AA';
  await booked(client, { registration, name: 'Danjuma Audu Bako' });
  await page.goto('/');
  await rows(page, 'Live feed').filter({ hasText: registration }).getByRole('button').click();
  const detail = page.getByRole('dialog', { name: 'Danjuma', exact: true });
  await expect(detail.getByRole('table', { name: 'Fines' })).toBeVisible();
  for (const action of ['Pay Bill', 'Check Status', 'Clear Vehicle']) {
    await expect(detail.getByRole('button', { name: action })).toHaveCount(0);
  }
  await expect(detail.locator('input, select, textarea')).toHaveCount(0);
});
