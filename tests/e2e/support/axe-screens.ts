import type { Page } from '@playwright/test';
import type { Place, Reached, State } from './axe-matrix.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Every call but those that keep the session and the live stream going. */
const everyCall = /^\/api\/v1\/(?!auth\/|booking\/live|users\/)/;

const noNetwork: Reached = {
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

const shared = 'The shared part is looked at elsewhere.';

/** What several places share is looked at in one of them. */
export const asElsewhere = { loading: shared, offline: shared, failing: shared, empty: shared };

/** A screen with the shared list, whose other states are those of the first one. */
export function list(name: string, address: string): Place {
  return { name, as: 'state admin', address, states: { ...still, ...asElsewhere, data: rows } };
}

const rows: Reached = {
  shows: (page) => page.locator('tbody tr:not([aria-hidden]), main article'),
};

export const listScreens: readonly Place[] = [
  {
    name: 'Unpaid Bookings',
    as: 'state admin',
    dark: true,
    address: '/unpaid',
    asks: /^\/api\/v1\/booking$/,
    states: {
      loading: { shows: (page) => page.getByRole('progressbar', { name: 'Loading' }) },
      data: rows,
      offline: noNetwork,
      'no match': {
        by: (page) => page.locator('main').getByRole('searchbox').fill('qqzzqq'),
        shows: (page) => page.getByText(/matches “qqzzqq”/),
      },
      errors: 'Its filters refuse nothing.',
      failing: { shows: (page) => heading(page, 'The list could not be loaded') },
      empty: { shows: (page) => page.getByText('No items found') },
    },
  },
  list('All bookings', '/bookings'),
  list('Paid Bookings', '/paid'),
  list('Completed Bookings', '/completed'),
  list('Accidents', '/collisions'),
  list('Fees', '/fees'),
  list('Users', '/admin'),
];

export const sample = (name: string, address: string): Place => ({
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
    dark: true,
    address: '/signin',
    asks: /^\/api\/v1\/auth\/up$/,
    states: {
      ...still,
      loading: { shows: (page) => page.getByText('The server is starting.') },
      data: { shows: (page) => page.getByText('Connected') },
      offline: {
        by: (page) => signIn(page, 'not the password'),
        shows: (page) => page.getByRole('alert'),
      },
      errors: {
        by: (page) => signIn(page, 'not the password'),
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
    dark: true,
    address: '/',
    asks: everyCall,
    states: {
      ...still,
      loading: { shows: (page) => page.locator('main [aria-busy=true]') },
      data: {
        shows: (page) => page.getByRole('list', { name: 'Live feed' }).getByRole('listitem'),
      },
      offline: shared,
      failing: { shows: (page) => page.getByText(/Something went wrong/) },
      empty: { shows: (page) => page.getByText('There are no bookings yet.') },
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
      offline: shared,
      failing: { shows: (page) => page.getByText('The records could not be loaded') },
      empty: { shows: (page) => page.getByText('There are no markers') },
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
      offline: shared,
      failing: shared,
      empty: { shows: (page) => heading(page, 'No items found') },
    },
  },
  list('Withdrawals by officer', '/withdrawals'),
  list('Black spots', '/black-spots'),
  sample('Organisation', '/organisation'),
  sample('Needs you', '/waiting'),
  list('Activity', '/activity'),
  sample('Operations', '/operations'),
  { ...sample('Operations', '/operations?show=security'), name: 'Security events' },
  sample('Not found', '/no-such-screen'),
  {
    name: 'Account Settings',
    as: 'booking officer',
    address: '/profile',
    states: {
      ...still,
      ...asElsewhere,
      data: { shows: (page) => page.getByLabel('First Name') },
      errors: {
        by: async (page) => {
          await page.getByLabel('First Name').fill('');
          await button(page, 'Save Changes').click();
        },
        shows: (page) => page.locator('[aria-invalid=true]'),
      },
    },
  },
  {
    name: 'Account Settings of an observer',
    as: 'observer',
    address: '/profile',
    states: { ...still, data: { shows: (page) => page.getByText('Access Control') } },
  },
];
