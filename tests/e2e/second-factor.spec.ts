import AxeBuilder from '@axe-core/playwright';
import { makeAccount, testPassword } from '../support/factories.ts';
import { codeOf } from '../support/second-factor.ts';
import { expect, test } from './support/test.ts';

test('an authenticator app is set up, and its code is asked for at the next sign-in', async ({
  page,
  server,
}) => {
  const { email } = await server.query((db) => makeAccount(db, 'state admin'));
  const enterPassword = async () => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await enterPassword();
  await expect(heading('Base')).toBeVisible();
  await page.goto('/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await page.locator('p', { hasText: /^Key/ }).locator('code').innerText()) //
    .replaceAll(' ', '');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).locator('li')).toHaveCount(10);
  // SHOTS
  await page.getByRole('button', { name: 'Logout' }).click();
  await enterPassword();
  await expect(heading('Enter your code')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(heading('Base')).toBeVisible();
});
