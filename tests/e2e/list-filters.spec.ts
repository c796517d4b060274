import { bookedAndPaid } from '../support/journey.ts';
import { bookTwelve, chip, chips, columnsOf, count, platesOf, rowsOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test(
  'an address restores a list exactly, after a reload and with Back',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('state admin');
    const { name } = await bookTwelve(client);
    const query = new URLSearchParams({ search: name, period: 'today', by: 'made', min: '1000' });
    query.set('sort', 'registration');
    query.set('page', '2');
    const address = `/bookings?${query.toString()}&columns=registration,amount,zone`;
    const columns = ['Vehicle Registration', 'Amount', 'Zone', 'Actions'];
    await page.setViewportSize({ width: 1440, height: 420 });
    await page.goto(`${address}&colour=red&zone=`);

    const shows = async () => {
      await expect(count(page, '12 bookings')).toBeVisible();
      await expect(page.getByText('Page 2 of 2')).toBeVisible();
      await expect.poll(() => platesOf(page)).toEqual(['YKB-210AA', 'YKB-211AA']);
      expect(await columnsOf(page)).toEqual(columns);
      await expect(chip(page, /^Date Today$/)).toBeVisible();
      await expect(chip(page, /^Amount From ₦1,000$/)).toBeVisible();
      const sorted = page.getByRole('columnheader', { name: 'Vehicle Registration' });
      await expect(sorted).toHaveAttribute('aria-sort', 'ascending');
    };
    await shows();
    await page.reload();
    await shows();

    await rowsOf(page).first().getByRole('button', { name: 'Open' }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`YKB-210AA, ${name}`) });
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await shows();

    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(rowsOf(page)).toHaveCount(10);
    await page.mouse.wheel(0, 260);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(260);
    await page.getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports Overview' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(10);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  },
);

test(
  'columns are shown, hidden and ordered by keyboard',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const { client } = await signIn('booking officer');
    await server.query((db) => bookedAndPaid(client, db, { registration: 'CLM-101KB' }));
    await page.goto('/paid');
    await expect(rowsOf(page).filter({ hasText: 'CLM-101KB' })).toBeVisible();
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Amount' }).press('Space');
    await page.getByRole('checkbox', { name: 'Zone' }).press('Space');
    const up = page.getByRole('button', { name: 'Move Amount up' });
    await up.press('Enter');
    await expect(up).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'View', exact: true })).toBeFocused();
    expect(await columnsOf(page)).toEqual([
      'Reference',
      'Date',
      'Driver Name',
      'Amount',
      'Vehicle Registration',
      'Actions',
    ]);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'filters and sort stand in a sheet, and the chips under it',
    { tag: '@night' },
    async ({ page, signIn }) => {
      await signIn('booking officer');
      await page.goto('/paid');
      await page.getByRole('button', { name: /^Filters/ }).tap();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest amount first');
      await sheet.getByText('Date', { exact: true }).tap();
      await sheet.getByRole('button', { name: 'This year' }).tap();
      await sheet.getByRole('button', { name: /^Show [\d,]+ bookings?$/ }).tap();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL('/paid?sort=price&period=year');
      await expect(chips(page)).toContainText('Date This year');
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide).toBe(false);
      await chip(page, 'Remove Date').tap();
      await expect(page).toHaveURL('/paid?sort=price');
      await expect(chips(page)).toBeHidden();
    },
  );
});
