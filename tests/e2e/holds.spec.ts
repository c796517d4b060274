import { ulid } from 'ulid';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { findings } from './support/axe-run.ts';
import { expect, test } from './support/test.ts';

for (const width of [390, 1440])
  test(
    `a state admin holds a ticket for a court, and lifts the hold of another person, at ${width} pixels`,
    { tag: '@night' },
    async ({ page, server, signIn, complaints }) => {
      complaints.allow(/400 \(Bad Request\)/);
      await page.setViewportSize({ width, height: 900 });
      await signIn('state admin', { state: 'Ogun' });
      const forWhom = `Magistrate’s Court ${width}`;
      const registration = `HLD-${width}AB`;
      const booking = await server.query(async (db) => {
        const zone = 'Sagamu';
        const { id: by } = await makeAccount(db, 'zonal head', { state: 'Ogun', zone });
        const place = { organisation: 'Ogun', zone } as const;
        const of = { for_whom: forWhom, reason: 'The driver is suing over the tow.', set_by: by };
        const booking_id = await storeBooking(db, by, { ...place, registration: `LFT-${width}AB` });
        await db
          .insertInto('holds')
          .values({ ...of, ...place, id: ulid(), booking_id, demo: false })
          .execute();
        return storeBooking(db, by, { ...place, registration });
      });

      await page.goto('/holds');
      await expect(page.getByText(forWhom)).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await (
        width === 390
          ? page.getByRole('button', { name: `Open hold on LFT-${width}AB` })
          : page.getByText(forWhom)
      ).click();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Lift the hold' }).click();
      const lifted = page.getByRole('dialog', { name: 'Lift this hold?' });
      await lifted.getByLabel('Reason').fill('The suit was struck out.');
      expect(await findings(page, 'light')).toEqual([]);
      await lifted.getByRole('button', { name: 'Lift the hold' }).click();
      await expect(page.getByText(`Lifted: ${forWhom}`)).toBeVisible();

      await page.goto(`/bookings?open=${booking}`);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Hold for a court or authority' }).click();
      const held = page.getByRole('dialog', { name: 'Hold this ticket?' });
      await held.getByLabel('Court or authority').fill('High Court 4');
      await held.getByLabel('Last day').fill('2020-01-01');
      await held.getByLabel('Reason').fill('Suit KDH/412 was served.');
      await held.getByRole('button', { name: 'Hold the ticket' }).click();
      await expect(held.getByText('Select today or a later day.')).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await held.getByLabel('Last day').fill('2099-01-01');
      await held.getByRole('button', { name: 'Hold the ticket' }).click();
      await expect(page.getByText('Held for High Court 4')).toBeVisible();
    },
  );
