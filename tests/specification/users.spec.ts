import type { Locator, Page } from '@playwright/test';
import { createUser } from '#contract/user-changes.ts';
import { expect, isCallOf, test } from '#tests/e2e/support/test.ts';
import { openSession } from '#tests/support/client.ts';
import { aPicture } from './pictures.ts';
import { rowsOf } from './screen.ts';

const password = 'a password for tests';
const email = 'hauwa.bello@example.com';
const typed = {
  Username: 'h.bello',
  'First Name': 'Hauwa',
  'Last Name': 'Bello',
  'Phone Number': '0900 555 0142',
  Email: email,
  Password: password,
  'Confirm Password': password,
};

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add New User', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add New User', exact: true });
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  return form;
}

test('11, 84a to 84d, 255a, 255b: a state admin adds a user, who then signs in', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('state admin');
  const form = await openForm(page);
  for (const [label, value] of Object.entries(typed)) {
    await form.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(value);
  }
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Booking officer' }).click();
  await form.getByRole('combobox', { name: 'Zone' }).click();
  await page.getByRole('option', { name: 'Hq, all zones' }).click();
  const picture = await aPicture();
  const gallery = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Gallery' }).click();
  await (await gallery).setFiles(picture);
  const sent = page.waitForRequest(isCallOf(createUser));
  await form.getByRole('button', { name: 'Submit' }).click();
  expect(await (await sent).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  await expect(form).toBeHidden();
  await page.getByRole('searchbox').fill(email);
  const row = rowsOf(page, 'Users');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Hauwa Bello');
  await openSession(server.url, email, password);
});
