import type { Locator, Page } from '@playwright/test';
import { createCollision } from '#contract/new-collisions.ts';
import { expect, isCallOf, test } from '#tests/e2e/support/test.ts';
import { aPicture } from './pictures.ts';
import { link, rowsOf } from './screen.ts';

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/insurance');
  await link(page, 'Collision').click();
  const form = page.getByRole('dialog', { name: 'New Collision Form', exact: true });
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  return form;
}

async function fill(form: Locator, plate: string): Promise<void> {
  await form.getByLabel(/^Number of vehicles/).fill('2');
  await form.getByLabel(/^Number of fatalities/).fill('0');
  await form.getByRole('button', { name: 'Add vehicle', exact: true }).click();
  await form.getByLabel(/^Plate number/).fill(plate);
  const evidence = form.getByRole('region', { name: 'Evidence' });
  const pictures = evidence.locator('input[type=file][accept^="image"]');
  await pictures.first().setInputFiles(await aPicture());
}

test('10, 81d, 198a, 198b: a collision is recorded with its evidence, and stands first in the list', async ({
  page,
  signIn,
}) => {
  await signIn('booking officer', { zone: 'Zaria' });
  const form = await openForm(page);
  await fill(form, 'CRF-303SH');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/collision', async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = page.waitForRequest(isCallOf(createCollision));
  await form.getByRole('button', { name: 'Submit' }).click();
  expect(await (await sent).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  await expect(form.locator('[aria-busy=true]').first()).toBeVisible();
  held.resolve(undefined);
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/collisions');
  await expect(rowsOf(page, 'Accidents').first()).toContainText('CRF-303SH');
});
