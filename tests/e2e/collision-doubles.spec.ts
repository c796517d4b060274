import { listCollisions } from '#contract/collisions.ts';
import { aPicture, recorded } from '#tests/support/collisions.ts';
import { findings } from './support/axe-run.ts';
import { expect, noNetwork, test } from './support/test.ts';

for (const width of [390, 1440])
  test(
    `a double is said at entry, more facts are typed without a network, and a head links both and corrects the counts of one, at ${width} pixels`,
    { tag: width === 1440 ? '@night' : [] },
    async ({ page, context, signIn, complaints }) => {
      complaints.allow(noNetwork);
      await page.setViewportSize({ width, height: 900 });
      const plate = `DBE-${width % 900}SH`;
      const location = `Doubles ${width}`;
      const { client } = await signIn('zonal head', { zone: 'Zaria' });
      const counting = await recorded(client, {
        location,
        team: 'Alpha',
        vehicle: [{ plate }],
      });
      await page.goto('/collisions?new=collision');
      const form = page.getByRole('dialog', { name: 'New Collision Form' });
      await form.getByRole('button', { name: 'Add vehicle', exact: true }).click();
      await form.getByLabel(/^Plate number/).fill(plate.toLowerCase());
      await expect(
        form.getByText(/A collision, \d+ minutes? ago, with the same plate, by Zaria, Alpha/),
      ).toBeVisible();
      await form.getByLabel(/^Number of vehicles/).fill('2');
      await form.getByLabel(/^Number of fatalities/).fill('0');
      await form.getByLabel(/^Number of injuries/).fill('1');
      await form.getByText('More about the collision (optional)').click();
      await context.setOffline(true);
      await form.getByLabel('Cause', { exact: true }).selectOption('Overloading');
      await form.getByLabel(/^Seriously injured/).fill('1');
      await context.setOffline(false);
      expect(await findings(page, 'light')).toEqual([]);
      const evidence = form.getByRole('region', { name: 'Evidence' });
      await evidence
        .locator('input[type=file][accept^="image"]')
        .first()
        .setInputFiles({
          name: 'scene.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from(await aPicture('jpeg', 640, 480)),
        });
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form).toBeHidden();

      const { data } = await client.ok(listCollisions, {
        query: { _searchfirstName: plate, doubles: 'open' },
      });
      await page.goto(`/collisions?open=${data[0]?._id}&doubles=open`);
      const detail = page.getByRole('dialog', { name: /^Accident/ });
      await expect(detail.getByText('Overloading')).toBeVisible();
      await detail
        .getByRole('button', { name: 'Same collision: count the other record' })
        .first()
        .click();
      await expect(
        detail.getByText(/Lists, figures and reports count the other record/),
      ).toBeVisible();
      await expect(detail.getByText(/Figures include that record, not this one/)).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/collisions?doubles=linked');
      await expect(page.getByText(/Same as \w+/).first()).toBeVisible();

      await page.goto(`/collisions?open=${counting._id}`);
      await expect(
        detail.getByText(/^The other record has 2 vehicles, 0 fatalities, 1 injury/),
      ).toBeVisible();
      await detail.getByRole('button', { name: 'Correct the counts' }).click();
      const asked = page.getByRole('dialog', { name: 'Correct the counts of this collision?' });
      await asked.getByLabel('Injuries').fill('1');
      await asked.getByLabel('Reason').fill('The other officer saw who was injured.');
      expect(await findings(page, 'light')).toEqual([]);
      await asked.getByRole('button', { name: 'Correct the counts' }).click();
      await expect(asked).toBeHidden();
      await expect(detail.getByText(/Now: 2 vehicles, 0 fatalities, 1 injury\./)).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
    },
  );
