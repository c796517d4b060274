import type { Page } from '@playwright/test';
import { listUsers } from '#contract/users.ts';
import { count, rowsOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

/** The answers of a call, which can be held and let go. */
async function answersOf(page: Page, call: string) {
  let gate = Promise.withResolvers<undefined>();
  gate.resolve(undefined);
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return {
    hold: () => {
      gate = Promise.withResolvers();
    },
    letGo: () => gate.resolve(undefined),
  };
}

const loading = (page: Page) => page.locator('main [aria-busy=true]');
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

const lists = [
  ['/bookings', 'All Bookings', '**/api/v1/booking?*', /^[\d,]+ bookings$/],
  ['/unpaid', 'Unpaid Bookings', '**/api/v1/booking?*', /^[\d,]+ bookings$/],
  ['/collisions', 'Accidents', '**/api/v1/collision?*', /^[\d,]+ collisions$/],
  ['/admin', 'Users', '**/api/v1/users?*', /^[\d,]+ users$/],
] as const;

test('a list that comes after the feed shows neither its rows nor a sum until it is answered', async ({
  page,
  signIn,
}) => {
  await signIn('state admin');
  const answers = await answersOf(page, '**/api/v1/booking?*');
  await page.goto('/bookings');
  await expect(rowsOf(page)).toHaveCount(10);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Base' }).click();
  const feed = page.getByRole('region', { name: 'Live feed' });
  await expect(feed.getByRole('listitem')).toHaveCount(12);

  answers.hold();
  const asked = page.waitForRequest('**/api/v1/booking?*');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'All Bookings' })).toBeVisible();
  await asked;
  await expect(loading(page)).toHaveCount(1);
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(count(page, '[\\d,]+ bookings?')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('₦');
  answers.letGo();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(page.locator('main')).toContainText(/₦[\d,]+ in all/);
});

for (const [path, heading, call, counted] of lists) {
  test(`${heading}: rows and count are those of the search and the page that are asked for`, async ({
    page,
    signIn,
  }) => {
    await signIn('state admin', { state: null });
    const answers = await answersOf(page, call);
    await page.goto(path);
    await expect(rowsOf(page)).toHaveCount(10);
    const before = await rowsOf(page).allTextContents();
    const words = page.getByRole('status').filter({ hasText: counted });
    await expect(words).toBeVisible();

    // Another page: the same list, so its count still holds.
    answers.hold();
    await pager(page).getByRole('button', { name: 'Next page' }).click();
    await expect(loading(page)).toHaveCount(1);
    await expect(rowsOf(page)).toHaveCount(0);
    await expect(words).toBeVisible();
    await expect(pager(page)).toContainText('Page 2 of');
    answers.letGo();
    await expect(rowsOf(page)).toHaveCount(10);
    const second = await rowsOf(page).allTextContents();
    expect(second.filter((row) => before.includes(row))).toEqual([]);

    // Another search: another list.
    answers.hold();
    await page.getByRole('searchbox').fill('nobody was ever here');
    await expect(loading(page)).toHaveCount(1);
    await expect(rowsOf(page)).toHaveCount(0);
    await expect(words).toHaveCount(0);
    await expect(pager(page)).toHaveCount(0);
    answers.letGo();
    await expect(page.getByRole('heading', { name: /^No items found$/i })).toBeVisible();

    // Back is where the rows were, once they are answered anew.
    answers.hold();
    await page.goBack();
    await expect(loading(page)).toHaveCount(1);
    await expect(rowsOf(page)).toHaveCount(0);
    answers.letGo();
    await expect.poll(() => rowsOf(page).allTextContents()).toEqual(second);
  });
}

test('a user who is added to full pages stands last of all, and no page grows beyond its size', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('state admin');
  const { total } = await client.ok(listUsers);
  expect(total).toBeGreaterThan(10);
  await page.goto('/admin');
  await expect(count(page, `${total} users`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(10);
  const before = await rowsOf(page).allTextContents();

  await page.getByRole('button', { name: 'Add New User', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add New User', exact: true });
  for (const [label, value] of [
    ['First Name', 'Zainab'],
    ['Last Name', 'Lastofall'],
    ['Email', 'zainab.lastofall@example.com'],
    ['Password', 'a password for tests'],
    ['Confirm Password', 'a password for tests'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();

  await expect(count(page, `${total + 1} users`)).toBeVisible();
  expect(await rowsOf(page).allTextContents()).toEqual(before);
  const last = Math.ceil((total + 1) / 10);
  await expect(pager(page)).toContainText(`Page 1 of ${last}`);
  await page.goto(`/admin?page=${last}`);
  await expect(rowsOf(page).last()).toContainText('Zainab Lastofall');
});
