import { bookTwelve, chip, chips, columnsOf, count, platesOf, rowsOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test('an address restores a list exactly, after a reload and with Back', async ({
  page,
  signIn,
}) => {
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
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(260);
});

test('filters are chosen, removed one by one, and cleared together', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { name } = await bookTwelve(client);
  const search = new URLSearchParams({ search: name }).toString();
  await page.goto(`/unpaid?${search}&page=2`);
  await expect(rowsOf(page)).toHaveCount(2);

  await chip(page, 'Zone').click();
  await page.getByRole('combobox', { name: 'Find zone' }).fill('zari');
  await page.getByRole('option', { name: 'Zaria' }).click();
  await expect(count(page, '6 bookings')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();

  await chip(page, 'Offence').click();
  const find = page.getByRole('combobox', { name: 'Find offence' });
  await find.fill('LGC-03');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await find.press('Enter');
  await expect(count(page, '3 bookings')).toBeVisible();

  await chip(page, 'Vehicle type').click();
  await page.getByRole('button', { name: 'Private' }).click();
  await expect(count(page, '2 bookings')).toBeVisible();

  await chip(page, 'Amount').click();
  await page.getByRole('textbox', { name: 'From' }).fill('5,000');
  await page.getByRole('textbox', { name: 'To' }).fill('1000');
  await page.getByRole('button', { name: 'Show these amounts' }).click();
  await expect(page.getByText('This is above the highest.')).toBeVisible();
  await page.getByRole('textbox', { name: 'To' }).fill('');
  await page.getByRole('button', { name: 'Show these amounts' }).click();
  await expect(chip(page, /^Amount From ₦5,000$/)).toBeVisible();

  await chip(page, 'Date').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(chip(page, /^Date Last 7 days$/)).toBeVisible();
  await expect(count(page, '2 bookings')).toBeVisible();

  await chip(page, 'Remove Vehicle type').click();
  await expect(count(page, '3 bookings')).toBeVisible();
  await page.goBack();
  await expect(count(page, '2 bookings')).toBeVisible();
  await chip(page, 'Clear all').click();
  await expect(page).toHaveURL('/unpaid');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(chip(page, /^Remove/)).toHaveCount(0);
});

test('a list that no booking matches says what was sought, and clears it', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  await page.goto('/unpaid?zone=Zaria&min=900000000');
  await expect(page.getByText('Nothing matches with 2 filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowsOf(page)).toHaveCount(10);
});

test('a list is sorted by its headers', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { name, plates } = await bookTwelve(client);
  await page.goto(`/unpaid?${new URLSearchParams({ search: name, limit: '15' }).toString()}`);
  await expect(rowsOf(page)).toHaveCount(12);
  const header = page.getByRole('columnheader', { name: 'Vehicle Registration' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => platesOf(page)).toEqual(plates);
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => platesOf(page)).toEqual(plates.toReversed());
});

test('columns are shown, hidden and ordered by keyboard', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/paid');
  await expect(rowsOf(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Amount' }).press('Space');
  await page.getByRole('checkbox', { name: 'Zone' }).press('Space');
  const forward = page.getByRole('button', { name: 'Move Amount forward' });
  await forward.press('Enter');
  await expect(forward).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  expect(await columnsOf(page)).toEqual([
    'Reference',
    'Date',
    'Driver Name',
    'Amount',
    'Vehicle Registration',
    'Actions',
  ]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('filters and sort stand in a sheet, and the chips under it', async ({ page, signIn }) => {
    await signIn('booking officer');
    await page.goto('/paid');
    await page.getByRole('button', { name: /^Filters/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest amount first');
    await sheet.getByText('Date', { exact: true }).tap();
    await sheet.getByRole('button', { name: 'This year' }).tap();
    await sheet.getByRole('button', { name: /^Show \d+ bookings?$/ }).tap();
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
  });
});
