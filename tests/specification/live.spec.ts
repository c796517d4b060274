import type { Page } from '@playwright/test';
import { journeyOn } from '#tests/e2e/support/journey.ts';
import { expect, type SignedIn, test, unreachable } from '#tests/e2e/support/test.ts';
import { openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked, until } from '#tests/support/journey.ts';
import { rowsOf, title } from './screen.ts';

const feed = (page: Page) =>
  page.getByRole('list', { name: 'Live feed', exact: true }).getByRole('listitem');

/** The bookings made today, as the dashboard counts them. */
async function countOfDay(page: Page): Promise<number> {
  const figures = page.getByRole('region', { name: 'Bookings and revenue' });
  const figure = figures.getByRole('definition').nth(1);
  await expect(figure).toHaveText(/\d/);
  return Number((await figure.textContent())?.replaceAll(/\D/g, ''));
}

/** Waits until the page listens: from then on it hears what happens. */
async function openListening(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/v1/booking/live*');
  await page.goto(path);
  expect((await stream).status()).toBe(200);
}

test('a booking made in one browser shows in the feed, the counts and the list of another', async ({
  page: desk,
  browser,
  server,
  signIn,
}) => {
  await signIn('zonal head');
  await openListening(desk, '/');
  await expect(feed(desk)).toHaveCount(12);
  const before = await countOfDay(desk);

  const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
  const { token } = await openSession(server.url, email);
  const roadside = await browser.newContext({ baseURL: server.url });
  try {
    const page = await roadside.newPage();
    await page.goto('/icon.svg');
    await page.evaluate((value) => localStorage.setItem('jwtToken', value), token);
    await page.goto('/insurance');
    const journey = journeyOn(page, false);
    const form = await journey.openForm();
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await form.getByRole('combobox', { name: 'Zone' }).click();
    await page.getByRole('option', { name: 'Zaria', exact: true }).click();
    const stop = { name: 'Live Danladi', registration: 'LIV-101EA' };
    await journey.fillDriverAndVehicle(form, stop);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/unpaid');
  } finally {
    await roadside.close();
  }

  await expect(feed(desk).first()).toContainText('LIV-101EA');
  await expect(feed(desk)).toHaveCount(12);
  await expect.poll(() => countOfDay(desk)).toBe(before + 1);
  await desk
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Unpaid Booking', exact: true })
    .click();
  await expect(rowsOf(desk, 'Unpaid Bookings').first()).toContainText('LIV-101EA');
});

test('a list that is looked at tells of a booking that came meanwhile', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('zonal head');
  await openListening(page, '/unpaid');
  await expect(rowsOf(page, 'Unpaid Bookings')).toHaveCount(10);
  const officer = await server.query((db) => makeAccount(db, 'booking officer'));
  const { client } = await openSession(server.url, officer.email);
  const { registration } = await booked(client, { registration: 'LIV-202EA' });
  await expect(page.getByText('1 new booking')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rowsOf(page, 'Unpaid Bookings').first()).toContainText(registration);
});

/** The reads of this page whose address holds `part`, as they are made. */
function readsOf(page: Page, part: string): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) reads.push(request.url());
  });
  return reads;
}

test(
  'where the stream opens late, a list is not read twice and misses nothing',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('zonal head');
    const officer = await server.query((db) => makeAccount(db, 'booking officer'));
    const { client } = await openSession(server.url, officer.email);
    const lists = readsOf(page, 'limit=10');
    const bookedMeanwhile = Promise.withResolvers<undefined>();
    let streams = 0;
    await page.route('**/api/v1/booking/live*', async (route) => {
      streams += 1;
      // The first is given up after a second, before it opens.
      if (streams > 1) await bookedMeanwhile.promise;
      else await page.waitForEvent('requestfailed', (failed) => failed === route.request());
      await route.continue().catch(() => undefined);
    });
    await page.goto('/unpaid');
    await expect(rowsOf(page, 'Unpaid Bookings')).toHaveCount(10);
    await booked(client, { registration: 'LIV-303EA' });
    bookedMeanwhile.resolve(undefined);
    await expect(page.getByText('1 new booking')).toBeVisible();
    expect(lists).toHaveLength(1);
  },
);

test(
  'where the stream opens late, a dashboard is not read twice and misses nothing',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer');
    const feeds = readsOf(page, 'limit=12');
    const bookedMeanwhile = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/booking/live*', async (route) => {
      await bookedMeanwhile.promise;
      await route.continue();
    });
    await page.goto('/');
    await expect(feed(page)).toHaveCount(12);
    await booked(client, { registration: 'LIV-304EA' });
    bookedMeanwhile.resolve(undefined);
    await expect(feed(page).first()).toContainText('LIV-304EA');
    expect(feeds).toHaveLength(1);
  },
);

async function feedAfterBreak(
  page: Page,
  { client }: SignedIn,
  series: string,
  away: (made: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const plates = ['101', '102', '103', '104'].map((number) => `${series}-${number}EA`);
  const [before = '', first = '', second = '', after = ''] = plates;
  await booked(client, { registration: before });
  await expect(feed(page).first()).toContainText(before);
  await away(async () => {
    await booked(client, { registration: first });
    await booked(client, { registration: second });
  });
  await expect(feed(page).first()).toContainText(second);
  await booked(client, { registration: after });
  await expect(feed(page).first()).toContainText(after);
  for (const [place, registration] of plates.toReversed().entries()) {
    await expect(feed(page).nth(place)).toContainText(registration);
    await expect(feed(page).filter({ hasText: registration })).toHaveCount(1);
  }
  await expect(feed(page)).toHaveCount(12);
}

test('a device that was offline misses nothing and shows nothing twice', async ({
  page,
  context,
  signIn,
  complaints,
}) => {
  complaints.allow(unreachable);
  complaints.allow(/net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/);
  const signedIn = await signIn('booking officer');
  await openListening(page, '/');
  await expect(title(page, 'Base')).toBeVisible();
  // What the map still fetches would fail as well, and that is not what this is about.
  await expect(
    page.getByRole('region', { name: 'Live Map' }).locator('[data-state]'),
  ).toHaveAttribute('data-state', 'loaded');
  await feedAfterBreak(page, signedIn, 'OFF', async (make) => {
    await context.setOffline(true);
    await expect(page.getByText('No network.')).toBeVisible();
    await make();
    await context.setOffline(false);
  });
});

test(
  'a server that was away misses nothing of the feed and shows nothing twice',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    const signedIn = await signIn('booking officer');
    await openListening(page, '/');
    await feedAfterBreak(page, signedIn, 'AWY', async (make) => {
      await server.kill();
      await expect(page.getByText('The server is not responding.').first()).toBeVisible();
      await server.start();
      await make();
      await until('the page listens again', async () => {
        return (await page.getByText('The server is not responding.').count()) === 0;
      });
    });
  },
);
