import type { Locator, Page } from '@playwright/test';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { expect, test, unreachable } from '#tests/e2e/support/test.ts';
import { recorded } from '#tests/support/collisions.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { defaultCentre, defaultZoom, project } from '#web/features/map/geography.ts';
import { link, rowsOf } from './screen.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Live Map' });

/** Degrees east that are a pixel at zoom 13, where the world is 8,192 tiles of 256 pixels wide. */
const pixel = 360 / (256 * 2 ** 13);
const at = (lat: number, lng: number) => ({ position: { lat, lng, accuracy: 8 } });

async function askForPosition(page: Page): Promise<Locator> {
  await page.goto('/insurance');
  await link(page, 'Booking').click();
  const form = page.getByRole('dialog', { name: 'New Booking Form' });
  await form.getByRole('button', { name: 'Use my position' }).click();
  return form;
}

for (const width of [1024, 1366]) {
  test(
    `71, 75a, 75b, 281a: at ${width} px the unpaid page shows the map of the dashboard with its list`,
    { tag: width === 1366 ? '@night' : [] },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 768 });
      await signIn('operator');
      const seen: string[][] = [];
      for (const path of ['/', '/unpaid']) {
        await page.goto(path);
        await map(page).last().scrollIntoViewIfNeeded();
        if (width === 1024)
          await map(page).getByRole('button', { name: 'Show', exact: true }).click();
        await expect(map(page).locator('[data-state]')).toHaveAttribute('data-state', 'loaded');
        await expect(
          map(page).getByText(/^Last 30 days, unpaid bookings only: .* have a position$/),
        ).toBeVisible();
        await map(page).getByRole('button', { name: 'Show all', exact: true }).click();
        await expect(map(page).getByText('0 out of view', { exact: true })).toBeVisible();
        seen.push(await map(page).getByRole('list', { name: 'Legend' }).allInnerTexts());
      }
      await expect(rowsOf(page, 'Unpaid Bookings')).toHaveCount(10);
      expect(seen[1]).toEqual(seen[0]);
    },
  );
}

test(
  'each entry of the legend hides and shows its markers, on the map and in its list',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const zone = 'Kubau';
    const { client } = await signIn('booking officer', { state: 'Kaduna', zone });
    const east = (pixels: number) => at(11.16, 7.71 + pixels * pixel);
    await booked(client, { zone, registration: 'LEG-101AA', ...east(-60) });
    await server.query(async (db) => {
      await bookedAndPaid(client, db, { zone, registration: 'LEG-102AA', ...east(0) });
      const { _id } = await bookedAndPaid(client, db, {
        zone,
        registration: 'LEG-103AA',
        ...east(60),
      });
      await client.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
    });
    await recorded(client, { zone, location: 'Anchau junction', ...at(11.17, 7.71) });
    const markers = [
      'Ticket Issued, LEG',
      'Ticket Paid, LEG',
      'Completed, LEG',
      'Accident, Anchau',
    ];
    const marker = (name: string) => map(page).getByRole('button', { name });

    await page.goto('/unpaid');
    const legend = map(page).getByRole('list', { name: 'Legend' }).getByRole('button');
    await expect(legend).toHaveText(['Ticket Issued', 'Ticket Paid', 'Completed', 'Accident']);
    const said = map(page).getByRole('status').filter({ hasText: 'out of view' });
    for (const [place, name] of markers.entries()) {
      const entry = legend.nth(place);
      await expect(entry).toHaveAttribute('aria-pressed', 'true');
      await expect(marker(name)).toBeVisible();
      await entry.press('Space');
      await expect(entry).toHaveAttribute('aria-pressed', 'false');
      await expect(marker(name)).toHaveCount(0);
      for (const other of markers.filter((one) => one !== name))
        await expect(marker(other)).toBeVisible();
      await expect(said).toHaveText('0 out of view, 1 hidden');
      await map(page).getByRole('button', { name: 'List' }).click();
      await expect(map(page).getByRole('heading')).toHaveText('3 records, 1 hidden');
      await map(page).getByRole('button', { name: 'Map', exact: true }).click();
      await entry.press('Space');
      await expect(marker(name)).toBeVisible();
    }
    await expect(said).toHaveText('0 out of view');
  },
);

test(
  'the map beside the unpaid list follows what is booked meanwhile',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const zone = 'Ikara';
    const { client } = await signIn('booking officer', { state: 'Kaduna', zone });
    await page.goto('/unpaid');
    await expect(map(page).getByText('There are no records yet.')).toBeVisible();
    await booked(client, { zone, registration: 'NEW-101AA', ...at(11.16, 7.71) });
    await expect(map(page).getByRole('button', { name: 'Ticket Issued, NEW-101AA' })).toBeVisible();
  },
);

test('208b: while the tiles come the map says that it is loading', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('state admin');
  const held = Promise.withResolvers<undefined>();
  server.mapHost.held = held.promise;
  await page.goto('/map');
  await expect(map(page).getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  held.resolve(undefined);
  await expect(map(page).getByRole('progressbar')).toBeHidden();
});

