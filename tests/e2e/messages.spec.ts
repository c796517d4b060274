import { ulid } from 'ulid';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { findings } from './support/axe-run.ts';
import { expect, test } from './support/test.ts';

for (const width of [390, 1440])
  test(
    `a zonal head finds why a driver got no message, and leaves the number in peace, at ${width} pixels`,
    { tag: '@night' },
    async ({ page, server, signIn }) => {
      await page.setViewportSize({ width, height: 900 });
      const zone = width === 390 ? 'Ijebu Ode' : 'Sagamu';
      const registration = `MSG-${width}AB`;
      await signIn('zonal head', { state: 'Ogun', zone });
      const { ownerUrl } = await server.urls();
      const owner = openDatabase(ownerUrl, { max: 1 });
      await server.query(async (db) => {
        const { id } = await makeAccount(db, 'booking officer', { state: 'Ogun', zone });
        const place = { organisation: 'Ogun', zone } as const;
        const booking_id = await storeBooking(db, id, { ...place, registration });
        const message = { booking_id, ...place, demo: false, channel: 'sms', gateway: 'termii' };
        const told = { recipient: '2348035550142', parts: 1, sent_at: new Date() };
        const body = `Ogun State Traffic Authority: ticket ${registration}, N12,000, is due 5 Dec 2026. Pay or object: https://traffic.example/t/7M4QX9T2B6KZ3RWD8H`;
        await owner
          .insertInto('messages')
          .values([
            {
              ...message,
              ...told,
              id: ulid(),
              body,
              purpose: 'issued',
              state: 'delivered',
              gateway_id: `${width}1`,
              cost: '3.9',
              currency: 'NGN',
            },
            {
              ...message,
              ...told,
              id: ulid(),
              body,
              purpose: 'reminder',
              step: -2,
              state: 'blocked',
              reason: 'DND Active on Phone Number',
              gateway_id: `${width}2`,
            },
          ])
          .execute();
        const report = { gateway: 'termii', gateway_id: `${width}2`, state: 'blocked' };
        await owner
          .insertInto('message_reports')
          .values({ ...report, reason: 'DND Active on Phone Number' })
          .execute();
      });
      await closeDatabase(owner);

      await page.goto('/messages?state=blocked');
      await expect(
        page.getByText('No text message service is set up, so Hanya cannot send messages.'),
      ).toBeVisible();
      await expect(page.getByText('DND Active on Phone Number')).toBeVisible();
      await expect(page.getByText(registration, { exact: true })).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await page.goto('/messages?show=months');
      await expect(page.getByText('₦3.90')).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await page.goto('/messages?state=blocked');
      await (width === 390
        ? page.getByRole('button', { name: /^Open booking/ }).click()
        : page.getByText(registration, { exact: true }).click());
      const booking = page.getByRole('dialog');
      await booking.getByRole('button', { name: 'Messages' }).click();
      await expect(booking.getByRole('list', { name: 'Messages' })).toContainText('Pay or object');
      await booking.getByRole('button', { name: 'Stop messages' }).click();
      const asked = page.getByRole('dialog', { name: 'Stop messages to this number?' });
      await asked.getByLabel('Reason').fill('The driver came to the office.');
      await asked.getByRole('button', { name: 'Stop messages' }).click();
      await expect(booking.getByText('Hanya does not send messages to this number.')).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
    },
  );
