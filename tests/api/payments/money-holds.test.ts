import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { checkBooking } from '#contract/payments.ts';
import { asOwner } from '#tests/support/factories.ts';
import { bookedWithBill, payOnline } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const withBill = async () => (await bookedWithBill(officer))._id;

async function paid(): Promise<string> {
  const { _id, billRef } = await bookedWithBill(officer);
  await payOnline(officer, billRef);
  await officer.ok(checkBooking, { params: { id: _id } });
  return _id;
}

const byHand = (statement: string) => asOwner(app, statement);

test('nobody makes a booking paid or completed without a payment, not even in SQL', async () => {
  const id = await withBill();
  const clear = `completed = true, completed_at = now(), completed_by = '${officer.id}'`;
  await expect(byHand(`update bookings set paid = true where id = '${id}'`)).rejects.toThrow(
    `Booking ${id} has no confirmed payment of its price.`,
  );
  await expect(
    byHand(`update bookings set paid = true, ${clear} where id = '${id}'`),
  ).rejects.toThrow('no confirmed payment');
  await expect(byHand(`update bookings set ${clear} where id = '${id}'`)).rejects.toThrow(
    'completed_only_when_settled',
  );
});

test('a payment of another amount makes no booking paid', async () => {
  const id = await withBill();
  const statement = `
    begin;
    insert into payments (id, booking_id, kind, gateway, bill_ref, amount_kobo, receipt)
      values ('by hand', '${id}', 'gateway', 'by hand', 'by hand', 100, '1');
    update bookings set paid = true where id = '${id}';
    commit`;
  await expect(byHand(statement)).rejects.toThrow('no confirmed payment of its price');
});

test('what was paid or cleared stays so, and a payment is final', async () => {
  const id = await paid();
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  for (const statement of [
    `update bookings set completed = false, completed_at = null, completed_by = null where id = '${id}'`,
    `update bookings set paid = false, completed = false, completed_at = null, completed_by = null where id = '${id}'`,
  ]) {
    await expect(byHand(statement)).rejects.toThrow(`Booking ${id} was paid or cleared`);
  }
  await expect(
    byHand(`update payments set amount_kobo = 1 where booking_id = '${id}'`),
  ).rejects.toThrow(`The payment of booking ${id} is final.`);
  await expect(byHand(`delete from payments where booking_id = '${id}'`)).rejects.toThrow('final');
});

test('price, offences and bill of a booking are fixed once it has a bill', async () => {
  const id = await withBill();
  const offence = `'${id}', 9, 'X', 'X', 'X', 'X'`;
  for (const [statement, sentence] of [
    [
      `update bookings set price_kobo = 1 where id = '${id}'`,
      `The price of booking ${id} is fixed`,
    ],
    [
      `update bookings set bill_ref = '999' where id = '${id}'`,
      `Booking ${id} has its bill already`,
    ],
    [
      `update booking_offences set amount_kobo = 1 where booking_id = '${id}'`,
      `The offences of booking ${id} are fixed`,
    ],
    [`delete from booking_offences where booking_id = '${id}'`, 'are fixed'],
    [
      `insert into booking_offences (booking_id, line, offence_id, code, name, penalty, amount_kobo)
         values (${offence}, 0)`,
      'are fixed',
    ],
  ] as const) {
    await expect(byHand(statement)).rejects.toThrow(sentence);
  }
});
