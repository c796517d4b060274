import type { Page } from '@playwright/test';
import type { Place, Size } from './axe-matrix.ts';
import { noNetwork, still } from './axe-screens.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Find or do' });

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
}

/** What opens over a list from one of its buttons. */
function overList(
  name: string,
  opener: (page: Page) => ReturnType<typeof button>,
  rest: { only?: Size; shows: (page: Page) => ReturnType<typeof button> },
): Place {
  return {
    name,
    as: 'state admin',
    ...(rest.only && { only: rest.only }),
    address: '/paid',
    async open(page) {
      await page.locator('tbody tr:not([aria-hidden]), main article').first().waitFor();
      await opener(page).click();
    },
    states: { ...still, data: { shows: rest.shows } },
  };
}

const chip = (name: string) => (page: Page) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });

export const popovers: readonly Place[] = [
  {
    name: 'Find or do',
    as: 'state admin',
    address: '/profile',
    open: openPalette,
    states: {
      ...still,
      data: { shows: (page) => page.getByRole('listbox').getByRole('option') },
      offline: noNetwork,
      'no match': {
        by: (page) => palette(page).fill('qqzzqq'),
        shows: (page) => page.getByText('No items found.'),
      },
    },
  },
  {
    name: 'Keyboard',
    as: 'state admin',
    address: '/profile',
    async open(page) {
      await page.getByLabel('First Name').waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('?');
    },
    states: { ...still, data: { shows: (page) => page.getByRole('dialog', { name: 'Keyboard' }) } },
  },
  {
    name: 'Print',
    as: 'state admin',
    address: ({ completed }) => `/completed?open=${completed}`,
    open: (page) => button(page, 'Print').click(),
    states: { ...still, data: { shows: (page) => page.getByText('Clearance slip') } },
  },
  overList('Date filter', chip('Date'), {
    only: 'desktop',
    shows: (page) => button(page, 'Last 7 days'),
  }),
  overList('Zone filter', chip('Zone'), {
    only: 'desktop',
    shows: (page) => page.getByRole('option'),
  }),
  overList('Offence filter', chip('Offence'), {
    only: 'desktop',
    shows: (page) => page.getByRole('option'),
  }),
  overList('Amount filter', chip('Amount'), {
    only: 'desktop',
    shows: (page) => button(page, 'Show these amounts'),
  }),
  overList('Filters', (page) => button(page, /^Filters/), {
    only: 'phone',
    shows: (page) => page.getByRole('dialog', { name: 'Filters' }),
  }),
  overList('Columns', (page) => button(page, 'Columns'), {
    only: 'desktop',
    shows: (page) => page.getByRole('checkbox', { name: 'Amount' }),
  }),
  overList('Views', (page) => button(page, 'Views'), {
    only: 'desktop',
    shows: (page) => button(page, 'Keep this view'),
  }),
  overList('Export', (page) => button(page, 'Export'), {
    only: 'desktop',
    shows: (page) => page.getByRole('menuitem'),
  }),
  {
    name: 'Ticket for the public',
    as: 'nobody',
    address: ({ ticket }) => `/t/${ticket}`,
    states: { ...still, data: { shows: (page) => page.getByRole('heading', { level: 1 }) } },
  },
  {
    name: 'No such ticket for the public',
    as: 'nobody',
    address: '/t/0',
    states: { ...still, data: { shows: (page) => page.getByRole('heading', { level: 1 }) } },
  },
];
