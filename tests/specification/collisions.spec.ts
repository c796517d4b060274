import { expect, test } from '#tests/e2e/support/test.ts';
import { dateOf } from '#web/format/time.ts';
import { recorded } from './recorded.ts';
import { colourOf, isRed, rowsOf, title } from './screen.ts';

test('101a to 101c: the list has its columns, and a red card with the first vehicle', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const plate = 'CRA-101SH';
  const { createdAt } = await recorded(client, plate);
  await page.goto('/collisions');
  await expect(title(page, 'Accidents')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Reference',
    'Date',
    'Zone',
    'Location',
    'Fatalities',
    'Injuries',
    'Actions',
  ]);
  await page.getByRole('searchbox').fill(plate);
  const row = rowsOf(page, 'Accidents');
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('cell')).toHaveText([
    /Accident/,
    new RegExp(dateOf(createdAt)),
    /Zaria/,
    /Kwangila bridge/,
    /1/,
    /3/,
    /Open/,
  ]);
  await expect(row).toContainText(`Musa Danladi ${plate}`);
  await expect(row).not.toContainText('Toyota');
  await expect(row).not.toContainText('Somebody Else');
  const card = row.getByText('Accident', { exact: true });
  expect(isRed(await colourOf(card, 'backgroundColor'))).toBe(true);
});
