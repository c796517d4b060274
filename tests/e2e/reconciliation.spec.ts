import type { Page } from '@playwright/test';
import { readDifferences } from '#contract/modules/money/differences.ts';
import { decideStatement } from '#contract/modules/money/statements.ts';
import { signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { type History, storeHistory } from '#tests/support/histories.ts';
import { findings } from './support/axe-run.ts';
import { expect, refused, test } from './support/test.ts';

const usual: History = {
  lines: [{ code: '12020501', naira: 5_000 }],
  made: '2023-03-03T10:00:00Z',
  billed: true,
  paid: null,
  cleared: false,
  withdrawnBy: null,
  odd: 0,
};
const days = 'from=2023-03-01&to=2023-03-05';

const send = (page: Page, content: string) =>
  page
    .getByLabel('Statement from the payment gateway or the bank, a CSV or Excel file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

test(
  'a state admin sees what came in, sends the bank’s file, and is told bill by bill what differs',
  { tag: '@night' },
  async ({ page, server, signIn, complaints }) => {
    complaints.allow(refused(400));
    const { account } = await signIn('state admin', { state: 'Kaduna' });
    const id = account?.id ?? '';
    const bills = await server.query(async (db) => {
      const paid = '2023-03-04T09:00:00Z';
      const told = await storeHistory(db, id, { ...usual, paid });
      const untold = await storeHistory(db, id, { ...usual, paid, cleared: true });
      await storeHistory(db, id, { ...usual, made: '2023-03-05T10:00:00Z', odd: 1 });
      return { told: told.billRef ?? '', untold: untold.billRef ?? '' };
    });

    await page.goto('/report');
    await page.getByRole('link', { name: /^Reconciliation/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible();
    await page.goto(`/reconciliation?${days}`);
    const table = page.getByRole('table', { name: 'Reconciliation by day' });
    await expect(table.locator('tbody').getByRole('row')).toHaveCount(3);
    const totals = page.getByRole('region', { name: 'Totals' });
    await expect(
      totals.getByRole('link', { name: 'Received on these days: 2 payments' }),
    ).toHaveText('₦10,000');
    await expect(totals).toContainText('1 booking paid and not cleared');
    await expect(
      totals.getByRole('link', { name: '1 open exception of these bookings' }),
    ).toBeVisible();
    expect(await findings(page, 'light')).toEqual([]);

    await table.getByRole('link', { name: 'Issued, 2023-03-03: 2 bookings, ₦10,000' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All bookings' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '2 bookings' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Revenue head' }).click();
    await expect(
      page.getByRole('link', { name: 'Outstanding, 12020501: 1 line, ₦5,000' }),
    ).toBeVisible();
    expect(new URL(page.url()).searchParams.get('by')).toBe('head');

    await page.getByRole('link', { name: 'Differences' }).click();
    await expect(
      page.getByText('There is no statement from the payment gateway for 1 to 5 March 2023.'),
    ).toBeVisible();
    await expect(page.getByText('Hanya cannot compare 2 payments of ₦10,000 yet.')).toBeVisible();
    const head = 'Date,Reference,Receipt,Amount\n';
    await send(page, `${head}2023-03-04,${bills.told},1,"5.000,00"\n`);
    const statements = page.getByRole('region', { name: 'Statements' });
    await expect(statements.getByRole('alert')).toContainText(
      'Hanya did not store the statement. Line 2, column Amount says “5.000,00”',
    );
    await page.getByText('Days in the statement').click();
    await page.getByLabel('First day').fill('2023-03-03');
    await page.getByLabel('Last day').fill('2023-03-04');
    await send(page, `${head}2023-03-04,${bills.told},1,"5,000.00"\n2023-03-04,STRAY,2,70.50\n`);
    const check = page.getByRole('dialog', { name: 'Check the statement' });
    const whose = check.getByRole('combobox', { name: 'Whose statement is it?' });
    await expect(whose).toHaveValue('PayKaduna: its settlement report');
    await check.getByRole('button', { name: 'Send the statement' }).click();
    await expect(
      page.getByText('Hanya has the statement for 2023-03-03 to 2023-03-04'),
    ).toBeVisible();
    await expect(
      page.getByText('To be confirmed by a second person, not compared yet'),
    ).toBeVisible();
    const { email } = await server.query((db) => makeAccount(db, 'state admin'));
    const second = await signedIn(server.url, email);
    const asked = { from: '2023-03-01', to: '2023-03-05' };
    const { data } = await second.ok(readDifferences, { query: asked });
    const params = { id: data.statements[0]?.id ?? '' };
    await second.ok(decideStatement, { params, body: { agrees: true } });
    // The days that are shown became those of the statement.
    await expect(page).toHaveURL(/from=2023-03-03&to=2023-03-04/);
    const shown = new URL(page.url());
    shown.searchParams.set('from', asked.from);
    shown.searchParams.set('to', asked.to);
    await page.goto(shown.href);
    await expect(
      page.getByText('There is no statement from the payment gateway for 1, 2 and 5 March 2023.'),
    ).toBeVisible();
    const rows = page.getByRole('table', { name: 'Differences' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'STRAY' })).toContainText('Not in Hanya');
    await expect(rows.filter({ hasText: bills.untold })).toContainText('Not in the statement');
    const sums = page.getByRole('region', { name: 'Totals' });
    await expect(sums).toContainText('-₦4,929.50');
    await expect(sums).toContainText('The list explains the whole difference.');
    const ways = page.getByRole('table', { name: 'Hanya, gateway and bank' });
    await expect(ways.locator('tbody').getByRole('row')).toHaveText([
      /2023-03-04.*₦10,000.*₦5,070\.50.*-₦4,929\.50.*No statement/,
    ]);
    for (const scheme of ['light', 'dark'] as const)
      expect(await findings(page, scheme)).toEqual([]);

    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^differences-.*\.csv$/);
  },
);

test(
  'columns that nobody can tell are chosen over the first lines, and chosen for the next file',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('state admin');
    await page.goto('/reconciliation?show=differences&from=2023-05-01&to=2023-05-05');
    const lines = (from: number) =>
      Array.from({ length: 12 }, (_line, index) => `2023-05-02,B-${from + index},5000,N`).join(
        '\n',
      );
    await send(page, `Zenith of Kaduna,,,\nDay,What for,Sum,Mark\n${lines(1)}\n`);
    const dialog = page.getByRole('dialog', { name: 'Contents of the columns' });
    await expect(dialog.getByRole('row')).toHaveCount(11);
    await expect(dialog.getByRole('button', { name: 'Read the statement' })).toBeDisabled();
    for (const [column, role] of [
      ['Day', 'Date'],
      ['What for', 'Bill reference'],
      ['Sum', 'Amount'],
      ['Mark', 'Not used'],
    ] as const) {
      await dialog.getByRole('combobox', { name: column, exact: true }).click();
      await page.getByRole('option', { name: role, exact: true }).click();
    }
    await dialog.getByRole('button', { name: 'Read the statement' }).click();
    const check = page.getByRole('dialog', { name: 'Check the statement' });
    await check.getByRole('button', { name: 'Send the statement' }).click();
    await expect(page.getByText('Hanya has the statement for 2023-05-02: 12 lines')).toBeVisible();
    await expect(page).toHaveURL(/from=2023-05-02&to=2023-05-02/);

    await expect(
      page.getByText('To be confirmed by a second person, not compared yet'),
    ).toBeVisible();

    await send(page, `Day,What for,Sum,Mark\n${lines(21)}\n`);
    await expect(check).toContainText(
      'Hanya reads the columns as it did in the last file from this bank.',
    );
    await check.getByRole('button', { name: 'Change the columns' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Sum', exact: true })).toHaveValue('Amount');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findings(page, 'light')).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Read the statement' }).click();
    await expect(dialog).toBeHidden();
    await check.getByRole('button', { name: 'Send the statement' }).click();
    await expect(check).toBeHidden();
  },
);
