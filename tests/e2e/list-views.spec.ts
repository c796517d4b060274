import { readFile } from 'node:fs/promises';
import { booked } from '../support/journey.ts';
import { bookTwelve, columnsOf, count, rowsOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test('the file of a list holds the rows that are shown', async ({ page, signIn }) => {
  const { client } = await signIn('zonal head');
  const { name, plates } = await bookTwelve(client);
  await page.goto(`/unpaid?${new URLSearchParams({ search: name, zone: 'Zaria' }).toString()}`);
  await expect(count(page, '6 bookings')).toBeVisible();
  for (const [format, ending] of [
    ['CSV', 'csv'],
    ['Excel (XLSX)', 'xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
    const content = await readFile(await download.path());
    if (ending === 'csv') {
      const found = plates.filter((plate) => content.toString('utf8').includes(plate));
      expect(found).toEqual(plates.slice(0, 6));
    } else {
      expect(content.subarray(0, 2).toString()).toBe('PK');
    }
  }
});

test('only those who may export see the button', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/unpaid');
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
});

test('a view is kept, shared with the zone, and shows a colleague the same', async ({
  page,
  signIn,
}) => {
  const zone = 'Zaria';
  const { client } = await signIn('booking officer', { zone });
  const made = await booked(client, { zone, registration: 'VWS-101AA' });
  await page.goto('/unpaid?search=VWS-101AA&sort=name&columns=registration,date');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Keep this view' }).click();
  await page.getByLabel('Name of the view').fill('Only VWS');
  await page.getByLabel('Share with my zone').check();
  await page.getByRole('button', { name: 'Keep view' }).click();
  await expect(page.getByRole('button', { name: /^Only VWS/ })).toBeVisible();

  await signIn('zonal head', { zone });
  await page.goto('/unpaid');
  await page.getByRole('button', { name: 'Views' }).click();
  const shared = page.getByRole('button', { name: /^Only VWS.*Shared by/ });
  await shared.click();
  await expect(page).toHaveURL('/unpaid?search=VWS-101AA&sort=name&columns=registration,date');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(made.registration);
  expect(await columnsOf(page)).toEqual(['Vehicle Registration', 'Date', 'Actions']);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('button', { name: 'Change Only VWS' })).toBeHidden();
});

test('one’s own views are renamed and removed', async ({ page, signIn }) => {
  await signIn('observer');
  await page.goto('/collisions?period=year');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Keep this view' }).click();
  await page.getByRole('button', { name: 'Keep view' }).click();
  await expect(page.getByText('Give the view a name.')).toBeVisible();
  await page.getByLabel('Name of the view').fill('This year');
  await page.getByRole('button', { name: 'Keep view' }).click();
  const toasts = page.getByRole('status');
  await expect(toasts.filter({ hasText: 'View added' })).toBeVisible();
  await page.getByRole('button', { name: 'Change This year' }).click();
  await page.getByLabel('Name of the view').fill('The year');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toasts.filter({ hasText: 'View updated' })).toBeVisible();
  await page.getByRole('button', { name: 'Change The year' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toasts.filter({ hasText: 'View removed' })).toBeVisible();
  await expect(page.getByText(/^No views yet/)).toBeVisible();
});
