import type { Locator, Page } from '@playwright/test';
import { witnessTypes } from '#contract/collisions.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { aPicture } from './pictures.ts';
import { link, rowsOf } from './screen.ts';

const sections = [
  'Overview',
  'Vehicle and Driver Details',
  'Evidence',
  'Witness Statements',
  'Attending Officer Statement',
] as const;
type Section = (typeof sections)[number];

const section = (form: Locator, name: Section): Locator => form.getByRole('region', { name });
const submitOf = (form: Locator): Locator => form.getByRole('button', { name: 'Submit' });
const count = (form: Locator, of: string): Locator =>
  form.getByLabel(new RegExp(`^Number of ${of}`));
const cars = (form: Locator): Locator => count(form, 'vehicles');
const fatalities = (form: Locator): Locator => count(form, 'fatalities');
async function openForm(page: Page): Promise<Locator> {
  await page.goto('/insurance');
  await link(page, 'Collision').click();
  const form = page.getByRole('dialog', { name: 'New Collision Form', exact: true });
  await expect(submitOf(form)).toBeVisible();
  return form;
}

async function add(form: Locator, what: string): Promise<void> {
  await form.getByRole('button', { name: `Add ${what}`, exact: true }).click();
}

async function addVehicle(form: Locator, plate: string): Promise<void> {
  await add(form, 'vehicle');
  await form.getByLabel(/^Plate number/).fill(plate);
}

async function addEvidence(form: Locator): Promise<void> {
  const pictures = section(form, 'Evidence').locator('input[type=file][accept^="image"]');
  await pictures.first().setInputFiles(await aPicture());
}

async function fill(form: Locator, plate: string): Promise<void> {
  await cars(form).fill('2');
  await fatalities(form).fill('0');
  await addVehicle(form, plate);
  await addEvidence(form);
}

test.beforeEach(async ({ signIn }) => {
  await signIn('booking officer', { zone: 'Zaria' });
});

test('the form has the sections A to E', async ({ page }) => {
  const form = await openForm(page);
  const headings = await form.getByRole('heading', { level: 3 }).allTextContents();
  expect(headings.filter((text) => sections.some((name) => name === text))).toEqual([...sections]);
  for (const [place, name] of sections.entries()) {
    const head = section(form, name).locator('header').first();
    await expect(head).toContainText('ABCDE'.charAt(place));
  }
});

test('evidence takes images, and the video a video', async ({ page }) => {
  const form = await openForm(page);
  const inputs = section(form, 'Evidence').locator('input[type=file]');
  const accepted = await inputs.evaluateAll((all) =>
    all.map((input) => input.getAttribute('accept') ?? ''),
  );
  expect(accepted.filter((kinds) => kinds.includes('image/'))).not.toEqual([]);
  expect(accepted.filter((kinds) => kinds.includes('video/'))).toHaveLength(1);
  expect(accepted.filter((kinds) => !/image\/|video\//.test(kinds))).toEqual([]);
});

test('the perpetrator is described only when it is other', async ({ page }) => {
  const form = await openForm(page);
  const statement = section(form, 'Attending Officer Statement');
  await add(form, 'officer statement');
  const description = statement.getByLabel(/^Perpetrator description/);
  for (const [choice, described] of [
    [/^driver$/i, false],
    [/^other$/i, true],
    [/^passenger$/i, false],
  ] as const) {
    await statement.getByRole('combobox', { name: 'Perpetrator', exact: true }).click();
    await page.getByRole('option', { name: choice }).click();
    await expect(description).toHaveCount(described ? 1 : 0);
  }
});

test('a witness is of one of the six types', async ({ page }) => {
  const form = await openForm(page);
  const witnesses = section(form, 'Witness Statements');
  await add(form, 'witness statement');
  await witnesses.getByRole('combobox', { name: 'Type', exact: true }).click();
  const offered = await page.getByRole('listbox').getByRole('option').allTextContents();
  expect(offered.map((text) => text.toLowerCase())).toEqual([...witnessTypes]);
});

test('Submit opens once both counts, a vehicle and evidence are there', async ({ page }) => {
  const form = await openForm(page);
  const submit = submitOf(form);
  await expect(submit).toBeDisabled();
  await cars(form).fill('0');
  await expect(submit).toBeDisabled();
  await fatalities(form).fill('0');
  await expect(submit).toBeDisabled();
  await addVehicle(form, 'CRF-101SH');
  await expect(submit).toBeDisabled();
  await addEvidence(form);
  await expect(submit).toBeEnabled();
  await fatalities(form).fill('');
  await expect(submit).toBeDisabled();
});

test('a count is a number of 0 or more', async ({ page }) => {
  const form = await openForm(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await fill(form, 'CRF-202SH');
  for (const of of ['vehicles', 'fatalities', 'injuries']) {
    const number = count(form, of);
    await expect(number).toHaveAttribute('type', 'number');
    await expect(number).toHaveAttribute('min', '0');
    await number.fill('-1');
    await submitOf(form).click();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await number.fill('0');
  }
  expect(sent).not.toContain('POST');
});

test('a collision is recorded with its evidence, and stands first in the list', async ({
  page,
}) => {
  const form = await openForm(page);
  await fill(form, 'CRF-303SH');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/collision', async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await submitOf(form).click();
  expect(await (await sent).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  await expect(form.locator('[aria-busy=true]').first()).toBeVisible();
  held.resolve(undefined);
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/collisions');
  await expect(rowsOf(page, 'Accidents').first()).toContainText('CRF-303SH');
});

test('what the server refuses shows in a toast, and the popup is at its top', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 503/);
  const form = await openForm(page);
  await fill(form, 'CRF-404SH');
  const error = 'The evidence could not be stored. Try again in a moment.';
  await page.route('**/api/v1/collision', (route) =>
    route.fulfill({ status: 503, json: { success: false, error, code: 'unavailable' } }),
  );
  await submitOf(form).click();
  await expect(page.getByRole('alert').filter({ hasText: error }).first()).toBeVisible();
  await expect(form.getByRole('heading', { name: 'Overview' })).toBeInViewport();
  await expect(submitOf(form)).toBeEnabled();
  await expect(form.getByLabel(/plate/i).first()).toHaveValue('CRF-404SH');
});
