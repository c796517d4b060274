import type { Page } from '@playwright/test';
import { makeAccount } from '../support/factories.ts';
import { columnsOf, count, rowsOf } from './support/lists.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Adds three people of one last name: an observer, an operator, and a state admin who never signed in. */
async function addThree(server: RunningServer, lastName: string): Promise<void> {
  await server.query(async (db) => {
    const add = async (first_name: string, changes: object) => {
      const { id } = await makeAccount(db, 'operator', { zone: 'Zaria' });
      const named = { first_name, last_name: lastName, ...changes };
      await db.updateTable('users').set(named).where('id', '=', id).execute();
    };
    await add('Bala', { role: 'observer', last_active: '2024-05-01T09:30:00Z' });
    await add('Amina', { zone: null, last_active: '2025-05-01T09:30:00Z' });
    await add('Chidi', { role: 'state admin' });
  });
}

async function namesOf(page: Page): Promise<(string | undefined)[]> {
  const texts = await rowsOf(page).allTextContents();
  return texts.map((text) => /Amina|Bala|Chidi/.exec(text)?.[0]);
}

test('the users are sorted by their headers, and Back and a reload keep to it', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('state admin');
  await addThree(server, 'Sorteda');
  await page.goto('/admin?search=Sorteda');
  await expect.poll(() => namesOf(page)).toEqual(['Bala', 'Amina', 'Chidi']);
  const name = page.getByRole('columnheader', { name: 'Name', exact: true });
  await name.getByRole('button').click();
  await expect(page).toHaveURL('/admin?search=Sorteda&sort=name');
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => namesOf(page)).toEqual(['Amina', 'Bala', 'Chidi']);
  await name.getByRole('button').press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['Chidi', 'Bala', 'Amina']);
  await page.getByRole('columnheader', { name: 'Role' }).getByRole('button').click();
  await expect.poll(() => namesOf(page)).toEqual(['Chidi', 'Amina', 'Bala']);
  await page.goBack();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(page).toHaveURL('/admin?search=Sorteda&sort=-name');
  await expect.poll(() => namesOf(page)).toEqual(['Chidi', 'Bala', 'Amina']);
});

test('the address of the users names their columns, and the chooser changes them', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('observer');
  await addThree(server, 'Columned');
  await page.goto('/admin?search=Columned&sort=-lastActive&columns=name,lastActive,nonsense');
  await expect.poll(() => namesOf(page)).toEqual(['Amina', 'Bala', 'Chidi']);
  expect(await columnsOf(page)).toEqual(['Name', 'Last active', 'Actions']);
  await expect(rowsOf(page).first()).toContainText('2025-05-01');
  await expect(rowsOf(page).last()).toContainText('Never');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Zone' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/columns=name,lastActive,zone$/);
  expect(await columnsOf(page)).toEqual(['Name', 'Last active', 'Zone', 'Actions']);
});

test('a user who is added in another order finds their place', async ({ page, server, signIn }) => {
  const { client } = await signIn('state admin');
  expect(client).toBeDefined();
  await addThree(server, 'Placed');
  await page.goto('/admin?search=Placed&sort=name');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Add New User', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add New User', exact: true });
  for (const [label, value] of [
    ['First Name', 'Abdul'],
    ['Last Name', 'Placed'],
    ['Email', 'abdul.placed@example.com'],
    ['Password', 'a password for tests'],
    ['Confirm Password', 'a password for tests'],
  ] as const)
    await form
      .getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
      .first()
      .fill(value);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Booking officer' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(rowsOf(page).first()).toContainText('Abdul');
});

test('a state admin takes the users as a file, an observer is offered none', async ({
  page,
  server,
  signIn,
}) => {
  await signIn('state admin');
  await addThree(server, 'Filed');
  await page.goto('/admin?search=Filed');
  await expect(count(page, '3 users')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  await signIn('observer');
  await page.goto('/admin?search=Filed');
  await expect(count(page, '3 users')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the users are sorted from a sheet', async ({ page, server, signIn }) => {
    await signIn('state admin');
    await addThree(server, 'Handheld');
    await page.goto('/admin?search=Handheld');
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Sort' });
    await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Last active first');
    await sheet.getByRole('button', { name: 'Show 3 users' }).click();
    await expect(page).toHaveURL('/admin?search=Handheld&sort=-lastActive');
    await expect(page.getByRole('article').first()).toContainText('Amina');
  });
});
