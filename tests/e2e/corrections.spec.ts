import { booked } from '#tests/support/journey.ts';
import { expect, test } from './support/test.ts';

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} pixels`, { tag: '@night' }, () => {
    test.use({ viewport: { width, height }, ownWindow: true });

    test('a wrong plate is mended in four steps, and both spellings lead to the booking', async ({
      page,
      signIn,
    }) => {
      const { client } = await signIn('booking officer', { zone: 'Zaria' });
      const registration = `ZAR-${width}KQ`;
      const { _id } = await booked(client, { registration });
      await page.goto(`/unpaid?open=${_id}`);
      await page.getByRole('button', { name: 'Correct', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Correct booking' });
      const plate = form.getByLabel('Vehicle Registration');
      await expect(plate).toBeFocused();
      await plate.fill(`ZBR-${width}KQ`);
      await form.getByRole('button', { name: 'Save correction' }).click();
      await expect(page.getByText(/Corrected .*, version 2\./)).toBeVisible();
      await expect(form).toBeHidden();
      for (const spelling of [registration, `ZBR-${width}KQ`]) {
        await page.goto(`/unpaid?search=${spelling}`);
        await expect(page.getByText(`ZBR-${width}KQ`).first()).toBeVisible();
      }
    });
  });
