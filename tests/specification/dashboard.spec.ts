import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { booked } from '#tests/support/journey.ts';

const rows = (page: Page, name: string): Locator =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem');

test('72a: the Live feed shows the latest 12 bookings on every size of screen', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const made: string[] = [];
  for (let number = 101; number <= 113; number += 1) {
    made.unshift((await booked(client, { registration: `FED-${number}AA` })).registration);
  }
  await page.goto('/');
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const feed = rows(page, 'Live feed');
    await expect(feed).toHaveCount(12);
    for (const [place, registration] of made.slice(0, 12).entries()) {
      await expect(feed.nth(place)).toContainText(registration);
    }
  }
});
