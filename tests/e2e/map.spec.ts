import type { Page } from '@playwright/test';
import { pmtilesOf } from '../support/pmtiles.ts';
import type { MapHostMode } from './support/map-host.ts';
import type { RunningServer } from './support/server.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Live Map' });
const state = (page: Page) => map(page).locator('[data-state]');

async function openMap(page: Page, { mapHost }: RunningServer, does: MapHostMode): Promise<void> {
  mapHost.does = does;
  await page.goto('/map');
  await expect(page.getByRole('heading', { level: 1, name: 'Live Map' })).toBeVisible();
}

test('208c, 281a: the map is loaded, says whose it is, and shows black spots once they are switched on', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('state admin', { state: 'Kaduna' });
  await openMap(page, server, 'tiles');
  await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  const credit = map(page).getByRole('link', { name: '© OpenStreetMap contributors' });
  await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');

  // The demo has few collisions: spots of three within 500 m, whenever they were.
  await page.goto('/map?from=2020-01-01&metres=500&least=3');
  await page.getByRole('button', { name: 'Black spots' }).click();
  await page
    .getByRole('list', { name: /black spot/ })
    .getByRole('button')
    .first()
    .click();
  const itsCollisions = map(page).getByRole('link', { name: 'Show its collisions' });
  await expect(itsCollisions).toBeVisible();
  await map(page).getByRole('button', { name: 'Close this notice' }).click();
  await expect(page).toHaveURL(/spots=on/);
  await map(page).getByTitle(/^1\. /).click();
  await itsCollisions.click();
  await expect(page).toHaveURL(/\/collisions\?.*near=/);
});

test('208e, 292: with a refused key a panel speaks of the API key, and markers stay on the plain map', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(refused(403));
  await signIn('state admin', { state: 'Kaduna' });
  await openMap(page, server, 'refused');
  await expect(state(page)).toHaveAttribute('data-state', 'auth failure');
  await expect(map(page).getByText('There is a problem with the API key.')).toBeVisible();
  expect(await coloursOf(page)).toBeGreaterThan(3);
  await map(page).getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(map(page).getByRole('button', { name: /records here/ })).not.toHaveCount(0);
});

test(
  '208d: lost tiles leave the plain map, until it is tried again',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    await signIn('state admin', { state: 'Kaduna' });
    await openMap(page, server, 'away');
    await expect(state(page)).toHaveAttribute('data-state', 'failed');
    await expect(map(page).getByText('The streets could not be loaded')).toBeVisible();
    expect(await coloursOf(page)).toBeGreaterThan(3);
    server.mapHost.does = 'tiles';
    await map(page).getByRole('button', { name: 'Try again' }).click();
    await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  },
);

/** Opens the map with these settings in its page. */
async function openWith(page: Page, settings: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/map', async (route) => {
    const answer = await route.fetch();
    const body = Object.entries(settings).reduce(
      (html, [name, value]) =>
        html.replace(new RegExp(`(${name}&quot;:&quot;)[^&]*`), (_, begin) => `${begin}${value}`),
      await answer.text(),
    );
    return route.fulfill({ response: answer, body });
  });
  await page.goto('/map');
}

/** The number of colours on the canvas of the plain map, which has to be painted. */
const coloursOf = (page: Page): Promise<number> =>
  state(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(pixels?.data.buffer ?? new ArrayBuffer(0))).size;
    });

