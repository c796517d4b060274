import { ulid } from 'ulid';
import { addToCollision } from '#contract/collision-additions.ts';
import { aPicture, recorded } from '#tests/support/collisions.ts';
import { findings } from './support/axe-run.ts';
import { expect, noNetwork, test } from './support/test.ts';

for (const width of [390, 1440])
  test(
    `a death, a witness and a picture that come later are added at ${width} pixels, and the figures follow`,
    { tag: '@night' },
    async ({ page, context, signIn, complaints }) => {
      complaints.allow(noNetwork);
      await page.setViewportSize({ width, height: 900 });
      const { client } = await signIn('booking officer', { zone: 'Zaria' });
      const { _id: id } = await recorded(client, {
        location: `Added later ${width}`,
        noOfFatalities: 1,
        noOfInjuries: 2,
      });
      await page.goto(`/collisions?open=${id}`);
      const detail = page.getByRole('dialog', { name: /^Accident/ });
      const dialog = page.getByRole('dialog', { name: 'Add to this collision' });
      const open = () => detail.getByRole('button', { name: 'Add to this collision' }).click();
      const add = dialog.getByRole('button', { name: 'Add', exact: true });

      await open();
      await dialog.getByLabel('What do you want to add?').selectOption('A later death');
      await add.click();
      await expect(dialog.getByText('Enter who died.').first()).toBeVisible();
      await dialog.getByLabel(/^Who died/).fill('The driver of ABC-123DE');
      expect(await findings(page, 'light')).toEqual([]);
      await context.setOffline(true);
      await expect(dialog.getByText('You need a network to add to a collision.')).toBeVisible();
      await context.setOffline(false);
      await add.click();
      await expect(dialog).toBeHidden();
      await expect(detail.getByText(/^2; 1 died on \d+ \w+ \d{4}$/)).toBeVisible();

      await open();
      await dialog.getByLabel('Name').fill('Ladi Bako');
      await dialog.getByLabel('Statement').fill('The lorry had no lights.');
      await add.click();
      await expect(detail.getByText('Witness Ladi Bako')).toBeVisible();

      await open();
      await dialog.getByLabel('What do you want to add?').selectOption('A picture or video');
      const buffer = Buffer.from(await aPicture('jpeg', 640, 480));
      await dialog
        .getByLabel('Select a picture: evidence')
        .setInputFiles({ name: 'day.jpg', mimeType: 'image/jpeg', buffer });
      await dialog.getByLabel(/^Description/).fill('The crossing by day');
      await add.click();
      await expect(detail.getByRole('img', { name: 'The crossing by day' })).toBeVisible();
      // What somebody else adds comes by itself.
      const body = {
        _id: ulid(),
        kind: 'witness' as const,
        name: 'Sani Audu',
        words: 'It rained.',
      };
      await client.ok(addToCollision, { params: { id }, body, files: [] });
      await expect(detail.getByText('Witness Sani Audu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('4 added later').first()).toBeVisible();
    },
  );
