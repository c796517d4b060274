import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/test.ts';
import { openSession } from '#tests/support/client.ts';
import { aPicture } from './pictures.ts';
import { rowsOf, title } from './screen.ts';

const field = (form: Locator, label: string) =>
  form.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).first();

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add New User', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add New User', exact: true });
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  return form;
}

async function fill(page: Page, form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(form, label).fill(value);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Booking officer' }).click();
}

const password = 'a password for tests';
const whole = {
  Username: 'h.bello',
  'First Name': 'Hauwa',
  'Last Name': 'Bello',
  'Phone Number': '0900 555 0142',
  Password: password,
  'Confirm Password': password,
};

test('Add New User opens a form with the fields of a user, a password twice and a picture', async ({
  page,
  signIn,
}) => {
  await signIn('state admin', { state: null });
  const form = await openForm(page);
  for (const label of [...Object.keys(whole), 'Email', 'Role', 'State', 'Zone']) {
    await expect(field(form, label), label).toBeVisible();
  }
  for (const label of ['Password', 'Confirm Password']) {
    await expect(field(form, label)).toHaveAttribute('type', 'password');
  }
  await expect(form.getByRole('group', { name: /^Profile Picture/ })).toBeVisible();
});

test('a state admin adds a user, who then signs in', async ({ page, server, signIn }) => {
  const { client } = await signIn('state admin');
  const email = 'hauwa.bello@example.com';
  const form = await openForm(page);
  await fill(page, form, { ...whole, Email: email });
  const picture = await aPicture();
  const gallery = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Gallery' }).click();
  await (await gallery).setFiles(picture);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByRole('button', { name: 'Submit' }).click();
  expect(await (await sent).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  await expect(form).toBeHidden();
  await page.getByRole('searchbox').fill(email);
  const row = rowsOf(page, 'Users');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Hauwa Bello');
  expect(client).toBeDefined();
  await openSession(server.url, email, password);
});

test('Add New User stands on the list of users and on no other', async ({ page, signIn }) => {
  await signIn('state admin');
  const button = page.getByRole('button', { name: 'Add New User' });
  for (const [path, heading] of [
    ['/unpaid', 'Unpaid Bookings'],
    ['/paid', 'Paid Bookings'],
    ['/completed', 'Completed Bookings'],
    ['/collisions', 'Accidents'],
  ] as const) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await expect(button).toHaveCount(0);
  }
  await page.goto('/admin');
  await expect(button).toBeVisible();
});

test('the list has its columns, and a card with name, state, role and zone', async ({
  page,
  server,
  signIn,
}) => {
  const { account } = await signIn('state admin', { zone: 'Zaria' });
  await server.query((db) =>
    db
      .updateTable('users')
      .set({ username: 'a.sule', phone: '0900 555 0199' })
      .where('id', '=', account?.id ?? '')
      .execute(),
  );
  await page.goto('/admin');
  await expect(page.getByRole('columnheader')).toHaveText([
    'State',
    'Role',
    'Username',
    'Name',
    'Email',
    'Phone',
    'Actions',
  ]);
  await page.getByRole('searchbox').fill(account?.email ?? '');
  const row = rowsOf(page, 'Users');
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('cell')).toHaveText([
    'Kaduna',
    'state admin',
    'a.sule',
    /Amina Sule.*Kaduna - state admin - Zaria/,
    account?.email ?? '',
    '0900 555 0199',
    /Open/,
  ]);
});

test('without a zone the card says Zone Hq', async ({ page, signIn }) => {
  const { account } = await signIn('observer');
  await page.goto('/admin');
  await page.getByRole('searchbox').fill(account?.email ?? '');
  await expect(rowsOf(page, 'Users')).toHaveCount(1);
  await expect(rowsOf(page, 'Users')).toContainText('Kaduna - observer - Zone Hq');
});

test('passwords that differ are refused in the words of the document', async ({ page, signIn }) => {
  await signIn('state admin');
  const form = await openForm(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  const values = { ...whole, Email: 'two.passwords@example.com' };
  await fill(page, form, { ...values, 'Confirm Password': 'another password' });
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(
    form.getByText('Password and Confirm password should be the same').first(),
  ).toBeVisible();
  await expect(field(form, 'Confirm Password')).toHaveAccessibleDescription(
    /Password and Confirm password should be the same/,
  );
  expect(sent).not.toContain('POST');
});

test('an observer sees the form, and can’t submit it', async ({ page, signIn }) => {
  await signIn('observer');
  const form = await openForm(page);
  const submit = form.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(/your role: observer/);
});
