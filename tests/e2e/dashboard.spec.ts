import { listBookings } from '#contract/bookings.ts';
import { liveBookings } from '#contract/live.ts';
import { listUsers } from '#contract/users.ts';
import { booked } from '../support/journey.ts';
import { expect, screens, test } from './support/test.ts';

for (const [where, screen] of Object.entries(screens))
  test.describe(where, { tag: where === 'on a phone' ? '@night' : [] }, () => {
    test.use(screen);

    test('a page that is loaded at the dashboard asks once for what it shows, and misses nothing after', async ({
      page,
      signIn,
    }) => {
      const { client } = await signIn('booking officer');
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        // My day asks for the officer's own last ticket besides.
        if (!searchParams.has('bookedBy')) calls.push(pathname);
      });
      const streaming = page.waitForRequest((request) => request.url().includes(liveBookings.path));
      await page.goto('/?period=week');
      await expect(page.getByText(/^As at /)).toBeVisible();
      await streaming;
      const feed = page.getByRole('list', { name: 'Live feed' });
      const { name } = await booked(client, { name: 'Hauwa Sambo' });
      await expect(feed.getByText(name).first()).toBeVisible();

      const times = (path: string) => calls.filter((one) => one === path).length;
      for (const once of [listBookings, listUsers]) expect(times(once.path)).toBe(1);
    });
  });
