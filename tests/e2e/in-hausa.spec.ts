import type { Locator, Page } from '@playwright/test';
import { changeLanguages } from '#contract/languages.ts';
import { answerDispute } from '#contract/modules/after-ticket/disputes.ts';
import { noMoney } from '#contract/modules/after-ticket/papers.ts';
import { languageFiles, languagesForMs } from '#server/features/languages/queries.ts';
import { signedIn } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { keptOnDevice } from './support/kept-on-device.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, noNetwork, screens, test, unreachable } from './support/test.ts';

// Without a network a page needs its worker: see playwright.config.ts.
test.use({ ...screens['on a phone'], serviceWorkers: 'allow', ownWindow: true });

/** A sentence of the product as its file of Hausa says it. */
function ha(sentence: string): string {
  const known = languageFiles()
    .get('ha')
    ?.sentences.find((one) => one.sentence === sentence);
  if (!known?.forms[0]) throw new Error(`Hausa has no "${sentence}".`);
  return known.forms[0];
}

const button = (within: Page | Locator, sentence: string) =>
  within.getByRole('button', { name: ha(sentence), exact: true });
const field = (within: Page | Locator, sentence: string) =>
  within.getByLabel(ha(sentence), { exact: true });

test('in Hausa an officer signs in and books without a network, and the driver objects and reads the answer', async ({
  context,
  page,
  browser,
  server,
  complaints,
}) => {
  complaints.allow(noNetwork);
  complaints.allow(unreachable);
  const place = { state: 'Abuja', zone: 'Kuje' } as const;
  const officer = await server.query((db) => makeAccount(db, 'booking officer', place));
  const admin = await server.query((db) => makeAccount(db, 'state admin', { state: 'Abuja' }));
  const chief = await signedIn(server.url, admin.email);
  const offer = (offered: string[]) =>
    chief.ok(changeLanguages, {
      body: { offered, showsUnconfirmed: true, plainLetters: false },
    });
  await offer(['ha']);
  // The page of sign-in learns of it so much later.
  await page.waitForTimeout(2 * languagesForMs);

  await page.goto('/signin');
  await page.getByRole('button', { name: 'Hausa', exact: true }).tap();
  await field(page, 'Email').fill(officer.email);
  await field(page, 'Password').fill(testPassword);
  await button(page, 'Login').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Base' })).toBeVisible();
  await page.goto('/unpaid');
  await page.mouse.move(10, 10);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const copies = ['catalogue', 'language ha', 'languages', 'places'].map((copy) => `copy ${copy}`);
  await expect
    .poll(async () => {
      const { keys } = await keptOnDevice(page);
      return copies.filter((copy) => !keys.some((key) => key.startsWith(copy)));
    })
    .toEqual([]);
  // From its next start on, all of the page's files come through its worker.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid Bookings' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  await context.setOffline(true);

  await page
    .getByRole('navigation', { name: 'New record' })
    .getByRole('button', { name: 'Booking', exact: true })
    .tap();
  const form = page.getByRole('dialog', { name: ha('New Booking Form') });
  await form.getByRole('button', { name: new RegExp(`^${ha('Offences')}`) }).tap();
  // An officer's own word for a seat belt.
  await form.getByRole('combobox').fill('babu bel');
  await form.getByRole('option', { name: /LGC-16/ }).tap();
  await button(form, 'Done').tap();
  await field(form, 'Name').fill('Ladi Audu');
  await field(form, 'Phone number').fill('0900 555 0142');
  await field(form, 'Address').fill('Titin Benin 14');
  await field(form, 'Vehicle Registration').fill('ABJ-871KQ');
  await field(form, 'Language the driver reads').click();
  await page.getByRole('option', { name: 'Hausa', exact: true }).click();
  await button(form, 'Submit').tap();
  const waiting = page.getByRole('list', { name: 'bookings on this device' });
  await waiting.getByRole('button', { name: 'Show to driver' }).tap();
  await expect(page.getByRole('dialog').getByText(ha(noMoney))).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect.poll(() => bookingsOf(server, 'ABJ-871KQ')).toHaveLength(1);

  const [id = ''] = await bookingsOf(server, 'ABJ-871KQ');
  const code = await server.query((db) => ticketCodeOf(db, id));
  const theirs = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const theirPage = await theirs.newPage();
  const opens = async () => {
    await theirPage.goto(`/t/${code}/more`);
    await field(theirPage, 'Last four characters of your phone number or licence').fill('0142');
    await theirPage.getByRole('button', { name: ha('Continue') }).click();
  };
  await theirPage.goto(`/t/${code}`);
  await expect(theirPage.getByText(ha(noMoney))).toBeVisible();
  await opens();
  await field(theirPage, 'Why do you object?').selectOption(ha('Somebody else was driving'));
  await field(theirPage, 'What happened?').fill('Ƙanena ne yake tuƙi.');
  await theirPage.getByRole('button', { name: ha('Send the objection') }).click();
  await expect(
    theirPage.getByText(ha('You do not have to pay until you have the answer.')),
  ).toBeVisible();
  await chief.ok(answerDispute, {
    params: { id },
    body: { upheld: false, answer: 'Hoton ya nuna ku.' },
  });
  await opens();
  await expect(theirPage.getByText('Hoton ya nuna ku.')).toBeVisible();
  await expect(theirPage.locator('html')).toHaveAttribute('lang', 'ha');
  await theirs.close();
  await offer([]);
});
