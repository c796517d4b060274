import type { Locator, Page } from '@playwright/test';
import { noPaymentReference } from '#contract/payments.ts';
import type { Client } from '../support/client.ts';
import { booked, billed } from '../support/journey.ts';
import { expect, test } from './support/test.ts';

const rowsOf = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row');
const count = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) });
const pager = (page: Page, words: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(words, { exact: true });
const search = (page: Page) => page.getByRole('searchbox');

/** A plate that no other test uses. */
const plates = (function* () {
  for (let number = 100; ; number += 1) yield `TST-${number}QZ`;
})();
const nextPlate = (): string => plates.next().value;

/** Makes bookings of one driver, and answers the name, which nobody else has. */
async function bookTwelve(client: Client): Promise<string> {
  const name = `Zubairu ${nextPlate().replace('-', '')}`;
  for (let number = 1; number <= 12; number += 1) {
    await booked(client, { name, registration: `ZUB-${100 + number}AA` });
  }
  return name;
}

test('a list counts, turns its pages and changes their size', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const name = await bookTwelve(client);
  await page.goto('/unpaid');
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid Bookings' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Reference',
    'Date',
    'Zone',
    'Driver Name',
    'Vehicle Registration',
    'Actions',
  ]);
  await search(page).fill(name);
  await expect(count(page, '12 bookings')).toBeVisible();
  await expect(pager(page, 'Page 1 of 2')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(rowsOf(page).first()).toContainText('ZUB-112AA');
  await expect(rowsOf(page).first()).toContainText('Ticket Issued');

  const previous = page.getByRole('button', { name: 'Previous page' });
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(pager(page, 'Page 2 of 2')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(next).toBeDisabled();

  await page.reload();
  await expect(search(page)).toHaveValue(name);
  await expect(pager(page, 'Page 2 of 2')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await previous.click();
  await expect(pager(page, 'Page 1 of 2')).toBeVisible();

  const size = page.getByRole('combobox', { name: 'Page size' });
  await expect(size.getByRole('option')).toHaveText([
    '10 per page',
    '15 per page',
    '20 per page',
    '25 per page',
  ]);
  await expect(size).toHaveValue('10');
  await size.selectOption('15 per page');
  await expect(pager(page, 'Page 1 of 1')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(12);
  await page.reload();
  await expect(size).toHaveValue('15');
  await expect(rowsOf(page)).toHaveCount(12);
  await page.goBack();
  await expect(size).toHaveValue('10');
  await expect(rowsOf(page)).toHaveCount(10);
});

test('a page beyond the end lands on the last', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const name = await bookTwelve(client);
  const query = new URLSearchParams({ search: name });
  await page.goto(`/unpaid?${query.toString()}&page=99`);
  await expect(pager(page, 'Page 2 of 2')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(`/unpaid?${query.toString()}&page=2`);
});

test('one record is counted in the singular', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const registration = nextPlate();
  await booked(client, { registration });
  await page.goto('/unpaid');
  await search(page).fill(registration.toLowerCase());
  await expect(count(page, '1 booking')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(pager(page, 'Page 1 of 1')).toBeVisible();
});

test('nothing found is said, and the search can be cleared', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/completed?search=nobody%20has%20this%20name');
  await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible();
  await expect(count(page, '0 bookings')).toBeVisible();
  await expect(pager(page, 'Page 1 of 1')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(rowsOf(page)).toHaveCount(10);
});

for (const [path, heading, label] of [
  ['/paid', 'Paid Bookings', 'Ticket Paid'],
  ['/completed', 'Completed Bookings', 'Completed'],
] as const) {
  test(`${heading} are labelled ${label}`, async ({ page, signIn }) => {
    await signIn('zonal head');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(10);
    for (const row of await rowsOf(page).all()) {
      await expect(row.getByText(label, { exact: true })).toBeVisible();
    }
  });
}

test('a booking is found by its reference, the id from character 10, and by its own address', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const registration = nextPlate();
  const { _id, name } = await booked(client, { registration });
  const reference = _id.slice(10);
  await page.goto('/unpaid');
  await search(page).fill(reference);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toContainText(reference);

  await page.getByRole('button', { name: `Open ${registration}` }).click();
  await expect(page).toHaveURL(new RegExp(`[?&]open=${_id}$`));
  const dialog = page.getByRole('dialog', { name: `Booking ${registration}, ${name}` });
  await expect(dialog).toContainText(reference);
  await page.goBack();
  await expect(dialog).toBeHidden();

  await page.goto(`/unpaid?open=${_id}`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/unpaid');
});

test('Pay Bill without a payment reference says so', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  // Hire of heavy recovery equipment costs nothing here, and what costs nothing gets no bill.
  const { _id, price } = await booked(client, { offence: [{ id: 'VIL-06' }] });
  expect(price).toBe(0);
  await page.goto(`/unpaid?open=${_id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pay Bill' }).click();
  await expect(dialog.getByText(noPaymentReference)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeDisabled();

  await dialog.getByRole('button', { name: 'Check Status' }).click();
  await expect(dialog.getByText('Payment Completed!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeEnabled();
});

test('Check Status before the payment says that it isn’t completed', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const booking = await booked(client);
  await billed(client, booking._id);
  await page.goto(`/unpaid?open=${booking._id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check Status' }).click();
  await expect(dialog.getByText('Payment not yet Completed!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear Vehicle' })).toBeDisabled();
});
