import type { Locator, Page } from '@playwright/test';
import { opened } from './axe-dialogs.ts';
import { interfere } from './axe-hold.ts';
import type { Place } from './axe-matrix.ts';
import { asElsewhere, list, still } from './axe-screens.ts';

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const panel = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden]), main article');

const invalid = (page: Page) => page.locator('[aria-invalid=true]');

/** What the record of an address looks like at one moment. */
const sample = (
  name: string,
  address: Place['address'],
  { as = 'state admin', shows }: { as?: Place['as']; shows: (page: Page) => Locator },
): Place => ({ name, as, address, states: { ...still, data: { shows } } });

const exceptions: readonly Place[] = [
  list('Payment exceptions', '/exceptions'),
  sample('Payment exceptions to confirm', '/exceptions?state=proposed', { shows: rows }),
  sample('Payment exceptions that are settled', '/exceptions?state=settled', { shows: rows }),
  {
    name: 'An exception',
    as: 'state admin',
    address: ({ exception }) => `/exceptions?open=${exception}`,
    states: {
      ...still,
      ...asElsewhere,
      data: { shows: (page) => panel(page).getByRole('form', { name: 'Settle' }) },
      errors: {
        by: (page) => button(panel(page), 'Settle').click(),
        shows: (page) => page.getByText('Select a decision.'),
      },
    },
  },
  {
    name: 'A bill that is looked for',
    as: 'state admin',
    address: ({ doubtfulException }) => `/exceptions?open=${doubtfulException}`,
    open: (page) => panel(page).getByRole('radio', { name: 'Bill found' }).click(),
    states: {
      ...still,
      data: { shows: (page) => panel(page).getByLabel('Bill reference') },
      errors: { by: (page) => button(panel(page), 'Settle').click(), shows: invalid },
    },
  },
  sample('An exception of an observer', ({ exception }) => `/exceptions?open=${exception}`, {
    as: 'observer',
    shows: (page) => panel(page).getByText('A state admin can settle it.'),
  }),
  sample(
    'An exception waiting for a second person',
    ({ waitingException }) => `/exceptions?state=proposed&open=${waitingException}`,
    { shows: (page) => panel(page).getByText('You proposed this settlement.') },
  ),
  sample(
    'An exception to confirm',
    ({ waitingException }) => `/exceptions?state=proposed&open=${waitingException}`,
    { as: 'zonal head', shows: (page) => button(panel(page), 'Confirm') },
  ),
  sample(
    'A settled exception',
    ({ settledException }) => `/exceptions?state=settled&open=${settledException}`,
    { shows: (page) => panel(page).getByText('Confirmed by') },
  ),
  sample('A booking with an exception', ({ oddBooking }) => `/bookings?open=${oddBooking}`, {
    shows: (page) => panel(page).getByRole('link', { name: 'Settle this' }),
  }),
];

const fee: Place = {
  name: 'Propose a fee',
  as: 'state admin',
  address: ({ pricedOffence }) => `/fees?open=${pricedOffence}`,
  states: {
    ...still,
    ...asElsewhere,
    data: { shows: (page) => panel(page).getByText('Future', { exact: true }) },
    errors: { by: (page) => button(panel(page), 'Propose fee').click(), shows: invalid },
  },
};

async function refuseStatement(page: Page): Promise<void> {
  const content = 'Date,Reference,Receipt,Amount\n2023-03-04,STRAY,1,"5.000,00"\n';
  await page.getByText('Days in the statement').click();
  await page
    .getByLabel('Statement from the payment gateway or the bank, a CSV or Excel file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const reconciliation: readonly Place[] = [
  {
    name: 'Reconciliation',
    as: 'state admin',
    address: ({ statementDays }) => `/reconciliation?${statementDays}`,
    asks: /^\/api\/v1\/reconciliation$/,
    states: {
      ...still,
      ...asElsewhere,
      loading: { shows: (page) => page.locator('main [aria-busy=true]') },
      data: { shows: (page) => page.getByRole('region', { name: 'Totals' }) },
      failing: { shows: (page) => heading(page, 'The list could not be loaded') },
    },
  },
  {
    name: 'Differences',
    as: 'state admin',
    address: ({ statementDays }) => `/reconciliation?show=differences&${statementDays}`,
    states: {
      ...still,
      ...asElsewhere,
      data: { shows: (page) => rows(page).filter({ hasText: 'Not in Hanya' }) },
      errors: {
        by: refuseStatement,
        shows: (page) =>
          page.getByRole('alert').filter({ hasText: 'Hanya did not store the statement.' }),
      },
    },
  },
  sample(
    'Days without a statement',
    '/reconciliation?show=differences&from=2023-03-01&to=2023-03-05',
    { shows: (page) => heading(page, 'Nothing to compare with') },
  ),
];

const bookings: readonly Place[] = [
  {
    name: 'Withdraw a booking?',
    as: 'state admin',
    address: ({ unpaid }) => `/bookings?open=${unpaid}`,
    async open(page) {
      await button(panel(page), 'More').click();
      await button(page, 'Withdraw booking').click();
    },
    states: {
      ...still,
      data: { shows: (page) => page.getByRole('dialog', { name: /^Withdraw / }) },
      errors: {
        async by(page) {
          const asking = page.getByRole('dialog', { name: /^Withdraw / });
          await asking.getByLabel('Reason').fill('Booked twice at the same roadblock.');
          const leave = await interfere(page, /\/withdrawal$/, { fate: 'failed', uncached: false });
          await button(asking, 'Withdraw booking').click();
          await invalid(page).waitFor();
          await leave();
        },
        shows: invalid,
      },
    },
  },
  opened(
    'A withdrawn booking',
    ({ withdrawn }) => `/bookings?open=${withdrawn}`,
    (page) => page.getByText('This booking was withdrawn.'),
  ),
  {
    name: 'History of a booking',
    as: 'state admin',
    address: ({ unpaid }) => `/bookings?open=${unpaid}`,
    open: (page) => button(panel(page), 'History').click(),
    asks: /^\/api\/v1\/history\//,
    states: {
      ...still,
      ...asElsewhere,
      loading: { shows: (page) => panel(page).locator('[aria-busy=true]') },
      data: {
        by: (page) => panel(page).locator('summary').first().click(),
        shows: (page) => page.getByRole('list', { name: 'History' }).getByRole('listitem'),
      },
    },
  },
];

/** Exceptions, fees, reconciliation, and what the money's work shows in a booking. */
export const money: readonly Place[] = [...exceptions, fee, ...reconciliation, ...bookings];
