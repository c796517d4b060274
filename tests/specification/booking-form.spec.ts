import type { Locator, Page } from '@playwright/test';
import { confiscationOptions, vehicleTypes } from '#contract/booking-fields.ts';
import { listOffences } from '#contract/offences.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import { journeyOn } from '#tests/e2e/support/journey.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { link } from './screen.ts';

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/insurance');
  await link(page, 'Booking').click();
  const form = page.getByRole('dialog', { name: 'New Booking Form', exact: true });
  await expect(form.getByRole('option').first()).toBeVisible();
  return form;
}

const fields = {
  'Booking Details': ['Zone', 'Team', 'Location', 'Offences'],
  'Driver Details': [
    ...['License number', 'Name', 'Phone number', 'Address', 'Date of birth', 'Gender'],
    ...['Email', 'Second phone number', 'Height'],
  ],
  Vehicle: [
    ...['Vehicle Registration', 'Vehicle type', 'Colour', 'Make', 'Model', 'Body', 'Fuel type'],
    ...['Year', 'Origin', 'Capacity', 'PIN', 'VIN'],
  ],
  Confiscations: confiscationOptions,
  Extra: ['EO code', 'Beat code', 'Notes'],
};

test('the form has the sections A to E, with every field of a booking', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  const form = await openForm(page);
  for (const rare of ['Email, second phone, height', /^Body, fuel, year/]) {
    await form.getByRole('button', { name: rare }).click();
  }
  const names = Object.keys(fields);
  const headings = await form.getByRole('heading', { level: 3 }).allTextContents();
  expect(headings.slice(0, names.length)).toEqual(names);
  for (const [place, [name, labels]] of Object.entries(fields).entries()) {
    const section = form.getByRole('region', { name, exact: true });
    await expect(section.locator('header')).toContainText('ABCDE'.charAt(place));
    for (const label of labels) {
      const named = new RegExp(`^${label}( \\(optional\\))?$`);
      await expect(section.getByLabel(named).first(), label).toBeVisible();
    }
  }
});

test('the picker offers every offence of the catalogue and nothing else', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const { data: catalogue } = await client.ok(listOffences);
  const form = await openForm(page);
  const options = form.getByRole('option');
  await expect(options).toHaveCount(catalogue.length);
  for (const [place, text] of (await options.allTextContents()).entries()) {
    const { id = '', name = '', penalty = '' } = catalogue[place] ?? {};
    for (const part of [id, name, penalty]) expect(text).toContain(part);
  }

  const search = form.getByRole('combobox', { name: 'Offences' });
  await search.fill('An offence of my own');
  await expect(options).toHaveCount(0);
  await search.press('Enter');
  await expect(form.getByText('Please add an Offence to continue')).toBeVisible();
});

test('the types of vehicle and the confiscations are offered word for word', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer');
  const form = await openForm(page);
  const boxes = form.getByRole('region', { name: 'Confiscations' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(confiscationOptions.length);
  for (const [place, option] of confiscationOptions.entries()) {
    await expect(boxes.nth(place)).toHaveAccessibleName(option);
  }
  await form.getByRole('combobox', { name: /^Vehicle type/ }).click();
  const offered = page.getByRole('listbox').filter({ hasText: 'Trailer/Tanker' });
  await expect(offered.getByRole('option')).toHaveText([...vehicleTypes]);
});

test('an offence goes with its revenue head, which stands beside its payment code', async ({
  page,
  signIn,
}) => {
  const { client } = await signIn('booking officer', { zone: 'Zaria' });
  const { data: catalogue } = await client.ok(listOffences);
  const code = catalogue.find(({ id }) => id === 'LGC-16')?.code ?? '';
  const { data: heads } = await client.ok(listRevenueHeads);
  const mdasId = heads.find((head) => head.revenue_code === code)?.mdasId;
  const shown = `Payment code ${code}, revenue head ${mdasId}`;
  const form = await openForm(page);
  const journey = journeyOn(page, false);
  await journey.addOffence(form, code, /LGC-16/);
  await expect(form.getByRole('option', { name: /LGC-16/ })).toContainText(shown);

  await journey.fillDriverAndVehicle(form, { name: 'Ladi Sule', registration: 'KRD-133HD' });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByRole('button', { name: 'Submit' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ offence: [{ id: 'LGC-16', mdasId }] });
  await expect(page).toHaveURL('/unpaid');
  const detail = await journey.openBooking('KRD-133HD');
  await expect(detail.getByRole('table', { name: 'Fines' })).toContainText(shown);
});
