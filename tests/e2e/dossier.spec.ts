import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { recorded } from '../support/collisions.ts';
import { booked, bookedAndPaid } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

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
  await expect(note.getByRole('button')).toHaveCount(0);

  await field(form, 'Vehicle Registration').fill('KNW-204BE');
  await expect(note).toBeHidden();
});

test('a licence and a phone number are known as well, and one that is not says nothing', async ({
  page,
  signIn,
  isMobile,
}) => {
  const { client } = await signIn('booking officer', { zone: 'Zaria' });
  await booked(client, { license: 'LIC 88 KN', phoneNo: '0905 555 0188', name: 'Hauwa Lawal' });
  const journey = journeyOn(page, isMobile);
  await page.goto('/completed');
  const form = await journey.openForm();
  const asked = page.waitForResponse(/\/dossier\/known/);
  await field(form, 'License number').fill('NOBODY 123');
  await asked;
  await expect(noteOf(form, 'Known licence')).toBeHidden();

  await field(form, 'License number').fill('lic88kn');
  await expect(noteOf(form, 'Known licence')).toContainText('Hauwa Lawal');
  await field(form, 'Phone number').fill('+234 905 555 0188');
  await journey.press(
    noteOf(form, 'Known phone number').getByRole('button', { name: 'Fill these in' }),
  );
  await expect(field(form, 'Name')).toHaveValue('Hauwa Lawal');
  await expect(field(form, 'License number')).toHaveValue('lic88kn');
});

test('without an answer the form works on in silence', async ({
  page,
  signIn,
  isMobile,
  complaints,
}) => {
  complaints.allow(refused(500));
  complaints.allow(unreachable);
  await signIn('booking officer', { zone: 'Zaria' });
  const journey = journeyOn(page, isMobile);
  await page.route(/\/dossier\/known/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/completed');
  const form = await journey.openForm();
  const asked = page.waitForResponse(/\/dossier\/known/);
  await field(form, 'Vehicle Registration').fill('KNW-500AA');
  await asked;
  await expect(noteOf(form, 'Known vehicle')).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
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

test('a dossier tells apart what was never seen, what names nothing, and what could not be loaded', async ({
  page,
  signIn,
  isMobile,
  complaints,
}) => {
  complaints.allow(refused(500));
  await signIn('operator', { zone: 'Zaria' });
  await page.goto('/dossier?of=plate&value=zzz-999zz');
  await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible();
  await page.goto('/dossier?of=name&value=Musa');
  await expect(page.getByRole('heading', { name: 'No dossier is named' })).toBeVisible();

  const broken = { success: false, error: 'The server made a mistake.', code: 'broken' };
  await page.route(/\/api\/v1\/dossier\?/, (route) => route.fulfill({ status: 500, json: broken }));
  await page.goto('/dossier?of=plate&value=zzz-999zz');
  await expect(page.getByRole('alert')).toContainText('The server made a mistake.');
  await page.unroute(/\/api\/v1\/dossier\?/);
  await journeyOn(page, isMobile).press(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible();
});

test('a dossier tells an operator that it counts unpaid bookings, and leads to these alone', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('operator', { zone: 'Zaria' });
  const registration = 'DOS-771OP';
  const { _id } = await booked(client, { registration });
  await page.goto(`/dossier?of=plate&value=${registration}`);
  const main = page.getByRole('main');
  await expect(main.getByText('1 unpaid booking', { exact: true }).first()).toBeVisible();
  await expect(main.getByText(/^\d+ bookings?$/)).toHaveCount(0);
  await expect(page.locator('a[href^="/bookings"]')).toHaveCount(0);
  await page.getByRole('list', { name: 'History' }).getByRole('link').click();
  await expect(page).toHaveURL(`/unpaid?open=${_id}`);
  await expect(page.getByRole('dialog', { name: /^Booking DOS-771OP/ })).toBeVisible();
});

test('a booking says what else is unpaid for the vehicle, and leads to its dossier', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer', { zone: 'Zaria' });
  const registration = 'OTH-310KD';
  const alone = await booked(client, { registration: 'OTH-311KD' });
  const { _id } = await booked(client, { registration });
  const other = await booked(client, { registration: 'oth 310 kd' });
  const detail = page.getByRole('dialog', { name: /^Booking/ });
  await page.goto(`/unpaid?open=${_id}`);
  await expect(detail.getByText('This vehicle has 1 other unpaid booking')).toContainText(
    `₦${other.price.toLocaleString('en')} to pay`,
  );
  await detail.getByRole('link', { name: 'Open dossier' }).click();
  await expect(page).toHaveURL(/^[^?]*\/dossier\?of=plate&value=OTH-310KD$/);

  const answered = page.waitForResponse((answer) => answer.url().includes('/dossier/known'));
  await page.goto(`/unpaid?open=${alone._id}`);
  expect((await answered).ok()).toBe(true);
  await expect(detail.getByRole('table', { name: 'Fines' })).toBeVisible();
  await expect(detail.getByText(/other unpaid booking/)).toHaveCount(0);
});
