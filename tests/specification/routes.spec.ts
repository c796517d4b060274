import { expect, refused, test } from '#tests/e2e/support/test.ts';
import { colourOf, isRed, title } from './screen.ts';

/** Every rule of the spellings is in web/paths; these go through the real router. */
const misspelt = ['/admin/', '/ADMIN', '//paid', '/%70aid', '/paid/', '/signin/', '/RESETPASSWORD'];

test('a path in another spelling gets nobody round the guard: it is an unknown path', async ({
  page,
  server,
  signIn,
}) => {
  for (const path of misspelt) {
    await page.goto(server.url + path);
    await expect(page, path).toHaveURL(`${server.url}/signin`);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  }
  await signIn('operator');
  for (const path of misspelt) {
    await page.goto(server.url + path);
    await expect(title(page, 'Not found'), path).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  }
});

test('/signin has the fields Email and Password, the button Login and the ways around them', async ({
  page,
}) => {
  await page.goto('/signin');
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeEnabled();

  await page.getByRole('button', { name: 'Forgot password' }).click();
  await expect(title(page, 'Forgot password')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
  await expect(page.getByRole('button', { name: 'Login' })).toHaveCount(0);
});

test('/resetpassword has the heading Reset your password and the button Reset', async ({
  page,
}) => {
  await page.goto('/resetpassword#a-token-of-a-mail');
  await expect(title(page, 'Reset your password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeEnabled();
  await expect(page).toHaveURL('/resetpassword#a-token-of-a-mail');
});

test('what the server says against a sign-in stands in a red alert', async ({
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

test('another path is seen from its top', async ({ page, signIn }) => {
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
});
