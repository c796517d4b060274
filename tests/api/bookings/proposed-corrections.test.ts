import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  correctBooking,
  listMistakes,
  reportMistake,
  clearVehicle,
} from '#contract/booking-corrections.ts';
import { type Booking, readBooking } from '#contract/bookings.ts';
import {
  decideCorrection,
  listCorrections,
  proposeCorrection,
  takeBackCorrection,
} from '#contract/corrections.ts';
import { listWaiting } from '#contract/waiting.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { correctionsOf } from '#server/features/bookings/queries.ts';
import { verifyAudit } from '#server/trail.ts';
import { inBatch } from '#tests/support/court.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked, bookedAndPaid, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let head: Person;
let admin: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
  elsewhere = await makePerson(app, 'zonal head', { zone: 'Kaura' });
});
afterAll(() => app.stop());

const reason = 'The licence says another name.';
const change = { name: 'A Different Driver', registration: 'ABD-123DE' };
const refused = (status: number, code: string) => ({ status, body: { code } });

const read = async ({ _id: id }: Booking) =>
  (await head.client.ok(readBooking, { params: { id } })).data;
const correct = (who: Person, { _id: id, version }: Booking, body: object = change) =>
  who.client.call(correctBooking, { params: { id }, body: { version, reason, ...body } });
const propose = (who: Person, { _id: id, version }: Booking, body: object = change) =>
  who.client.call(proposeCorrection, { params: { id }, body: { version, reason, ...body } });
async function proposed(who: Person, { _id: id, version }: Booking, body: object = change) {
  const asked = { params: { id }, body: { version, reason, ...body } };
  return (await who.client.ok(proposeCorrection, asked)).data.id;
}
const decide = (who: Person, id: string, body: object = { agrees: true }) =>
  who.client.call(decideCorrection, { params: { id }, body });
const findings = async () =>
  (await verifyAudit(app.db)).findings.filter((finding) =>
    /corrected|vehicle|person/.test(finding),
  );

const paid = () => bookedAndPaid(officer.client, app.db);
async function referred(): Promise<Booking> {
  const booking = await booked(officer.client);
  await inBatch(app, { booking: booking._id, by: admin.id, locked: true });
  return booking;
}

describe.each([
  ['paid', paid],
  ['before a court', referred],
])('a ticket that is %s is corrected by two', (_, make) => {
  test('one alone is refused, and nothing changes', async () => {
    const booking = await make();
    expect(await correct(head, booking)).toMatchObject(refused(409, 'by_two'));
    expect(await correct(officer, booking)).toMatchObject(refused(409, 'seen_already'));
    expect(await read(booking)).toMatchObject({ name: booking.name, version: 1 });
  });

  test('it says something else once a second person confirms, and every paper what stood there', async () => {
    const booking = await make();
    const id = await proposed(head, booking);
    expect(await read(booking)).toMatchObject({ name: booking.name, version: 1 });
    expect(await decide(admin, id)).toMatchObject({
      status: 200,
      body: { data: { state: 'confirmed', before: { name: booking.name }, after: change } },
    });
    expect(await read(booking)).toMatchObject({ ...change, version: 2 });
    expect(await correctionsOf(app.db, booking._id)).toMatchObject([
      { before: { name: booking.name, registration: booking.registration }, after: change },
    ]);
    const trail = await trailOf(app.db, { record: booking._id });
    expect(trail.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['booking.correction-proposed', 'booking.corrected']),
    );
    expect(await findings()).toEqual([]);
  });
});

test('neither its proposer nor whoever issued it confirms it', async () => {
  const booking = await bookedAndPaid(head.client, app.db);
  expect(await propose(head, booking)).toMatchObject(refused(403, 'not_impartial'));
  const id = await proposed(admin, booking);
  expect(await decide(admin, id)).toMatchObject(refused(409, 'own_proposal'));
  expect(await decide(head, id)).toMatchObject(refused(403, 'not_impartial'));
  expect(await decide(elsewhere, id)).toMatchObject({ status: 404 });
  expect(await decide(officer, id)).toMatchObject({ status: 403 });
  expect(await read(booking)).toMatchObject({ version: 1 });
});

