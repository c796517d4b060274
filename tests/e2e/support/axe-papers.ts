import type { Page } from '@playwright/test';
import {
  type PaperKind,
  paperKinds,
  paperNames,
  type PaperSize,
  paperSizeNames,
  paperSizes,
} from '#contract/modules/after-ticket/papers.ts';
import type { Place } from './axe-matrix.ts';
import type { Records } from './axe-records.ts';
import { still } from './axe-screens.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openMenu = (page: Page) => button(page, 'Print').click();

const printMenu = (name: string, address: Place['address']): Place => ({
  name,
  as: 'state admin',
  address,
  open: openMenu,
  states: { ...still, data: { shows: (page) => page.getByText('Clearance slip') } },
});

/** What the print view of a cleared booking opens in a tab of its own. */
const printView = (kind: PaperKind, size: PaperSize): Place => ({
  name: `${paperNames[kind]}, ${paperSizeNames[size]}`,
  as: 'state admin',
  address: ({ completed }) => `/completed?open=${completed}`,
  async openTab(page) {
    await openMenu(page);
    await page.getByRole('radio', { name: paperSizeNames[size] }).check();
    const opening = page.waitForEvent('popup');
    await button(page, `Print view, ${paperNames[kind]}`).click();
    return opening;
  },
  states: { ...still, data: { shows: (page) => page.getByRole('heading', { level: 1 }) } },
});

/** What is opened from an unpaid booking. */
const overBooking = (name: string, opener: string): Place => ({
  name,
  as: 'state admin',
  address: ({ unpaid }) => `/unpaid?open=${unpaid}`,
  open: (page) => button(page, opener).click(),
  states: { ...still, data: { shows: (page) => page.getByRole('dialog', { name, exact: true }) } },
});

const publicPage = (name: string, code: (records: Records) => string): Place => ({
  name,
  as: 'nobody',
  address: (records) => `/t/${code(records)}`,
  states: { ...still, data: { shows: (page) => page.getByRole('heading', { level: 1 }) } },
});

/** What is printed, and where the code on it leads. */
export const papers: readonly Place[] = [
  printMenu('Print, of an unpaid booking', ({ unpaid }) => `/unpaid?open=${unpaid}`),
  printMenu('Print, of a completed booking', ({ completed }) => `/completed?open=${completed}`),
  overBooking('Show to driver', 'Show to driver'),
  overBooking('Correct booking', 'Correct'),
  ...paperKinds.flatMap((kind) => paperSizes.map((size) => printView(kind, size))),
  publicPage('Ticket for the public, unpaid', ({ unpaidTicket }) => unpaidTicket),
  publicPage('Ticket for the public, paid', ({ paidTicket }) => paidTicket),
  publicPage('Ticket for the public, completed', ({ completedTicket }) => completedTicket),
  publicPage('Ticket not found for the public', () => '0'),
  publicPage('A code to type, for the public', () => ''),
];
