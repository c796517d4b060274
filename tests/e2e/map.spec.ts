import type { Page } from '@playwright/test';
import { pmtilesOf } from '../support/pmtiles.ts';
import type { MapHostMode } from './support/map-host.ts';
import type { RunningServer } from './support/server.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Live Map' });
const state = (page: Page) => page.locator('[data-state]');

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
  const credit = map(page).getByRole('link', { name: '© Makers of maps' });
  await expect(credit).toHaveAttribute('href', 'https://maps.example/credit');

  // The demo has few collisions: spots of three within 500 m, whenever they were.
  await page.goto('/map?from=2020-01-01&metres=500&least=3');
  await page.getByRole('button', { name: 'Black spots' }).click();
  await page
    .getByRole('list', { name: /black spot/ })
    .getByRole('button')
    .first()
    .click();
  await map(page).getByRole('button', { name: 'Close this notice' }).click();
  await expect(page).toHaveURL(/spots=on/);
  await map(page).getByTitle(/^1\. /).click();
  await map(page).getByRole('link', { name: 'Its collisions' }).click();
  await expect(page).toHaveURL(/\/collisions\?.*near=/);
});

for (const does of ['style refused', 'tiles refused'] as const) {
  test(
    `208e, 292: with the ${does} a panel speaks of the API key, and markers stay`,
    { tag: does === 'style refused' ? [] : '@night' },
    async ({ page, server, signIn, complaints }) => {
      complaints.allow(refused(401));
      complaints.allow(refused(403));
      await signIn('state admin', { state: 'Kaduna' });
      await openMap(page, server, does);
      await expect(state(page)).toHaveAttribute('data-state', 'auth failure');
      await expect(map(page).getByText('There is a problem with the API key.')).toBeVisible();
      await expect(map(page).getByRole('link', { name: 'GeoNames' })).toBeVisible();
      await map(page).getByRole('button', { name: 'Show all', exact: true }).click();
      await expect(map(page).getByRole('button', { name: /records here/ })).not.toHaveCount(0);
    },
  );
}

test(
  '208d: a map that cannot be had is the plain one, until it is tried again',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    await signIn('state admin', { state: 'Kaduna' });
    await openMap(page, server, 'away');
    await expect(state(page)).toHaveAttribute('data-state', 'failed');
    await expect(map(page).getByRole('link', { name: 'GeoNames' })).toBeVisible();
    server.mapHost.does = 'tiles';
    await map(page).getByRole('button', { name: 'Try again' }).click();
    await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  },
);

test(
  'a map whose worker is lost on the way has failed, until it is tried again',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(unreachable);
    await signIn('state admin', { state: 'Kaduna' });
    await page.route('**/maplibre-gl-worker*', (route) => route.abort('connectionreset'));
    await openMap(page, server, 'tiles');
    await expect(state(page)).toHaveAttribute('data-state', 'failed');
    await expect(map(page).getByText('The map could not be loaded')).toBeVisible();
    await page.unroute('**/maplibre-gl-worker*');
    await map(page).getByRole('button', { name: 'Try again' }).click();
    await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  },
);

test('a state’s own tiles are drawn, with nothing from another host', async ({ page, signIn }) => {
  const archive = pmtilesOf({ maxZoom: 10 });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.route('**/own-map/tiles.pmtiles*', (route) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers()['range'] ?? '') ?? [];
    const body = archive.subarray(Number(from), Number(to) + 1);
    return route.fulfill({ status: 206, headers: { etag: '"1"' }, body });
  });
  await page.route('**/map', async (route) => {
    const answer = await route.fetch();
    const own = 'mapTiles&quot;:&quot;/own-map/tiles.pmtiles?v=1';
    const body = (await answer.text()).replace('mapTiles&quot;:&quot;', own);
    return route.fulfill({ response: answer, body });
  });
  await signIn('state admin', { state: 'Kaduna' });
  await page.goto('/map');
  await expect(state(page)).toHaveAttribute('data-state', 'loaded');
  await expect(map(page).getByRole('link', { name: 'Protomaps' })).toBeVisible();
  await expect(map(page).getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test(
  'a marker and its row in the list open the same booking',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('zonal head', { state: 'Kaduna', zone: 'Zaria' });
    await openMap(page, server, 'bare');
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
  await openMap(page, server, 'bare');
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
    await openMap(page, server, 'bare');
    await map(page).getByRole('button', { name: 'Show where I am' }).click();
    await expect(map(page).getByRole('alert')).toHaveText(
      'Geolocation is not supported by your browser.',
    );
  },
);

test('without WebGL the records stand in the list', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(/WebGL/i);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('state admin', { state: 'Kaduna' });
  await openMap(page, server, 'bare');
  await expect(state(page)).toHaveAttribute('data-state', 'failed');
  await expect(map(page).getByText('This browser cannot draw the map')).toBeVisible();
  await expect(map(page).getByRole('list', { name: 'Records' })).toBeVisible();
});

test('on a phone the map of /unpaid is fetched only when it is shown', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('state admin', { state: 'Kaduna' });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/unpaid');
  await expect(map(page).getByText(/ of .* in view/)).toBeVisible();
  expect(fetched.filter((url) => /engine|maplibre|styles\/dark/.test(url))).toEqual([]);
  await map(page).getByRole('button', { name: 'Show' }).click();
  await expect(state(page)).toHaveAttribute('data-state', 'loaded');
});
