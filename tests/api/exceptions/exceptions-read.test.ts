import { sql } from 'kysely';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { readException } from '#contract/exceptions.ts';
import { anException } from '#tests/support/exceptions.ts';
import { test } from '#tests/support/scene.ts';

test('the exceptions of one booking are listed, and each is read by itself', async ({
  app,
  officer,
  head,
}) => {
  const id = await anException(app.db, officer);
  await anException(app.db, officer);
  const { data } = await head.ok(readException, { params: { id } });
  expect(data).toMatchObject({ id, kind: 'other amount', amount: 1, booking: { price: 12_000 } });
  const ofBooking = await head.ok(exceptionRegister.list, {
    query: { booking: data.booking?._id ?? '' },
  });
  expect(ofBooking.data).toEqual([data]);
  expect((await head.ok(exceptionRegister.list, { query: { booking: '' } })).data).toEqual([]);
});

test('an exception beyond the scope is not there, by its id or by its booking', async ({
  app,
  hire,
  officer,
  head,
}) => {
  const id = await anException(app.db, officer);
  const { data } = await head.ok(readException, { params: { id } });
  const elsewhere = await hire('zonal head', { zone: 'Chikun' });
  const read = await elsewhere.call(readException, { params: { id } });
  expect(read).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const query = { booking: data.booking?._id ?? '' };
  expect((await elsewhere.ok(exceptionRegister.list, { query })).total).toBe(0);
});

test('more than 10,000 are said to be more than these, and pages end there', async ({
  app,
  hire,
}) => {
  await sql`
    insert into payment_exceptions
      (id, kind, organisation, zone, demo, gateway, bill_ref, receipt, description, dedupe_key)
    select '00' || lpad(n::text, 24, '0'), 'unknown bill', 'Kaduna', 'Giwa', false, 'paykaduna', n, '',
      'No booking has this bill.', n
    from generate_series(1, 10001) as n`.execute(app.owner);
  const inGiwa = await hire('zonal head', { zone: 'Giwa' });
  const first = await inGiwa.ok(exceptionRegister.list, { query: { state: 'open', limit: '20' } });
  expect(first).toMatchObject({ total: 10_000, more: true, within: 10_000, count: 20 });
  const beyond = await inGiwa.ok(exceptionRegister.list, { query: { limit: '20', page: '501' } });
  expect(beyond).toMatchObject({ total: 10_000, data: [] });
  const last = await inGiwa.ok(exceptionRegister.list, { query: { limit: '30', page: '334' } });
  expect(last.count).toBe(10);
  expect(last.pagination.next).toBeUndefined();
});

test('a search finds what a booking’s own plate says, and a bill that no booking has', async ({
  app,
  officer,
  hire,
}) => {
  const id = await anException(app.db, officer, { registration: 'SRX-731KJ' });
  const unknown = ulid();
  await sql`
    insert into payment_exceptions
      (id, kind, organisation, zone, demo, gateway, bill_ref, receipt, description, dedupe_key)
    values (${unknown}, 'unknown bill', 'Kaduna', '', false, 'paykaduna', 'PK-90417-OX', 'RC/55812', '',
      ${unknown})`.execute(app.owner);
  const admin = await hire('state admin');
  const found = async (search: string) =>
    (await admin.ok(exceptionRegister.list, { query: { search } })).data.map((row) => row.id);
  expect(await found('srx 731')).toEqual([id]);
  expect(await found('pk 90417 0x')).toEqual([unknown]);
  expect(await found('rc/5581')).toEqual([unknown]);
  expect(await found('90417_')).toEqual([]);
  const sizes = await admin.ok(exceptionRegister.sizes, { query: { search: 'SRX-731KJ' } });
  expect(sizes.data).toEqual({ open: { total: 1 }, proposed: { total: 0 }, settled: { total: 0 } });
});
