import type { Page } from '@playwright/test';
import type { Place, Reached, State } from './axe-matrix.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Every call but those that keep the session and the live stream going. */
const everyCall = /^\/api\/v1\/(?!auth\/|booking\/live|users\/)/;

export const noNetwork: Reached = {
  shows: (page) => page.getByText('No network.'),
};

/** States of a screen that makes no call and holds what it always holds. */
export const still: Omit<Record<State, Reached | string>, 'data'> = {
  loading: 'It makes no call of its own.',
  offline: 'It shows nothing that could be old.',
  'no match': 'There is nothing to search.',
  errors: 'There is nothing to send.',
  failing: 'It makes no call of its own.',
  empty: 'It always holds the same.',
};

interface ListWords {
  readonly empty: RegExp | string;
  readonly as?: Place['as'];
}

/** A screen with the shared list. */
function list(name: string, address: string, calls: RegExp, words: ListWords): Place {
  const { empty, as = 'state admin' } = words;
  return {
    name,
    as,
    address,
    asks: calls,
    states: {
      loading: { shows: (page) => page.getByRole('progressbar', { name: 'Loading' }) },
      data: { shows: (page) => page.locator('tbody tr:not([aria-hidden]), main article') },
      offline: noNetwork,
      'no match': {
        by: (page) => page.locator('main').getByRole('searchbox').fill('qqzzqq'),
        shows: (page) => page.getByText(/matches “qqzzqq”/),
      },
      errors: 'Its filters refuse nothing.',
      failing: { shows: (page) => heading(page, 'The list could not be loaded') },
      empty: typeof empty === 'string' ? empty : { shows: (page) => page.getByText(empty) },
    },
  };
}

const bookings = /^\/api\/v1\/booking$/;

export const listScreens: readonly Place[] = [
  list('Unpaid Bookings', '/unpaid', bookings, { empty: /No items found/ }),
  list('All Bookings', '/bookings', bookings, { empty: /No items found/ }),
  list('Paid Bookings', '/paid', bookings, { empty: /No items found/ }),
  list('Completed Bookings', '/completed', bookings, { empty: /No items found/ }),
  list('Accidents', '/collisions', /^\/api\/v1\/collision$/, { empty: /No items Found/ }),
  list('Fees', '/fees', /^\/api\/v1\/fee$/, { empty: 'The catalogue is the same for all.' }),
  list('Users', '/admin', /^\/api\/v1\/users$/, { empty: 'Whoever looks at it is one of them.' }),
];

const sample = (name: string, address: string): Place => ({
  name,
  as: 'state admin',
  address,
  states: { ...still, data: { shows: (page) => heading(page, name) } },
});

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill('nobody@hanya.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

export const screens: readonly Place[] = [
  {
    name: 'Sign in',
    as: 'nobody',
    address: '/signin',
    asks: /^\/api\/v1\/auth\/up$/,
    states: {
      ...still,
      loading: { shows: (page) => page.getByText('The server is waking.') },
      data: { shows: (page) => page.getByText('Connected') },
      offline: {
        by: (page) => signIn(page, 'not the password'),
        shows: (page) => page.getByRole('alert'),
      },
      errors: {
        by: async (page) => {
          await button(page, 'Login').click();
          await button(page, 'Forgot password').isVisible();
        },
        shows: (page) => page.getByRole('alert').filter({ hasText: 'is wrong' }),
      },
    },
  },
  {
    name: 'Forgot password',
    as: 'nobody',
    address: '/signin',
    open: (page) => button(page, 'Forgot password').click(),
    states: {
      ...still,
      data: { shows: (page) => heading(page, 'Forgot password') },
      errors: {
        by: (page) => button(page, 'Send the link').click(),
        shows: (page) => page.locator('[aria-invalid=true]'),
      },
    },
  },
  {
    name: 'Reset your password',
    as: 'nobody',
    address: '/resetpassword#a-token-of-a-mail',
    states: {
      ...still,
      data: { shows: (page) => heading(page, 'Reset your password') },
      errors: {
        by: (page) => button(page, 'Reset').click(),
        shows: (page) => page.locator('[aria-invalid=true]'),
      },
    },
  },
  {
    name: 'Base',
    as: 'state admin',
    address: '/',
    asks: everyCall,
    states: {
      ...still,
      loading: { shows: (page) => page.locator('main [aria-busy=true]') },
      data: {
        shows: (page) => page.getByRole('list', { name: 'Live feed' }).getByRole('listitem'),
      },
      offline: noNetwork,
      failing: { shows: (page) => page.getByText(/Something went wrong/) },
      empty: { shows: (page) => page.getByText('No booking has been made yet.') },
    },
  },
  {
    name: 'Live Map',
    as: 'state admin',
    address: '/map',
    asks: everyCall,
    states: {
      ...still,
      loading: { shows: (page) => page.getByRole('progressbar', { name: 'Loading' }) },
      data: { shows: (page) => page.getByText(/have a position/) },
      offline: noNetwork,
      failing: { shows: (page) => page.getByText('The records could not be loaded') },
      empty: { shows: (page) => page.getByText('No marker to show') },
    },
  },
  {
    name: 'Dossier',
    as: 'state admin',
    address: ({ plate }) => `/dossier?of=plate&value=${plate}`,
    asks: /^\/api\/v1\/dossier/,
    states: {
      ...still,
      loading: { shows: (page) => page.locator('main [aria-busy=true]') },
      data: { shows: (page) => page.locator('main').getByText('Ticket Issued') },
      offline: noNetwork,
      failing: { shows: (page) => heading(page, 'The dossier could not be loaded') },
      empty: { shows: (page) => heading(page, 'No items found') },
    },
  },
  {
    name: 'Withdrawals by Officer',
    as: 'state admin',
    address: '/withdrawals',
    asks: /^\/api\/v1\/statistics\/withdrawals$/,
    states: {
      ...still,
      loading: { shows: (page) => page.getByRole('progressbar', { name: 'Loading' }) },
      data: { shows: (page) => page.locator('tbody tr:not([aria-hidden]), main article') },
      offline: noNetwork,
      failing: { shows: (page) => heading(page, 'The list could not be loaded') },
      empty: { shows: (page) => page.getByText('No items found') },
    },
  },
  sample('Driving tests', '/drivers'),
  sample('Unpaid Insurance', '/unpaid-insurance'),
  sample('Regularised Insurance', '/insurance'),
  sample('Reports Overview', '/report'),
  sample('Not found', '/no-such-screen'),
  {
    name: 'Account Settings',
    as: 'booking officer',
    address: '/profile',
    asks: /^\/api\/v1\/users\//,
    states: {
      ...still,
      loading: { shows: (page) => page.getByText('Loading the user') },
      data: { shows: (page) => page.getByLabel('First Name') },
      offline: noNetwork,
      errors: {
        by: async (page) => {
          await page.getByLabel('First Name').fill('');
          await button(page, 'Save Changes').click();
        },
        shows: (page) => page.locator('[aria-invalid=true]'),
      },
      failing: { shows: (page) => heading(page, 'The user could not be opened') },
    },
  },
  {
    name: 'Account Settings of an observer',
    as: 'observer',
    address: '/profile',
    states: { ...still, data: { shows: (page) => page.getByText('Access Control') } },
  },
];
