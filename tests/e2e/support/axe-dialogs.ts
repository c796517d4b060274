import type { Locator, Page } from '@playwright/test';
import { aPicture } from '../../specification/pictures.ts';
import type { Opening, Place } from './axe-matrix.ts';
import { asElsewhere, still } from './axe-screens.ts';

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

const chooseInHeader = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'New record' }).getByRole('button', { name }).click();

const fines = (page: Page) => page.getByRole('table', { name: 'Fines' });

async function openOffences(page: Page, { size }: Opening): Promise<void> {
  await chooseInHeader('Booking')(page);
  const form = dialog(page, 'New Booking Form');
  if (size === 'phone') await button(form, /^Offences/).click();
}

const offences = (page: Page) => page.getByRole('combobox', { name: /offences$/i });

/** A form that is opened over a screen. */
function form(
  name: string,
  address: string,
  open: (page: Page) => Promise<void>,
  refused: (page: Page) => Promise<void>,
): Place {
  return {
    name,
    as: 'state admin',
    dark: true,
    address,
    open,
    states: {
      ...still,
      data: { shows: (page) => button(dialog(page, name), 'Submit') },
      errors: { by: refused, shows: (page) => page.locator('[aria-invalid=true]') },
    },
  };
}

const sample = (name: string, address: string, open: (page: Page) => Promise<void>): Place => ({
  name,
  as: 'state admin',
  address,
  open,
  states: { ...still, data: { shows: (page) => dialog(page, name) } },
});

async function refuseBooking(page: Page): Promise<void> {
  const booking = dialog(page, 'New Booking Form');
  await booking.getByLabel('License number').fill('KAD48271AA12');
  await booking.getByLabel('Name', { exact: true }).fill('Hauwa Bello');
  await booking.getByLabel('Phone number', { exact: true }).fill('none');
  await booking.getByLabel('Address', { exact: true }).fill('14 Benin Street');
  const opener = button(booking, /^Offences/);
  const onPhone = await opener.isVisible();
  if (onPhone) await opener.click();
  await offences(page).fill('LGC-16');
  await page.getByRole('option', { name: /LGC-16/ }).click();
  if (onPhone) await button(booking, 'Done').click();
  await button(booking, 'Submit').click();
}

async function refuseCollision(page: Page): Promise<void> {
  const collision = dialog(page, 'New Collision Form');
  await button(collision, 'Add vehicle').click();
  await collision.getByLabel(/^Plate number/).fill('CRF-202SH');
  await button(collision, 'Add witness statement').click();
  await button(collision, 'Add officer statement').click();
  const count = (of: string) => collision.getByLabel(new RegExp(`^Number of ${of}`));
  await count('vehicles').fill('-1');
  await count('fatalities').fill('0');
  await collision
    .getByRole('region', { name: 'Evidence' })
    .locator('input[type=file][accept^="image"]')
    .first()
    .setInputFiles(await aPicture());
  await button(collision, 'Submit').click();
}

async function refuseUser(page: Page): Promise<void> {
  await button(dialog(page, 'Add New User'), 'Submit').click();
}

export const dialogs: readonly Place[] = [
  {
    name: 'An unpaid booking',
    as: 'state admin',
    dark: true,
    address: ({ unpaid }) => `/bookings?open=${unpaid}`,
    // The list behind may hold the record already.
    asks: /^\/api\/v1\/booking(\/\w{26})?$/,
    states: {
      ...still,
      ...asElsewhere,
      loading: { shows: (page) => page.getByText('Loading the booking') },
      data: { shows: fines },
      failing: { shows: (page) => heading(page, 'The booking could not be opened') },
    },
  },
  opened('A paid booking', ({ paid }) => `/paid?open=${paid}`, fines),
  opened('A completed booking', ({ completed }) => `/completed?open=${completed}`, fines),
  opened(
    'An accident',
    ({ collision }) => `/collisions?open=${collision}`,
    (page) => heading(page, 'Evidence'),
  ),
  opened(
    'A user',
    ({ user }) => `/admin?open=${user}`,
    (page) => dialog(page, /./).getByLabel('First Name'),
  ),
  {
    ...sample('Clear', '/', async (page) => {
      await fines(page).waitFor();
      await button(page, 'Clear Vehicle').click();
    }),
    name: 'Clear a vehicle?',
    address: ({ paid }) => `/paid?open=${paid}`,
    states: { ...still, data: { shows: (page) => dialog(page, /^Clear /) } },
  },
  form('New Booking Form', '/profile', chooseInHeader('Booking'), refuseBooking),
  // Under fingers it offers the camera besides.
  {
    ...form('New Collision Form', '/profile', chooseInHeader('Collision'), refuseCollision),
    phoneApart: true,
  },
  form('Add New User', '/admin', (page) => button(page, 'Add New User').click(), refuseUser),
  {
    name: 'Offences to pick',
    as: 'booking officer',
    address: '/profile',
    phoneApart: true,
    open: openOffences,
    asks: /^\/api\/v1\/(offence|place)/,
    states: {
      ...still,
      loading: { shows: (page) => page.getByText('Loading the offences') },
      data: { shows: (page) => page.getByRole('option') },
      'no match': {
        by: (page) => offences(page).fill('qqzzqq'),
        shows: (page) => page.getByText('No offence matches'),
      },
      failing: 'What the device keeps is shown instead.',
    },
  },
  {
    name: 'Close the form?',
    as: 'booking officer',
    address: '/profile',
    open: async (page) => {
      await chooseInHeader('Booking')(page);
      await page.getByLabel('Name', { exact: true }).fill('Hauwa Bello');
      await page.keyboard.press('Escape');
    },
    states: { ...still, data: { shows: (page) => dialog(page, 'Close the form?') } },
  },
  sample('Vehicle Insurance', '/profile', chooseInHeader('Insurance')),
  sample('Driving Test', '/drivers', (page) => button(page, 'Driving Test').click()),
  {
    name: 'Welcome to Hanya',
    as: 'nobody',
    address: '/signin?portfolio',
    states: { ...still, data: { shows: (page) => dialog(page, 'Welcome to Hanya') } },
  },
  {
    name: 'Menu',
    as: 'state admin',
    only: 'phone',
    address: '/profile',
    open: (page) => button(page, 'Open menu').click(),
    states: { ...still, data: { shows: (page) => dialog(page, 'Menu') } },
  },
];

/** A record whose other states are those of an unpaid booking. */
export function opened(
  name: string,
  address: Place['address'],
  shows: (page: Page) => Locator,
): Place {
  return {
    name,
    as: 'state admin',
    address,
    states: { ...still, ...asElsewhere, data: { shows } },
  };
}