test('208c: without tiles and WebGL the map is loaded, painted and named, and asks no other host', async ({
  page,
  signIn,
}) => {
  await signIn('state admin', { state: 'Kaduna' });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await openWith(page, { mapTilesUrl: '' });
  await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  expect(
    await page.evaluate(() => document.createElement('canvas').getContext('webgl')),
  ).toBeNull();
  expect(await coloursOf(page)).toBeGreaterThan(3);
  await expect(state(page).locator('text').filter({ hasText: 'Kafanchan' })).toBeVisible();
  await expect(map(page).getByRole('link', { name: 'GeoNames' })).toBeVisible();
  await expect(map(page).getByRole('button', { name: /records here/ })).not.toHaveCount(0);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('a state’s own tiles are drawn, with nothing from another host', async ({ page, signIn }) => {
  const archive = pmtilesOf({ maxZoom: 10 });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.route('**/own-map/tiles.pmtiles*', (route) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers()['range'] ?? '') ?? [];
    const body = archive.subarray(Number(from), Number(to) + 1);
    return route.fulfill({ status: 206, headers: { etag: '"1"' }, body });
  });
  await signIn('state admin', { state: 'Kaduna' });
  await openWith(page, { mapTiles: '/own-map/tiles.pmtiles?v=1' });
  await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  await expect(map(page).getByRole('link', { name: 'Protomaps' })).toBeVisible();
  await expect(state(page).locator('canvas.leaflet-tile')).not.toHaveCount(0);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test(
  'the wheel scrolls a page that has the map in it, and zooms the map with Ctrl',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await signIn('state admin', { state: 'Kaduna' });
    await page.goto('/');
    await map(page).scrollIntoViewIfNeeded();
    await expect(state(page)).toHaveAttribute('data-state', 'loaded');
    const box = await state(page).boundingBox();
    if (!box) throw new Error('The map is not drawn.');
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await page.mouse.wheel(0, 100);
    await expect.poll(scrolled).toBeGreaterThan(before);
    await expect(map(page).getByText(/^Use (Ctrl|⌘) \+ scroll to zoom the map$/)).toBeVisible();
    const zoomed = page.waitForRequest((request) => /\/dark\/\d+\//.test(request.url()));
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await zoomed;
  },
);

test(
  'a marker and its row in the list open the same booking',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('zonal head', { state: 'Kaduna', zone: 'Zaria' });
    await openMap(page, server, 'tiles');
    // A collision opens over its own screen, and the demo draws what is newest.
    const row = map(page)
      .getByRole('list', { name: 'Records' })
      .getByRole('button', { name: /Ticket Issued|Ticket Paid|Completed/ })
      .first();
    await row.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const opened = page.url();
    expect(opened).toContain('?open=');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    // Cluster by cluster down to a single marker, with the keyboard alone.
    const marker = map(page).getByRole('button', {
      name: /^(Ticket Issued|Ticket Paid|Completed|Accident), /,
    });
    await map(page).getByRole('button', { name: 'Show all', exact: true }).press('Enter');
    const cluster = map(page).getByRole('button', { name: /records here/ });
    await expect(async () => {
      if ((await marker.count()) > 0) return;
      await cluster.first().press('Enter', { timeout: 1_000 });
      expect(await marker.count()).toBeGreaterThan(0);
    }).toPass();
    await marker.first().focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  },
);

test('281b, 291a: the browser’s position is shown, and why it cannot be', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await signIn('state admin', { state: 'Kaduna' });
  await openMap(page, server, 'tiles');
  const locate = map(page).getByRole('button', { name: 'Show where I am' });
  await locate.click();
  const denied = 'Permission to access location denied or an error occurred.';
  await expect(map(page).getByRole('alert')).toHaveText(denied);

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 11.15, longitude: 7.7 });
  await locate.click();
  await expect(map(page).getByRole('img', { name: 'You are here' })).toBeVisible();
  await expect(map(page).getByText(denied)).toBeHidden();
});

test(
  '291b: a browser without geolocation says so',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'geolocation');
    });
    await signIn('state admin', { state: 'Kaduna' });
    await openMap(page, server, 'tiles');
    await map(page).getByRole('button', { name: 'Show where I am' }).click();
    await expect(map(page).getByRole('alert')).toHaveText(
      'Geolocation is not supported by your browser.',
    );
  },
);

test('without the map’s script its records stand in the list', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(unreachable);
  await page.route('**/assets/engine-*.js', (route) => route.abort('connectionreset'));
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('state admin', { state: 'Kaduna' });
  await openMap(page, server, 'tiles');
  await expect(state(page)).toHaveAttribute('data-state', 'failed');
  await expect(map(page).getByText('The map could not be loaded')).toBeVisible();
  await expect(map(page).getByRole('list', { name: 'Records' })).toBeVisible();
});

for (const [width, path] of [
  [390, '/unpaid'],
  [768, '/'],
] as const)
  test(
    `at ${width} pixels the map of ${path} is one line, and fetched only when it is shown`,
    { tag: width === 768 ? '@night' : [] },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn('state admin', { state: 'Kaduna' });
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url()));
      await page.goto(path);
      await map(page).scrollIntoViewIfNeeded();
      await expect(map(page).getByText(/^[\d,]+ records$/)).toBeVisible();
      expect((await map(page).boundingBox())?.height).toBe(44);
      expect(fetched.filter((url) => /engine|\/dark\//.test(url))).toEqual([]);
      await map(page).getByRole('button', { name: 'Show', exact: true }).click();
      await expect(state(page)).toHaveAttribute('data-state', 'loaded');
    },
  );
