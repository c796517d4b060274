import type { Page } from '@playwright/test';
import { noMoney } from '#contract/modules/after-ticket/papers.ts';
import { checkBooking } from '#contract/payments.ts';
import { markPaid } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { expect, refused, test } from './support/test.ts';

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const print = (page: Page, what: string) => page.getByRole('button', { name: what, exact: true });

test('the print menu shows the ticket in a tab, and says why there is no receipt yet', async ({
  page,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client, { name: 'Ɗanjuma Ọláṣẹ' });
  await page.goto(`/unpaid?open=${_id}`);
  await print(page, 'Print').click();
  await page.getByRole('radio', { name: '80 mm' }).check();

  const receipt = print(page, 'Print view, Payment receipt');
  await expect(receipt).toBeDisabled();
  await expect(receipt).toHaveAccessibleDescription('The payment is not confirmed yet.');
  await expect(row(page, 'Clearance slip')).toContainText('The vehicle is not cleared yet.');

  const opening = page.waitForEvent('popup');
  await print(page, 'Print view, Ticket').click();
  const view = await opening;
  await expect(view.getByRole('heading', { name: 'Traffic offence ticket' })).toBeVisible();
  await expect(view.getByText('Ɗanjuma Ọláṣẹ')).toBeVisible();
  await expect(view.getByText(noMoney)).toBeVisible();
  // The style came along: the roll is as narrow as its paper.
  await expect(view.getByRole('article')).toHaveCSS('width', /^302\.\d+px$/);
  await view.close();

  await server.query((db) => markPaid(db, _id));
  await page.goto(`/paid?open=${_id}`);
  await print(page, 'Print').click();
  const saving = page.waitForEvent('download');
  await print(page, 'PDF, Payment receipt').click();
  expect((await saving).suggestedFilename()).toBe(`receipt-${_id.slice(10)}-80mm.pdf`);
});

test(
  'Escape closes the print menu alone, and the focus goes back to its button',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer');
    const { _id } = await booked(client);
    await page.goto(`/unpaid?open=${_id}`);
    await print(page, 'Print').press('Enter');
    await expect(page.getByRole('radio', { name: 'A4' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('radio', { name: 'A4' })).toBeHidden();
    await expect(print(page, 'Print')).toBeFocused();
    await expect(page.getByRole('dialog', { name: /^Booking/ })).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('the code of a ticket leads to a page that works without script, to the payment, and says paid after it', async ({
    browser,
    server,
    signIn,
    complaints,
  }) => {
    const { client } = await signIn('booking officer');
    const { _id } = await billed(client, (await booked(client))._id);
    const { ticket_code: code } = await server.query((db) =>
      db
        .selectFrom('bookings')
        .select('ticket_code')
        .where('id', '=', _id)
        .executeTakeFirstOrThrow(),
    );
    const driver = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    const page = await driver.newPage();
    await page.goto(`${server.url}/t/${code}`);
    await expect(page.getByText('Ticket Issued')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the payment page' }).tap();
    await page.getByRole('button', { name: /^Pay ₦/ }).tap();
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
    await client.ok(checkBooking, { params: { id: _id } });

    await page.goto(`${server.url}/t/${code}`);
    await expect(page.getByText('Ticket Paid')).toBeVisible();
    await expect(page.getByRole('heading', { name: noMoney })).toBeVisible();
    await expect(page.getByText('Musa')).toHaveCount(0);
    await expect(page.getByText('ABC-123DE')).toHaveCount(0);

    complaints.allow(refused(404));
    const unknown = await page.goto(`${server.url}/t/000000000000000000`);
    expect(unknown?.headers()['permissions-policy']).toContain('camera=()');
    await expect(
      page.getByRole('heading', { name: 'This ticket has not been received yet.' }),
    ).toBeVisible();
    await driver.close();
  });
});
