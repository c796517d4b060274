import type { Locator, Page } from '@playwright/test';
import { needLicenceOrRegistration, needOffence } from '#contract/booking-fields.ts';
import { asOwner } from '../support/factories.ts';
import { type Journey, journeyOn } from './support/journey.ts';
import { bookingsOf } from './support/ledger.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

const stop = { name: 'Danjuma Audu', registration: 'ABJ-905RT' };

const submitOf = (form: Locator) => form.getByRole('button', { name: 'Submit' });
const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });

async function openForm(page: Page, journey: Journey): Promise<Locator> {
  await page.goto('/completed');
  return journey.openForm();
}

test.describe('as a booking officer', () => {
  test.beforeEach(async ({ signIn }) => {
    await signIn('booking officer', { zone: 'Zaria' });
  });

  test('Submit opens once licence or registration, phone, address, name and an offence are there', async ({
    page,
    isMobile,
  }) => {
    const journey = journeyOn(page, isMobile);
    const form = await openForm(page, journey);
    const submit = submitOf(form);
    await expect(form.getByText(needOffence)).toBeVisible();
    await expect(form.getByText(needLicenceOrRegistration)).toBeVisible();
    await expect(submit).toHaveAccessibleDescription(new RegExp(needOffence));
    await expect(submit).toHaveAccessibleDescription(new RegExp(needLicenceOrRegistration));

    await journey.addOffence(form, 'TMS-01', /TMS-01/);
    await expect(form.getByText(needOffence)).toBeHidden();
    await field(form, 'Name').fill(stop.name);
    await field(form, 'Phone number').fill('0900 555 0142');
    await field(form, 'Address').fill('14 Benin Street');
    await expect(submit).toBeDisabled();
    await field(form, 'License number').fill('KAD48271AA12');
    await expect(submit).toBeEnabled();
    await expect(form.getByText(needLicenceOrRegistration)).toBeHidden();
    await field(form, 'License number').fill('');
    await expect(submit).toBeDisabled();
    await field(form, 'Vehicle Registration').fill(stop.registration);
    await expect(submit).toBeEnabled();

    for (const label of ['Name', 'Phone number', 'Address']) {
      const typed = await field(form, label).inputValue();
      await field(form, label).fill(' ');
      await expect(submit, `without ${label}`).toBeDisabled();
      await field(form, label).fill(typed);
      await expect(submit).toBeEnabled();
    }
  });

  test('penalty and amount of a chosen offence stand as text and can’t be edited', async ({
    page,
    isMobile,
  }) => {
    const journey = journeyOn(page, isMobile);
    const form = await openForm(page, journey);
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    if (isMobile) await journey.press(form.getByRole('button', { name: /^1 offence/ }));
    const line = form.getByRole('list', { name: 'Offences added' }).first().getByRole('listitem');
    await expect(line).toContainText('₦2,000');
    await expect(line).toContainText('Strapping seat belt');
    await expect(line.locator('input, textarea, select, [contenteditable]')).toHaveCount(0);
    const values = await form
      .locator('input, textarea, select')
      .evaluateAll((controls) =>
        controls.map((control) => ('value' in control ? control.value : '')),
      );
    expect(values.filter((value) => /2,?000|Strapping/.test(String(value)))).toEqual([]);
    await expect(form.locator('[contenteditable]')).toHaveCount(0);
  });

  test('a booking whose answer was lost is kept as typed, and sending it again books it once', async ({
    page,
    server,
    isMobile,
    complaints,
  }) => {
    complaints.allow(unreachable);
    const journey = journeyOn(page, isMobile);
    const form = await openForm(page, journey);
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(form, stop);
    await form.getByLabel(/^Notes/).fill('Seen at the second roundabout.');
    const top = form.getByRole('heading', { name: 'Booking Details' });
    await expect(top).not.toBeInViewport();

    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/booking', async (route) => {
      expect((await route.fetch()).status()).toBe(201);
      await held.promise;
      await route.abort();
    });
    await journey.press(submitOf(form));
    await expect(form.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-busy', 'true');
    held.resolve(undefined);

    const sentence = 'The server does not answer. Check the connection and try again.';
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(top).toBeInViewport();
    await expect(submitOf(form)).toBeEnabled();
    await expect(field(form, 'Name')).toHaveValue(stop.name);
    await expect(field(form, 'Vehicle Registration')).toHaveValue(stop.registration);
    await expect(form.getByLabel(/^Notes/)).toHaveValue('Seen at the second roundabout.');

    await page.unroute('**/api/v1/booking');
    await journey.press(submitOf(form));
    await expect(page).toHaveURL('/unpaid');
    await expect(journey.rows('Unpaid Bookings').first()).toContainText(stop.name);
    expect(await bookingsOf(server, stop.registration)).toHaveLength(1);
  });

  test('a booking that is changed after its answer was lost is not made twice unawares', async ({
    page,
    server,
    isMobile,
    complaints,
  }) => {
    complaints.allow(unreachable);
    complaints.allow(refused(409));
    const journey = journeyOn(page, isMobile);
    const registration = 'KMC-662WD';
    const form = await openForm(page, journey);
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(form, { ...stop, registration });
    await page.route('**/api/v1/booking', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await journey.press(submitOf(form));
    await expect(page.getByRole('alert').filter({ hasText: 'does not answer' })).toBeVisible();
    await page.unroute('**/api/v1/booking');

    await field(form, 'Name').fill('Danjuma Audu Bako');
    await journey.press(submitOf(form));
    await expect(form.getByText(/This booking arrived before you changed it/)).toBeVisible();
    await expect(field(form, 'Name')).toHaveValue('Danjuma Audu Bako');
    expect(await bookingsOf(server, registration)).toHaveLength(1);
  });

  test('what the server can’t store shows its sentence, is kept as typed, and leaves nothing half-written', async ({
    page,
    server,
    isMobile,
    complaints,
  }) => {
    complaints.allow(refused(500));
    const journey = journeyOn(page, isMobile);
    const registration = 'GME-118PL';
    const form = await openForm(page, journey);
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(form, { ...stop, registration });

    const urls = await server.urls();
    await asOwner(urls, 'ALTER TABLE booking_offences RENAME TO booking_offences_gone');
    try {
      await journey.press(submitOf(form));
      const sentence = 'Something went wrong on the server. Try again in a moment.';
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    } finally {
      await asOwner(urls, 'ALTER TABLE booking_offences_gone RENAME TO booking_offences');
    }
    expect(await bookingsOf(server, registration)).toEqual([]);
    await expect(field(form, 'Vehicle Registration')).toHaveValue(registration);
    await journey.press(submitOf(form));
    await expect(page).toHaveURL('/unpaid');
    expect(await bookingsOf(server, registration)).toHaveLength(1);
  });

  test('a field that can’t be right is named, and nothing is sent', async ({ page, isMobile }) => {
    const journey = journeyOn(page, isMobile);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    const form = await openForm(page, journey);
    await journey.addOffence(form, 'LGC-16', /LGC-16/);
    await journey.fillDriverAndVehicle(form, stop);
    await field(form, 'Phone number').fill('none');
    await journey.press(submitOf(form));
    const summary = form.getByRole('group', { name: 'Check these fields' });
    const link = summary.getByRole('link', { name: /Enter a phone number/ });
    await journey.press(link);
    await expect(field(form, 'Phone number')).toBeFocused();
    await expect(field(form, 'Phone number')).toHaveAccessibleDescription(/Enter a phone number/);
    expect(sent).not.toContain('POST');
  });

  test('Escape asks what becomes of typed words, and only then', async ({ page, isMobile }) => {
    const journey = journeyOn(page, isMobile);
    const form = await openForm(page, journey);
    await field(form, 'Name').fill(stop.name);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close the form?' });
    await expect(question).toContainText('What you typed is kept on this device as a draft');
    await journey.press(question.getByRole('button', { name: 'Keep typing' }));
    await expect(question).toBeHidden();
    await expect(field(form, 'Name')).toHaveValue(stop.name);

    await page.keyboard.press('Escape');
    await journey.press(question.getByRole('button', { name: 'Keep draft' }));
    await expect(form).toBeHidden();
    await journey.openForm();
    await journey.press(form.getByRole('button', { name: /^Continue the draft/ }));
    await expect(field(form, 'Name')).toHaveValue(stop.name);

    await page.keyboard.press('Escape');
    await journey.press(question.getByRole('button', { name: 'Discard' }));
    await expect(form).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: 'Draft removed' })).toBeVisible();
    await journey.openForm();
    await expect(field(form, 'Name')).toHaveValue('');
    await expect(form.getByRole('region', { name: 'Drafts' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });
});
