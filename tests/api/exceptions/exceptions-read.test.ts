import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExceptions, readException } from '#contract/exceptions.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let head: Client;

const working = async (...account: [Parameters<typeof makeAccount>[1], { zone?: string }?]) =>
  signedIn(app.url, (await makeAccount(app.db, ...account)).email);

beforeAll(async () => {
  app = await startTestApp();
  officer = await working('booking officer');
  head = await working('zonal head', { zone: 'Zaria' });
});
afterAll(() => app.stop());

test('the exceptions of one booking are listed, and each is read by itself', async () => {
  const id = await anException(app.db, officer);
  await anException(app.db, officer);
  const { data } = await head.ok(readException, { params: { id } });
  expect(data).toMatchObject({ id, kind: 'other amount', amount: 1, booking: { price: 12_000 } });
  const ofBooking = await head.ok(listExceptions, { query: { booking: data.booking?._id ?? '' } });
  expect(ofBooking.data).toEqual([data]);
  expect((await head.ok(listExceptions, { query: { booking: '' } })).data).toEqual([]);
});

test('an exception beyond the scope is not there, by its id or by its booking', async () => {
  const id = await anException(app.db, officer);
  const { data } = await head.ok(readException, { params: { id } });
  const elsewhere = await working('zonal head', { zone: 'Chikun' });
  const read = await elsewhere.call(readException, { params: { id } });
  expect(read).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const query = { booking: data.booking?._id ?? '' };
  expect((await elsewhere.ok(listExceptions, { query })).total).toBe(0);
});
