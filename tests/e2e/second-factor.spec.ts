import AxeBuilder from '@axe-core/playwright';
import { makeAccount, testPassword } from '../support/factories.ts';
import { codeOf } from '../support/second-factor.ts';
import { expect, refused, test } from './support/test.ts';

test(
  'an authenticator app is set up, and its code is asked for at the next sign-in',
  { tag: '@night' },
  async ({ page, server }) => {
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
    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword();
    await expect(heading('Enter your code')).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(heading('Base')).toBeVisible();
  },
);

test.describe(() => {
  test.use({ ownWindow: true });

  test('a passkey is added, signs in after the password, and proves again who is there', async ({
    page,
    server,
    complaints,
  }) => {
    complaints.allow(refused(403));
    const { id, email } = await server.query((db) => makeAccount(db, 'booking officer'));
    // Passkeys belong to a name, never to a number.
    const origin = server.url.replace('127.0.0.1', 'localhost');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    const enterPassword = async () => {
      await page.goto(`${origin}/signin`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: 'Login' }).click();
    };
    const base = page.getByRole('heading', { level: 1, name: 'Base' });
    await enterPassword();
    await expect(base).toBeVisible();
    await page.goto(`${origin}/security`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Work phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).locator('li')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have written the codes down' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work phone');

    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(base).toBeVisible();

    await server.query((db) =>
      db
        .updateTable('sessions')
        .set({ proved_at: new Date(Date.now() - 3_600_000) })
        .where('user_id', '=', id)
        .execute(),
    );
    await page.goto(`${origin}/security`);
    await page.getByRole('button', { name: 'Remove passkey: Work phone' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await asked.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Passkey removed')).toBeVisible();
  });
});
