import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { recorded } from '../support/collisions.ts';
import { booked, bookedAndPaid } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { expect, screens, test } from './support/test.ts';

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });
const noteOf = (form: Locator, name: string) => form.getByRole('group', { name });

const vehicle = {
  make: 'Toyota',
  model: 'Hiace',
  color: 'White',
  vehicleType: 'Commercial',
} as const;

test(
  'while a plate is typed, open tickets and a likely duplicate are told, and facts fill what is empty',
  { tag: '@night' },
  async ({ page, signIn, isMobile }) => {
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
    await expect(note).toContainText(
      /Amina Sule booked KNW 2O4BD at \d\d:\d\d, .* Kwangila bridge/,
    );
    const duplicate = note.getByRole('link', { name: /^Open that booking/ });
    await expect(duplicate).toHaveAttribute('href', `/bookings?open=${made._id}`);
    await expect(field(form, 'Vehicle Registration')).toBeFocused();

    await journey.press(note.getByRole('button', { name: 'Same vehicle', exact: true }));
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
  },
);

test.describe('on a phone', () => {
  test.use(screens['on a phone']);

  test('nothing moves while a known licence, phone and plate are typed and left', async ({
    page,
    signIn,
  }) => {
    const { client } = await signIn('booking officer', { zone: 'Zaria' });
    const known = { license: 'STL48271AA12', phoneNo: '09005550306', registration: 'STL-306GH' };
    await booked(client, { ...known, ...vehicle });
    const journey = journeyOn(page, true);
    await page.goto('/completed');
    const form = await journey.openForm();
    await field(form, 'Address').fill('14 Benin Street');
    const shifted = await watchShifts(page);
    for (const [label, value, note] of [
      ['License number', known.license, 'Known licence'],
      ['Phone number', known.phoneNo, 'Known phone number'],
      ['Vehicle Registration', known.registration, 'Known vehicle'],
    ] as const) {
      await field(form, label).tap();
      await field(form, label).pressSequentially(value, { delay: 30 });
      await expect(noteOf(form, note)).toBeVisible();
      // As the keyboard of a phone goes on to the next field.
      await field(form, 'Address').focus();
      await expect(noteOf(form, note)).toBeHidden();
      await expect(
        form.getByRole('button', { name: /^(Known|Possible duplicate)/ }),
      ).not.toHaveCount(0);
    }
    const { sum, moved } = await shifted();
    expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.01);

    // A note that took room of its own would have been seen.
    await field(form, 'License number').evaluate(async (input) => {
      input.scrollIntoView({ block: 'center' });
      await new Promise(requestAnimationFrame);
      const note = Object.assign(document.createElement('p'), { textContent: 'A note' });
      note.style.height = '80px';
      input.after(note);
    });
    await expect.poll(async () => (await shifted()).sum).toBeGreaterThan(0.01);
  });
});

/** The sum of all that moves on a page from now on, also right after input, and what it was. */
async function watchShifts(page: Page) {
  await page.evaluate(() => {
    const seen: { sum: number; moved: string[] } = { sum: 0, moved: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      // The types of the browser don't know these entries.
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        seen.sum += entry.value;
        for (const { node } of entry.sources) seen.moved.push(node?.textContent ?? '');
      }
    }).observe({ type: 'layout-shift' });
  });
  return () =>
    // Kept by the lines above.
    page.evaluate<{ sum: number; moved: string[] }>('window.seen');
}

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

test(
  'a dossier is opened from a booking, leads to its records and to other dossiers, and Back restores it',
  { tag: '@night' },
  async ({ page, server, signIn, isMobile }) => {
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
    await journey.press(detail.getByRole('button', { name: 'More' }));
    await journey.press(detail.getByRole('link', { name: `Dossier for ${registration}` }));

    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toContainText(registration);
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText(
      '₦12,0001 open ticket',
    );
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
  },
);
