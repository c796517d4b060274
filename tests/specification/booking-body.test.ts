import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences } from '#contract/offences.ts';
import { compareRecords } from '#server/trail.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

/** A seat belt of 2,000 naira and a traffic light of 10,000, as somebody's form shows them. */
const forged = {
  price: 20,
  offence: [
    { id: 'LGC-16', name: 'Belt', penalty: '', amount: 10, code: '1', mdasId: 7 },
    { id: 'TMS-01', name: 'Light', penalty: 'None', amount: 10, code: '2', mdasId: null },
  ],
};

/** What the form of a booking shows of offences, from the catalogue. */
async function shown(...ids: string[]) {
  const { data } = await officer.ok(listOffences);
  const offence = ids.map((id) => {
    const found = data.find((entry) => entry.id === id);
    if (!found) throw new Error(`${id} is not in the catalogue.`);
    const { name, penalty, amount, code } = found;
    return { id, name, penalty, amount, code, mdasId: null };
  });
  return { offence, price: offence.reduce((sum, { amount }) => sum + amount, 0) };
}

const madeBefore = (hours: number) => ({ capture: captureOf(hours) });

test.each([
  ['at once', {}],
  ['by a phone with a network', madeBefore(0)],
  ['by a phone that had none for two hours', madeBefore(2)],
])('261a, 128: of a booking sent %s the server believes its own fees alone', async (_, made) => {
  const { data } = await officer.ok(createBooking, { body: aBooking({ ...forged, ...made }) });
  const { data: read } = await officer.ok(readBooking, { params: { id: data._id } });
  for (const booking of [data, read]) {
    expect(booking.price).toBe(12_000);
    expect(booking.offence.map(({ id, amount, code }) => [id, amount, code])).toEqual(
      (await shown('LGC-16', 'TMS-01')).offence.map(({ id, amount, code }) => [id, amount, code]),
    );
    expect(booking.offence.map(({ name }) => name)).not.toContain('Belt');
    expect(booking.captured).toMatchObject({ toldPrice: 20, priceOnArrival: null });
  }
  const [row] = await trailOf(app.db, { record: data._id });
  expect(row?.after).toMatchObject({ price: 12_000, captured: { toldPrice: 20 } });
  const differs = await app.db.transaction().execute(async (trx) => await compareRecords(trx));
  expect(differs.filter((line) => line.includes(data._id))).toEqual([]);
});

test.each([
  ['at once', {}, null],
  ['by a phone', madeBefore(2), { toldPrice: null }],
])(
  '261a, 128: what the form showed and the server charges alike is no difference: sent %s',
  async (_, made, captured) => {
    for (const ids of [['LGC-16', 'TMS-01'], ['SCC-01', 'SCC-01', 'LGC-16'], ['VIL-06']]) {
      const body = aBooking({ ...(await shown(...ids)), ...made });
      const { data } = await officer.ok(createBooking, { body });
      expect(data.price).toBe(body.price);
      if (captured === null) expect(data.captured).toBeNull();
      else expect(data.captured).toMatchObject(captured);
    }
  },
);

test('261a, 128: what the driver was told before counts before what a mended form shows', async () => {
  const told = { capture: { ...captureOf(1), toldPrice: 9_000 } };
  const body = aBooking({ ...(await shown('LGC-16', 'TMS-01')), ...told });
  const { data } = await officer.ok(createBooking, { body });
  expect(data).toMatchObject({ price: 12_000, captured: { toldPrice: 9_000 } });
});

test('261a, 128: a phone of an older version, whose records have none of these fields, is believed', async () => {
  const older = aBooking({ _id: ulid(), offence: [{ id: 'LGC-16', mdasId: 7 }], ...madeBefore(3) });
  const { data } = await officer.ok(createBooking, { body: older });
  expect(data).toMatchObject({ price: 2_000, captured: { toldPrice: null } });
  const { data: bare } = await officer.ok(createBooking, { body: aBooking() });
  expect(bare).toMatchObject({ price: 12_000, captured: null });
  // Its form, opened by a newer version, sends the same booking with them.
  const newer = { ...older, ...(await shown('LGC-16')), ...madeBefore(4) };
  expect(await officer.call(createBooking, { body: newer })).toMatchObject({
    status: 200,
    body: { data: { _id: data._id } },
  });
});

test.each([['free'], [-1], [0.5], [1e12], [null], [[]]])(
  '261a, 128: a price of %j is refused at its field, and nothing is stored',
  async (price) => {
    const body = { ...aBooking({ _id: ulid() }), price: price as number };
    const answer = await officer.call(createBooking, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual(['price']);
    expect((await officer.call(readBooking, { params: { id: body._id ?? '' } })).status).toBe(404);
  },
);
