import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { listCollisions, readCollision } from '#contract/collisions.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { bookingCounts } from '#contract/statistics.ts';
import { compareRecords } from '#server/trail.ts';
import { openSession } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { aBooking } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { aTakenOutRecord } from '#tests/support/late-records.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let ofZaria: Person;
let ofHq: Person;
let colleague: Person;
let everywhere: Person;
beforeAll(async () => {
  app = await startTestApp();
  ofZaria = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  ofHq = await makePerson(app, 'booking officer', { zone: null });
  colleague = await makePerson(app, 'zonal head', { zone: null });
  everywhere = await makePerson(app, 'state admin', { state: null, zone: null });
});
afterAll(() => app.stop());

const unzoned = [
  ['left empty', ''],
  ['not given', undefined],
  ['of blanks', '  '],
] as const;

test.each(unzoned)('215d, 218c: a zone that is %s is the zone of the account', async (_, zone) => {
  const empty = { zone } as { zone?: string };
  expect((await booked(ofZaria.client, empty)).zone).toBe('Zaria');
  expect((await recorded(ofZaria.client, empty)).zone).toBe('Zaria');
});

test.each(unzoned)(
  '215d, 218c: a zone that is %s is Hq for an account without one',
  async (_, zone) => {
    const empty = { zone } as { zone?: string };
    expect((await booked(ofHq.client, empty)).zone).toBe('Hq');
    expect((await recorded(ofHq.client, empty)).zone).toBe('Hq');
    const ofLagos = { ...empty, organisation: 'Lagos FRSC' as const };
    const made = await booked(everywhere.client, ofLagos);
    expect(made).toMatchObject({ zone: 'Hq', organisation: 'Lagos FRSC' });
  },
);

test('215d, 218c: what is in Hq is seen by those without a zone, and by nobody of a zone', async () => {
  const figures = async ({ client }: Person) =>
    (await client.ok(bookingCounts, { query: { organisation: 'Kaduna' } })).data;
  const before = [await figures(colleague), await figures(ofZaria)] as const;
  const booking = await booked(ofHq.client, { zone: '' });
  const collision = await recorded(ofHq.client, { zone: '' });
  const bookings = async ({ client }: Person, zone?: string) =>
    (
      await client.ok(listBookings, { query: { limit: '100', page: '1', ...(zone && { zone }) } })
    ).data.map(({ _id }) => _id);
  const collisions = async ({ client }: Person) =>
    (await client.ok(listCollisions, { query: { limit: '100', page: '1' } })).data.map(
      ({ _id }) => _id,
    );
  const opened = async ({ client }: Person) => [
    (await client.call(readBooking, { params: { id: booking._id } })).status,
    (await client.call(readCollision, { params: { id: collision._id } })).status,
  ];
  for (const person of [ofHq, colleague, everywhere]) {
    expect(await bookings(person)).toContain(booking._id);
    expect(await bookings(person, 'Hq')).toContain(booking._id);
    expect(await bookings(person, 'Zaria')).not.toContain(booking._id);
    expect(await collisions(person)).toContain(collision._id);
    expect(await opened(person)).toEqual([200, 200]);
  }
  expect(await bookings(ofZaria)).not.toContain(booking._id);
  expect(await collisions(ofZaria)).not.toContain(collision._id);
  expect(await opened(ofZaria)).toEqual([404, 404]);
  expect((await figures(colleague)).today).toBe(before[0].today + 1);
  expect((await figures(ofZaria)).today).toBe(before[1].today);
});

test('215d, 218c: sent again, an empty zone is the same record', async () => {
  const body = aBooking({ _id: ulid(), zone: '' });
  const { data: first } = await ofHq.client.ok(createBooking, { body });
  const again = await ofHq.client.call(createBooking, { body });
  expect(again).toMatchObject({ status: 200, body: { data: { _id: first._id, zone: 'Hq' } } });
});

test('215d, 218c: Hq is no zone for whoever works in one, and an unknown zone is none for anybody', async () => {
  const tried = async ({ client }: Person, zone: string) =>
    (await client.call(createBooking, { body: aBooking({ zone }) })).status;
  expect(await tried(ofHq, 'Hq')).toBe(201);
  expect(await tried(ofZaria, 'Hq')).toBe(403);
  expect(await tried(ofHq, 'Head office')).toBe(400);
});

test('215d, 218c: what was taken out of a phone has its maker’s zone too', async () => {
  for (const [person, zone] of [
    [ofZaria, 'Zaria'],
    [ofHq, 'Hq'],
  ] as const) {
    const { data } = await person.client.ok(takeOutRecord, { body: aTakenOutRecord({ zone: '' }) });
    expect(data.zone).toBe(zone);
  }
});

async function paperNamesHq(): Promise<void> {
  const { _id } = await booked(ofHq.client, { zone: '' });
  const address = `${app.url}/api/v1/booking/${_id}/paper?of=ticket&size=a4&format=pdf`;
  const { token } = await openSession(app.url, ofHq.email);
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const text = textOfPdf(Buffer.from(await answer.arrayBuffer()));
  expect(text.replaceAll(/\s/g, '')).toContain('PZroundabout,Hq');
}
// No paper is of the core.
if (process.env['MODULES'] !== 'none') test('215d: the paper of a booking names Hq', paperNamesHq);

test('218c: the trail of a booking of Hq tells of the zone that it got', async () => {
  const { _id } = await booked(ofHq.client, { zone: '' });
  const differs = await app.db.transaction().execute(async (trx) => await compareRecords(trx));
  expect(differs.filter((line) => line.includes(_id))).toEqual([]);
});
