import type { Locator, Page } from '@playwright/test';
import { anException } from '../support/exceptions.ts';
import { pressOn, tabTo, typeInto } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

// Its own: other tests of the same server find wrong amounts too.
const plate = 'KRD-417XA';

const panelOf = (page: Page) =>
  page.getByRole('dialog', { name: `Different amount paid, ${plate}` });
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name });
const rowOf = (page: Page) => button(page, `Open Different amount paid, ${plate}`);

test(
  'an exception is settled by one person and confirmed by another, by keyboard alone',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    const { client } = await signIn('state admin');
    await server.query((db) => anException(db, client, { registration: plate }));
    await page.goto('/report');
    await pressOn(page, page.getByRole('link', { name: 'Exceptions', exact: true }));
    await expect(page).toHaveTitle('Payment exceptions, Hanya');
    await expect(rowOf(page)).toBeVisible();

    await pressOn(page, rowOf(page));
    const panel = panelOf(page);
    await expect(panel).toContainText('₦1 was paid for a bill of ₦12,000');
    await pressOn(page, button(panel, 'Settle'));
    await expect(panel.getByText('Select a decision.')).toBeVisible();
    await tabTo(page, panel.getByRole('radio', { name: 'Refund' }));
    await page.keyboard.press('Space');
    await typeInto(page, panel.getByLabel('Reason'), 'The bank sends it back on Monday.');
    await pressOn(page, button(panel, 'Settle'));

    const waiting = panel.getByRole('region', { name: 'A second person must confirm this' });
    await expect(waiting).toContainText('Another state admin or a zonal head must confirm it');
    await expect(button(waiting, 'Confirm')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(rowOf(page)).toHaveCount(0);

    await signIn('zonal head', { zone: 'Zaria' });
    await page.goto('/');
    await pressOn(page, page.getByRole('link', { name: /needs? you/ }));
    await pressOn(page, page.getByRole('link', { name: new RegExp(`^${plate}: .*₦1 was paid`) }));
    await expect(panel).toContainText('The bank sends it back on Monday.');
    await pressOn(page, button(panel, 'Confirm'));
    await expect(panel).toContainText('Confirmed by');
    await page.keyboard.press('Escape');
    await pressOn(
      page,
      page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Settled/ }),
    );
    await expect(page).toHaveURL('/exceptions?state=settled');
    await expect(rowOf(page)).toBeVisible();
  },
);