test('it is refused with a reason, or taken back by its proposer, and then another may be proposed', async () => {
  const booking = await paid();
  const first = await proposed(head, booking);
  expect(await propose(admin, booking)).toMatchObject(refused(409, 'already_proposed'));
  expect(
    await decide(admin, first, { agrees: false, reason: 'The licence is another’s.' }),
  ).toMatchObject({
    status: 200,
    body: { data: { state: 'refused', decided: { refusal: 'The licence is another’s.' } } },
  });
  const second = await proposed(head, booking);
  const takeBack = (who: Person) => who.client.call(takeBackCorrection, { params: { id: second } });
  expect(await takeBack(admin)).toMatchObject({ status: 403 });
  expect(await takeBack(head)).toMatchObject({ status: 200 });
  expect(await decide(admin, second)).toMatchObject(refused(409, 'already_decided'));
  const { data } = await officer.client.ok(listCorrections, { params: { id: booking._id } });
  expect(data.map(({ state }) => state)).toEqual(['taken back', 'refused']);
  expect(await read(booking)).toMatchObject({ name: booking.name, version: 1 });
});

test.each([
  ['nothing', {}, { status: 400 }],
  ['what it says already', { name: undefined, color: 'Blue' }, { status: 400 }],
  ['neither plate nor licence', { registration: '', license: '' }, { status: 400 }],
  ['without a reason', { ...change, reason: 'x' }, { status: 400 }],
  ['of an older version', { ...change, version: 9 }, refused(409, 'corrected_since')],
])('a proposal of %s is refused', async (_, body, answer) => {
  const booking = await bookedAndPaid(officer.client, app.db, { color: 'Blue' });
  expect(await propose(head, booking, body)).toMatchObject(answer);
});

test('what was cleared meanwhile stays as it is', async () => {
  const booking = await paid();
  const id = await proposed(head, booking);
  await head.client.ok(clearVehicle, { params: { id: booking._id }, body: { completed: true } });
  expect(await decide(admin, id)).toMatchObject(refused(409, 'already_completed'));
  expect(await propose(admin, booking)).toMatchObject(refused(409, 'already_completed'));
  expect(await read(booking)).toMatchObject({ name: booking.name, version: 1 });
});

test('of two who confirm at once one does', async () => {
  const booking = await paid();
  const third = await makePerson(app, 'state admin');
  const id = await proposed(head, booking);
  const answers = await Promise.all([decide(admin, id), decide(third, id), decide(admin, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await read(booking)).toMatchObject({ ...change, version: 2 });
});

test('it waits for whoever leads, and answers a mistake that was reported', async () => {
  const booking = await paid();
  await officer.client.ok(reportMistake, { params: { id: booking._id }, body: { reason } });
  const id = await proposed(head, booking);
  const waiting = async ({ client }: Person) =>
    JSON.stringify((await client.ok(listWaiting, {})).data).includes(booking._id);
  expect(await waiting(admin)).toBe(true);
  expect(await waiting(elsewhere)).toBe(false);
  expect(await decide(admin, id)).toMatchObject({ status: 200 });
  const { data } = await head.client.ok(listMistakes, { params: { id: booking._id } });
  expect(data).toMatchObject([{ outcome: 'corrected', answer: reason }]);
});

test('what was proposed of a ticket is erased with who was booked', async () => {
  const booking = await paid();
  const id = await proposed(head, booking);
  await decide(admin, id);
  await proposed(head, { ...booking, version: 2 }, { name: 'Third Name' });
  await head.client.ok(clearVehicle, { params: { id: booking._id }, body: { completed: true } });
  await settledLongAgo(app, booking._id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  const { data } = await head.client.ok(listCorrections, { params: { id: booking._id } });
  expect(data.map(({ before, after, reason: why }) => ({ before, after, why }))).toEqual([
    { before: {}, after: {}, why: 'Erased' },
    { before: {}, after: {}, why: 'Erased' },
  ]);
  const rows = await asOwner(
    app,
    `select distinct before, after from audit where record_id = $1 and event like 'booking.correct%'`,
    [booking._id],
  );
  expect(rows).toEqual([{ before: null, after: null }]);
});
