import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { recorded } from '../support/collisions.ts';
import { booked, bookedAndPaid } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { expect, test } from './support/test.ts';

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });
const noteOf = (form: Locator, name: string) => form.getByRole('group', { name });

const vehicle = {
  make: 'Toyota',
  model: 'Hiace',
  color: 'White',
  vehicleType: 'Commercial',
} as const;

test('while a plate is typed, open tickets and a likely duplicate are told, and facts fill what is empty', async ({
  page,
  signIn,
  isMobile,
}) => {
  const { client } = await signIn('booking officer', { zone: 'Zaria' });
  const registration = 'KNW-204BD';
  const made = await booked(client, { registration, ...vehicle, location: 'Kwangila bridge' });
  const journey = journeyOn(page, isMobile);
  await page.goto('/completed');
  const form = await journey.openForm();
  await field(form, 'Make (optional)').fill('Nissan');
  await field(form, 'Vehicle Registration').fill('knw 2o4bd');

  const note = noteOf(form, 'Known vehicle');
  await expect(note).toContainText('1 open ticket, ₦12,000');
  await expect(note).toContainText('This may be a duplicate');
  await expect(note).toContainText(/Amina Sule booked KNW 2O4BD at \d\d:\d\d, .* Kwangila bridge/);
  const duplicate = note.getByRole('link', { name: /^Open that booking/ });
  await expect(duplicate).toHaveAttribute('href', `/bookings?open=${made._id}`);
  await expect(field(form, 'Vehicle Registration')).toBeFocused();

  await journey.press(note.getByRole('button', { name: 'Fill these in' }));
  await expect(field(form, 'Make (optional)')).toHaveValue('Nissan');
  await expect(field(form, 'Model (optional)')).toHaveValue('Hiace');
  await expect(field(form, 'Colour (optional)')).toHaveValue('White');
  await expect(field(form, 'Name')).toHaveValue('');
  await expect(note).toContainText('Filled in: ');
  await expect(field(form, 'Vehicle Registration')).toBeFocused();

  await journey.press(note.getByRole('button', { name: 'Same driver' }));
  await expect(field(form, 'Name')).toHaveValue('Musa Danladi');
  await expect(field(form, 'License number')).toHaveValue('KAD48271AA12');
  await expect(note.getByRole('button', { name: /^(Fill|Same)/ })).toHaveCount(0);

  await field(form, 'Vehicle Registration').fill('KNW-204BE');
  await expect(note).toBeHidden();
});

test('a dossier is opened from a booking, leads to its records and to other dossiers, and Back restores it', async ({
  page,
  server,
  signIn,
  isMobile,
}) => {
  const { client } = await signIn('booking officer', { zone: 'Zaria' });
  const registration = 'DSR-305KJ';
  const people = { license: 'DSR 1', phoneNo: '0905 555 0305' };
  await server.query((db) => bookedAndPaid(client, db, { registration, ...people, ...vehicle }));
  const open = await booked(client, { registration, ...people });
  await recorded(client, { vehicle: [{ plate: 'DSR 305KJ' }], location: 'Kwangila bridge' });

  const journey = journeyOn(page, isMobile);
  await page.goto(`/unpaid?open=${open._id}`);
  const detail = page.getByRole('dialog', { name: /^Booking/ });
  await expect(detail.getByRole('link', { name: people.phoneNo, exact: true })).toHaveAttribute(
    'href',
    'tel:09055550305',
  );
  await journey.press(detail.getByRole('link', { name: `Dossier of ${registration}` }));

  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText(registration);
  await expect(page.getByRole('region', { name: 'Sums' })).toContainText('₦12,0001 open ticket');
  const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(rows).toHaveText([/^Accident/, /^Ticket Issued/, /^Ticket Paid/]);
  for (const scan of [await new AxeBuilder({ page }).analyze()])
    expect(scan.violations).toEqual([]);

  await journey.press(page.getByRole('link', { name: /^DSR 1\b/ }));
  await expect(title).toContainText('DSR 1');
  await expect(rows).toHaveText([/^Ticket Issued/, /^Ticket Paid/]);
  await page.goBack();
  await expect(rows).toHaveCount(3);

  await journey.press(rows.nth(1).getByRole('link'));
  await expect(page.getByRole('dialog', { name: /^Booking/ })).toContainText(registration);
  await page.goBack();
  await journey.press(rows.first().getByRole('link'));
  await expect(page).toHaveURL(/\/collisions\?open=/);
});
