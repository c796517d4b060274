import { expect, test } from '#tests/e2e/support/test.ts';
import { booked } from '#tests/support/journey.ts';
import { aPicture } from './pictures.ts';
import { link } from './screen.ts';

const toasts = 'Messages';

test('a toast appears at the top right', async ({ page, signIn }) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client, { offence: [{ id: 'VIL-06' }] });
  await page.goto(`/unpaid?open=${_id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Pay Bill' }).click();
  const toast = page
    .getByRole('region', { name: toasts })
    .or(page.getByLabel(toasts))
    .getByRole('alert')
    .filter({ hasText: 'No payment reference, cannot generate Payment url.' });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast has no place.');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box.x).toBeGreaterThan(width / 2);
  expect(width - (box.x + box.width)).toBeLessThan(width / 20);
  expect(box.y).toBeLessThan(height / 4);
});

test('adding and changing a user say that it was added and updated', async ({ page, signIn }) => {
  await signIn('state admin');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add New User' }).click();
  const form = page.getByRole('dialog', { name: 'Add New User' });
  const values = {
    'First Name': 'Zainab',
    'Last Name': 'Toasted',
    Email: 'zainab.toasted@example.com',
    Password: 'a password for tests',
    'Confirm Password': 'a password for tests',
  };
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByLabel('Role', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'User added' })).toBeVisible();

  await page.getByRole('searchbox').fill('Toasted');
  await page.getByRole('button', { name: 'Open Zainab Toasted' }).click();
  const detail = page.getByRole('dialog', { name: 'Zainab Toasted' });
  await detail.getByLabel(/^Username/).fill('z.toasted');
  await detail.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'User updated' })).toBeVisible();
});

test('what is removed from a form says that it was removed', async ({ page, signIn }) => {
  await signIn('booking officer', { zone: 'Zaria' });
  await page.goto('/insurance');
  await link(page, 'Collision').click();
  const form = page.getByRole('dialog', { name: 'New Collision Form', exact: true });
  const says = async (words: string) => {
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  };
  for (const [add, row] of [
    ['vehicle', 'Vehicle'],
    ['witness statement', 'Witness'],
    ['officer statement', 'Officer statement'],
  ] as const) {
    await form.getByRole('button', { name: `Add ${add}`, exact: true }).click();
    await form.getByRole('button', { name: `Remove ${row.toLowerCase()} 1` }).click();
    await says(`${row} removed`);
  }
  const evidence = form.getByRole('region', { name: 'Evidence' });
  const picture = await aPicture();
  await evidence
    .locator('input[type=file][accept^="image"]')
    .first()
    .setInputFiles({ ...picture, name: 'scene.jpg' });
  await form.getByRole('button', { name: 'Remove scene.jpg' }).click();
  await says('Picture removed');
});