test('302b: the map is dark, with its tiles and where they are lost', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(unreachable);
  await signIn('state admin');
  const tile = page.waitForRequest((request) => request.url().includes('/dark/'));
  await page.goto('/map');
  await tile;
  server.mapHost.does = 'away';
  await page.reload();
  const canvas = map(page).locator('[data-state=failed] canvas');
  await expect(canvas).toHaveCount(1);
  const brightest = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    return Math.max(...Array.from({ length: 5_000 }, (_, at) => pixels[at * 400] ?? 0));
  });
  expect(brightest).toBeLessThan(128);
});

test('281b, 291a: a refused position is said in the words of the document', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  const form = await askForPosition(page);
  await expect(
    form.getByText('Permission to access location denied or an error occurred.', { exact: true }),
  ).toBeVisible();
});

test('291b: a browser without positions is told so in the words of the document', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'geolocation');
  });
  await signIn('booking officer');
  const form = await askForPosition(page);
  await expect(
    form.getByText('Geolocation is not supported by your browser.', { exact: true }),
  ).toBeVisible();
});

const everyMap = ['/', '/map', '/unpaid'];

for (const { zone, which, paths } of [
  { zone: 'Makarfi', which: 'the', paths: ['/map'] },
  { zone: 'Kudan', which: 'every', paths: everyMap },
]) {
  test(
    `302a: ${which} map without a record opens at 11.16, 7.71, zoom 13`,
    { tag: paths === everyMap ? '@night' : [] },
    async ({ page, signIn }) => {
      await signIn('booking officer', { state: 'Kaduna', zone });
      const { x, y } = project(defaultCentre, defaultZoom);
      const middle = [13, x / 256, y / 256].map(Math.floor).join('/');
      const tiles: string[] = [];
      page.on('request', (request) => {
        const [, tile] = /\/dark\/(\d+\/\d+\/\d+)\.png/.exec(request.url()) ?? [];
        if (tile !== undefined) tiles.push(tile);
      });
      for (const path of paths) {
        tiles.length = 0;
        await page.goto(path);
        await map(page).scrollIntoViewIfNeeded();
        await expect(map(page).locator('[data-state]')).toHaveAttribute('data-state', 'loaded');
        expect(tiles, path).toContain(middle);
        expect(new Set(tiles.map((tile) => tile.split('/')[0])), path).toEqual(new Set(['13']));
      }
    },
  );
}

// A zone without records of the demo, and an account that sees no other.
for (const { does, zone, paths } of [
  { does: 'tiles', zone: 'Soba', paths: ['/unpaid'] },
  { does: 'away', zone: 'Kauru', paths: everyMap },
] as const) {
  test(
    `the first look shows all records where too few lie in the zone, and what is chosen stays: ${does}`,
    { tag: does === 'away' ? '@night' : [] },
    async ({ page, server, signIn, complaints }) => {
      complaints.allow(unreachable);
      const { client } = await signIn('booking officer', { state: 'Kaduna', zone });
      await booked(client, { zone, registration: 'MAP-101AA', ...at(11.16, 7.71) });
      await booked(client, { zone, registration: 'MAP-102AA', ...at(11.16, 7.71 + 100 * pixel) });
      for (const registration of ['MAP-103AA', 'MAP-104AA', 'MAP-105AA'])
        await booked(client, { zone, registration, ...at(10.52, 7.44) });
      server.mapHost.does = does;
      const all = map(page).getByText('0 out of view', { exact: true });

      for (const path of paths) {
        await page.goto(path);
        await expect(map(page).locator('[data-state]')).toHaveAttribute(
          'data-state',
          does === 'tiles' ? 'loaded' : 'failed',
        );
        // A sentence over a small map may hide a marker.
        if (does === 'away')
          await map(page).getByRole('button', { name: 'Close this notice' }).click();
        await expect(all, path).toBeVisible();
        for (let times = 0; times < 6; times += 1)
          await map(page).getByRole('button', { name: 'Zoom in' }).click();
        await expect(
          map(page).getByRole('status').filter({ hasText: 'out of view' }),
        ).not.toHaveText('0 out of view');
      }

      // Below a desk's width it is one line until it is opened.
      await page.setViewportSize({ width: 1023, height: 768 });
      await page.goto('/unpaid');
      await expect(map(page).getByText('5 records', { exact: true })).toBeVisible();
      expect((await map(page).boundingBox())?.height).toBe(44);
      await map(page).click({ position: { x: 60, y: 22 } });
      await expect(all).toBeVisible();

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/map');
      await map(page).getByRole('button', { name: 'Show all', exact: true }).press('Enter');
      await expect(all).toBeVisible();
      for (const marker of [
        map(page).getByRole('button', { name: /^Ticket Issued, MAP-101AA|^2 records here/ }),
        map(page).getByRole('button', { name: /^3 records here/ }),
      ])
        // Nothing lies over it.
        await marker.first().click({ trial: true });
      await map(page).getByRole('button', { name: 'My zone' }).click();
      const none = map(page).getByText(/^[1-5] out of view|Nothing in view/);
      await expect(none).toBeVisible();
      // The choice is kept on the device.
      await page.reload();
      await expect(none).toBeVisible();
    },
  );
}
