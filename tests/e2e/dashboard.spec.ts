import { listBookings } from '#contract/bookings.ts';
import { dashboardPath } from '#contract/dashboard-path.ts';
import { readDashboard } from '#contract/dashboard.ts';
import { liveBookings } from '#contract/live.ts';
import { listUsers } from '#contract/users.ts';
import { booked } from '../support/journey.ts';
import { expect, screens, test } from './support/test.ts';

const api = '/api/v1/';

for (const [where, screen] of Object.entries(screens))
  test.describe(where, () => {
    test.use(screen);

    test('a page that is loaded at the dashboard asks once for what it shows, and misses nothing after', async ({
      page,
      signIn,
    }) => {
      const { client } = await signIn('booking officer');
      const calls: { path: string; from: string | undefined }[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        const from = request.headers()['last-event-id'];
        if (pathname.startsWith(api)) calls.push({ path: pathname, from });
      });
      const streaming = page.waitForRequest((request) => request.url().includes(liveBookings.path));
      const opening = page.waitForResponse(`**${dashboardPath}?*`);
      await page.goto('/?period=week');
      await expect(page.getByText(/^As at /)).toBeVisible();
      await streaming;
      const { parts } = readDashboard.response.parse(await (await opening).json()).data;
      const feed = page.getByRole('list', { name: 'Live feed' });
      const { name } = await booked(client, { name: 'Hauwa Sambo' });
      await expect(feed.getByText(name)).toBeVisible();

      const times = (path: string) => calls.filter((one) => one.path === path).length;
      expect(times(dashboardPath)).toBe(1);
      // On a busy machine a part may take too long, and is then asked for by itself.
      expect(times(listBookings.path)).toBe(parts.feed === null ? 1 : 0);
      expect(times(listUsers.path)).toBe(parts.personnel === null ? 1 : 0);
      // It goes on from the moment at which all of that was read.
      const [stream] = calls.filter(({ path }) => path === liveBookings.path);
      expect(stream?.from).toMatch(/-\d+-\d+$/);
    });
  });

test.describe('on a phone', () => {
  test.use(screens['on a phone']);

  test('whoever comes back to the dashboard is where they were on it', async ({ page, signIn }) => {
    await signIn('zonal head');
    await page.goto('/');
    const personnel = page.getByRole('region', { name: 'Personnel' });
    await expect(personnel.getByRole('listitem').first()).toBeVisible();
    await personnel.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Completed', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Base' })).toBeAttached();
    await expect(personnel).toBeInViewport();
  });
});
