// @module-tag night
import { expect } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { sweepBookings } from '#contract/payments.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, payOnline, until } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/scene.ts';

const seed = Number(process.env['OUTAGE_SEED'] ?? 20_260_711);

const test = base.extend('env', { SANDBOX_NOTICES: 'on' });

const twenty = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => make(index)));

test('with notices lost, doubled and late, and the gateway away for a while, every naira is found', async ({
  app,
  officer,
  admin,
}) => {
  const book = async (index: number) =>
    (await booked(officer, { offence: [{ id: index % 3 === 0 ? 'LGC-16' : 'TMS-01' }] }))._id;
  const pay = async (id: string) => payOnline(officer, (await billed(officer, id)).billRef);
  const unpaid = async () =>
    (await app.db.selectFrom('bookings').select('id').where('paid', '=', false).execute()).length;
  Object.assign(app.faults, { seed, dropNotices: 0.3 });
  process.stdout.write(`Notices are dropped by the seed ${seed} (OUTAGE_SEED).\n`);

  await twenty(async (index) => pay(await book(index)));
  app.faults.noticesTwice = true;
  app.faults.noticesLateMs = 1_500;
  const [first, ...second] = await twenty(book);
  await Promise.all(second.map(pay));

  // The late notices of the second twenty come while nobody answers.
  app.faults.busy = true;
  const third = await twenty(book);
  await until('a bill was asked for in vain', async () => {
    const rows = await app.db
      .selectFrom('bookings')
      .select('id')
      .where('bill_problem', 'is not', null)
      .execute();
    return rows.length > 0;
  });
  app.faults.busy = false;
  app.faults.noticesOutOfOrder = 5;
  await Promise.all([first ?? '', ...third].map(pay));

  await until('every notice was looked into', async () => {
    const rows = await app.db.selectFrom('notices').select('outcome').execute();
    return rows.every(({ outcome }) => outcome !== null);
  });
  expect((await app.db.selectFrom('notices').select('id').execute()).length).toBeLessThan(60);
  expect(await unpaid()).toBeGreaterThan(0);
  expect((await officer.ok(sweepBookings)).data.started).toBe(true);
  await until('every booking is paid', async () => (await unpaid()) === 0);

  const [books] = await asOwner(
    app,
    `select
       (select count(*) from bookings where paid)::int as bookings,
       (select count(*) from payments)::int as payments,
       (select sum(amount_kobo) from payments)::int as counted,
       (select sum(amount_kobo) from sandbox.bill_items join sandbox.bills using (bill_reference)
        where receipt is not null)::int as taken,
       (select count(*) from sandbox.bills)::int as bills,
       (select count(*) from sandbox.bills
        where receipt is not null and not exists (
          select from payments
          where bill_ref = bill_reference and payments.receipt = bills.receipt))::int as unexplained`,
  );
  expect(books).toMatchObject({ bookings: 60, payments: 60, bills: 60, unexplained: 0 });
  expect(books?.['counted']).toBe(books?.['taken']);
  expect((await admin.ok(exceptionRegister.list)).data).toEqual([]);
  const twice = await asOwner(
    app,
    `select record_id from audit where event = 'booking.paid' group by 1 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
});
