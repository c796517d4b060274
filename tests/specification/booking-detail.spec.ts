import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { markPaid } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { title } from './screen.ts';

const action = (detail: Locator, name: string) => detail.getByRole('button', { name, exact: true });

async function openBooking(page: Page, path: string, id: string): Promise<Locator> {
  await page.goto(`${path}?open=${id}`);
  const detail = page.getByRole('dialog', { name: /^Booking/ });
  await expect(detail.getByRole('table', { name: 'Fines' })).toBeVisible();
  return detail;
}

async function clear(page: Page, detail: Locator): Promise<void> {
  await action(detail, 'Clear Vehicle').click();
  const question = page.getByRole('dialog', { name: /^Clear / });
  await question.getByRole('button', { name: 'Clear Vehicle' }).click();
}

test('190a, 190b, 266a: Pay Bill sends the bill reference and opens the url of the answer', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const { _id, billRef } = await billed(client, (await booked(client))._id);
  const detail = await openBooking(page, '/unpaid', _id);
  const answered = page.waitForResponse('**/api/v1/payment/kaduna');
  const opening = page.waitForEvent('popup');
  await action(detail, 'Pay Bill').click();
  const answer = await answered;
  expect(answer.request().method()).toBe('POST');
  expect(answer.request().postDataJSON()).toEqual({ billRef });
  const { url } = (await answer.json()) as { url: string };
  const gateway = await opening;
  await expect(gateway).toHaveURL(url);
  await gateway.close();
});

test(
  '187a, 187b, 192a, 262a: Clear Vehicle is open only between payment and clearance',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const { client } = await signIn('zonal head');
    const { _id } = await booked(client);
    let detail = await openBooking(page, '/unpaid', _id);
    await expect(action(detail, 'Clear Vehicle')).toBeDisabled();
    await server.query((db) => markPaid(db, _id));
    detail = await openBooking(page, '/paid', _id);
    await expect(action(detail, 'Clear Vehicle')).toBeEnabled();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await clear(page, detail);
    expect((await sent).postDataJSON()).toEqual({ completed: true });
    expect(new URL((await sent).url()).pathname).toBe(`/api/v1/booking/${_id}`);
    await expect(page).toHaveURL('/completed');
    detail = await openBooking(page, '/completed', _id);
    await expect(action(detail, 'Clear Vehicle')).toBeDisabled();
    await expect(action(detail, 'Clear Vehicle')).toHaveAccessibleDescription(
      'The vehicle is cleared.',
    );
  },
);

test.describe(() => {
  test.use({ ownWindow: true });

  test('192b to 192d, 262a, 290, 303: 1000 ms after the clearance the app goes to /completed', async ({
    page,
    server,
    signIn,
  }) => {
    const { client } = await signIn('booking officer');
    const { _id } = await booked(client);
    await server.query((db) => markPaid(db, _id));
    await page.clock.install();
    const detail = await openBooking(page, '/paid', _id);
    // From here on the page's own clock moves only when it is told to.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await clear(page, detail);
    expect((await sent).postDataJSON()).toEqual({ completed: true });
    expect(new URL((await sent).url()).pathname).toBe(`/api/v1/booking/${_id}`);
    await expect(page.getByText('Vehicle Cleared successfully!').first()).toBeVisible();
    await page.clock.runFor(999);
    await expect(page).toHaveURL(`/paid?open=${_id}`);
    await page.clock.runFor(1);
    await expect(page).toHaveURL('/completed');
    await page.clock.resume();
    await expect(title(page, 'Completed Bookings')).toBeVisible();
  });
});
