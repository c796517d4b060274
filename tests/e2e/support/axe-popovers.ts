import type { Page } from '@playwright/test';
import type { Place, Size } from './axe-matrix.ts';
import { still } from './axe-screens.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and actions' });

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
}

/** What opens over a list from one of its buttons: a short list, as rows are looked at elsewhere. */
function overList(
  name: string,
  open: (page: Page, size: Size) => Promise<void>,
  states: Pick<Place['states'], 'data'> & Partial<Place['states']>,
): Place {
  return {
    name,
    as: 'state admin',
    phoneApart: true,
    address: ({ paidPlate }) => `/paid?search=${paidPlate}`,
    async open(page, { size }) {
      await page.locator('tbody tr:not([aria-hidden]), main article').first().waitFor();
      await open(page, size);
    },
    states: { ...still, ...states },
  };
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

/** Opens one filter: a popover of its chip, on a phone a fold of the sheet. */
const filter = (name: string) => async (page: Page, size: Size) => {
  await button(page, /^Filters/).click();
  if (size === 'desktop') {
    const chips = page.getByRole('group', { name: 'Filters' });
    return chips.getByRole('button', { name }).click();
  }
  await sheet(page).getByText(name, { exact: true }).click();
};

/** A filter that searches among its choices. */
const search = (name: string, of: string): Place =>
  overList(name, filter(of), {
    data: { shows: (page) => page.getByRole('option') },
    'no match': {
      by: (page) => page.getByRole('combobox', { name: /^Find/ }).fill('qqzzqq'),
      shows: (page) => page.getByText(/matches/),
    },
  });

async function mixUpAmounts(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'From' }).fill('5000');
  await page.getByRole('textbox', { name: 'To' }).fill('1000');
  await button(page, 'Show these amounts').click();
}

async function mixUpDays(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'From' }).fill('2026-02-02');
  await page.getByRole('textbox', { name: 'To' }).fill('2026-01-01');
  await button(page, 'Show these days').click();
}

async function keepViewWithoutName(page: Page): Promise<void> {
  await button(page, 'Save this view').click();
  await button(page, 'Save view').click();
}

export const popovers: readonly Place[] = [
  {
    name: 'Search and actions',
    as: 'state admin',
    address: '/profile',
    open: openPalette,
    states: {
      ...still,
      data: { shows: (page) => page.getByRole('listbox').getByRole('option') },
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
    states: { ...still, data: { shows: (page) => page.getByRole('dialog', { name: 'Help' }) } },
  },
  overList('Date filter', filter('Date'), {
    data: { shows: (page) => button(page, 'Last 7 days') },
    errors: { by: mixUpDays, shows: (page) => page.getByText('The first day is after the last') },
  }),
  search('Zone filter', 'Zone'),
  search('Offence filter', 'Offence'),
  overList('Vehicle type filter', filter('Vehicle type'), {
    data: { shows: (page) => button(page, 'Commercial') },
  }),
  overList('Amount filter', filter('Amount'), {
    data: { shows: (page) => button(page, 'Show these amounts') },
    errors: {
      by: mixUpAmounts,
      shows: (page) =>
        page.getByText('Enter a number in From that is not higher than the number in To.'),
    },
  }),
  {
    ...overList('Filters', (page) => button(page, /^Filters/).click(), { data: { shows: sheet } }),
    only: 'phone',
  },
  {
    ...overList('Columns', (page) => button(page, /^View$/).click(), {
      data: { shows: (page) => page.getByRole('checkbox', { name: 'Amount' }) },
    }),
    only: 'desktop',
  },
  {
    ...overList('Views', (page) => button(page, /^View$/).click(), {
      loading: { shows: (page) => page.getByText('Loading the views') },
      data: { shows: (page) => button(page, 'Save this view') },
      errors: {
        by: keepViewWithoutName,
        shows: (page) => page.getByText('Enter a name for the view.'),
      },
      failing: { shows: (page) => button(page, 'Try again') },
    }),
    asks: /^\/api\/v1\/view$/,
  },
  overList('Export', (page) => button(page, 'Export').click(), {
    data: { shows: (page) => page.getByRole('menuitem') },
  }),
];
