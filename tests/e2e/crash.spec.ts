import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/demo.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { asOwner } from '../support/factories.ts';
import { type HeldLock, holdLock } from './support/held-lock.ts';
import { journeyOn } from './support/journey.ts';
import { bookingsOf, ledgerOf, stopSweeps } from './support/ledger.ts';
import type { RunningServer } from './support/server.ts';
import { expect, isCallOf, test, unreachable } from './support/test.ts';

const stop = { name: 'Terkura Garba', registration: 'KRD-731CX' };

/**
 * Holds back the job that makes a bill just before it asks the gateway. (A server killed after that
 * would leave an exception, as the gateway may have made the bill.)
 */
async function withoutBills(server: RunningServer): Promise<HeldLock> {
  const { appUrl, ownerUrl } = await server.urls();
  await asOwner(
    { ownerUrl },
    `create function wait_before_asking() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock(20260711);
       return new;
     end $$;
     create trigger wait_before_asking before update of bill_asked_at on bookings
       for each row when (new.bill_asked_at is not null) execute function wait_before_asking()`,
  );
  return holdLock(appUrl, 'SELECT pg_advisory_xact_lock(20260711)');
}

/** Holds back every change of one booking. */
async function withoutChanges(server: RunningServer, id: string): Promise<HeldLock> {
  const { appUrl } = await server.urls();
  return holdLock(appUrl, 'SELECT FROM bookings WHERE id = $1 FOR UPDATE', [id]);
}

const isClearance = (request: { method(): string }) => request.method() === 'PUT';

/** True if the answer to its clearance reached the browser before the server was killed. */
async function wasAnswered(page: Page): Promise<boolean> {
  const request = await page.waitForRequest(isClearance);
  return (await request.response())?.ok() ?? false;
}

test(
  'a server killed at any moment loses nothing it acknowledged and does nothing twice',
  { tag: '@night' },
  async ({ page, server, complaints }) => {
    complaints.allow(unreachable);
    await stopSweeps(server);
    const journey = journeyOn(page, false);
    await page.goto('/');
    await journey.signIn('booking-officer@hanya.test', demoPassword);

    let id = '';
    await test.step('killed between the answer to the booking and the making of its bill', async () => {
      const noBills = await withoutBills(server);
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      await journey.fillDriverAndVehicle(form, stop);
      const isBooking = isCallOf(createBooking);
      const answer = page.waitForResponse((response) => isBooking(response.request()));
      await journey.press(form.getByRole('button', { name: 'Submit' }));
      expect((await answer).status()).toBe(201);
      await server.kill();

      const ids = await bookingsOf(server, stop.registration);
      expect(ids).toHaveLength(1);
      id = ids[0] ?? '';
      expect(await ledgerOf(server, id)).toMatchObject({ billRef: null, bills: 0 });
      await noBills.releaseAfterKill();
      await server.start();
      await expect
        .poll(async () => (await ledgerOf(server, id)).billRef, { timeout: 200_000 })
        .not.toBeNull();
    });

    await test.step('killed between the payment and Check Status', async () => {
      await page.goto('/unpaid');
      await expect(journey.rows('Unpaid Bookings').first()).toContainText(stop.name);
      const detail = await journey.openBooking(stop.registration);
      await journey.payBill(detail);
      await server.kill();
      expect(await ledgerOf(server, id)).toMatchObject({ paid: false, payments: 0 });
      await server.start();
      await journey.checkStatus(detail);
      expect(await ledgerOf(server, id)).toMatchObject({ paid: true, payments: 1 });
    });

    await test.step('killed in the middle of the clearance: it is undone', async () => {
      const noChanges = await withoutChanges(server, id);
      const detail = page.getByRole('dialog', { name: /^Booking/ });
      const answered = wasAnswered(page);
      await journey.clearVehicle(detail, stop.registration);
      await noChanges.somebodyWaits();
      await server.kill();
      expect(await answered).toBe(false);
      await noChanges.releaseAfterKill();
      await server.start();
      const { completed, events } = await ledgerOf(server, id);
      expect({ completed, cleared: events['booking.cleared'] }).toEqual({ completed: false });
    });

    await test.step('killed at once after the clearance was sent: it is done or undone, never half', async () => {
      const detail = page.getByRole('dialog', { name: /^Booking/ });
      const sent = page.waitForRequest(isClearance);
      const answered = wasAnswered(page);
      await journey.clearVehicle(detail, stop.registration);
      await sent;
      await server.kill();
      await server.start();
      const { completed, events } = await ledgerOf(server, id);
      expect(events['booking.cleared'] ?? 0).toBe(completed ? 1 : 0);
      if (await answered) expect(completed).toBe(true);
      if (!completed) {
        await page.goto(`/paid?open=${id}`);
        await journey.clearVehicle(detail, stop.registration);
        await expect(page.getByText('Vehicle Cleared successfully!').first()).toBeVisible();
      }
    });

    await page.goto('/completed');
    const row = journey.rows('Completed Bookings').filter({ hasText: stop.registration });
    await expect(row).toHaveCount(1);
    expect(await bookingsOf(server, stop.registration)).toEqual([id]);
    const ledger = await ledgerOf(server, id);
    expect(ledger).toMatchObject({ paid: true, completed: true, payments: 1 });
    expect(ledger.paidBills).toEqual([ledger.billRef]);
    for (const event of ['booking.made', 'booking.billed', 'booking.paid', 'booking.cleared']) {
      expect(ledger.events, event).toHaveProperty([event], 1);
    }
  },
);
