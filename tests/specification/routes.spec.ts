import { expect, refused, test } from '#tests/e2e/support/test.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { colourOf, isRed, title } from './screen.ts';

// The other spellings are in screens/routes; here the server and a real browser have their say.
test('a path in another spelling gets nobody round the guard: it is an unknown path', async ({
  page,
  server,
  signIn,
  complaints,
}) => {
  complaints.allow(refused(404));
  await page.goto(`${server.url}//admin/`);
  await expect(page).toHaveURL(`${server.url}/signin`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn('operator');
  await page.goto(`${server.url}//admin/`);
  await expect(title(page, 'Not found')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('64b, 287a: what the server says against a sign-in stands in a red alert', async ({
  page,
  complaints,
}) => {
  complaints.allow(refused(401));
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill('nobody@hanya.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The email or the password is wrong.');
  expect(isRed(await colourOf(alert.locator('svg').first()))).toBe(true);
});

test('21d: another path is seen from its top, and so is the one that Back leads to', async ({
  page,
  signIn,
}) => {
  await signIn('state admin');
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/completed');
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Paid & Awaiting Clearance' })
    .click();
  await expect(title(page, 'Paid Bookings')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10);
  await expect(title(page, 'Completed Bookings')).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('21d: a sign-in page that was scrolled leads to the top of the first screen', async ({
  page,
  server,
}) => {
  const { email } = await server.query((db) => makeAccount(db, 'state admin'));
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(title(page, 'Base')).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
