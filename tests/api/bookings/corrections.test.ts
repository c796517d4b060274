import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctBooking, withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import { readHistory } from '#contract/history.ts';
import { printPaper, showTicket } from '#contract/modules/after-ticket/papers.ts';
import { listKnownDevices, readTicket } from '#contract/modules/field-work/devices.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { verifyAudit } from '#server/trail.ts';
import { aBooking, asOwner, markPaid } from '#tests/support/factories.ts';
import {
  booked,
  bookedAndPaid,
  bookedWithBill,
  payAtGateway,
  trailOf,
  until,
} from '#tests/support/journey.ts';
import { idsReceived, listen } from '#tests/support/live-listener.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf } from '#tests/support/withdrawals.ts';
import { verdictOf } from '#web/modules/field-work/check-ticket/verdict.ts';

let app: TestApp;
let officer: Person;
let colleague: Person;
let head: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  colleague = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  elsewhere = await makePerson(app, 'zonal head', { zone: 'Kaura' });
});
afterAll(() => app.stop());

const plate = { registration: 'ABD-123DE' };
const reason = 'The plate was read wrongly.';

const correction = ({ _id: id, version }: Booking, body: object = plate) => ({
  params: { id },
  body: { version, ...body },
});
const read = async (id: string) => (await head.client.ok(readBooking, { params: { id } })).data;
const correct = (who: Person, booking: Booking, body?: object) =>
  who.client.call(correctBooking, correction(booking, body));
/** What the trail doesn't say of bookings and mistakes, but for what tests change by hand. */
const findings = async () =>
  (await verifyAudit(app.db)).findings.filter((finding) =>
    /corrected|vehicle|person|mistake/.test(finding),
  );
const someText: unknown = expect.any(String);
const refused = (status: number, code: string) => ({ status, body: { code } });

test('its officer corrects a booking that nobody has seen; before and after stand in the history', async () => {
  const booking = await booked(officer.client);
  const { data } = await officer.client.ok(correctBooking, correction(booking));
  expect(data).toMatchObject({ ...plate, version: 2, price: booking.price });
  expect(data.offence).toEqual(booking.offence);
  const { data: entries } = await head.client.ok(readHistory, {
    params: { record: 'booking', id: booking._id },
  });
  expect(entries.find(({ event }) => event === 'Corrected')).toMatchObject({
    actor: { name: 'Amina Sule' },
    changes: [{ field: 'Vehicle registration', before: 'ABC-123DE', after: 'ABD-123DE' }],
  });
  const rest = {
    color: 'Red',
    location: 'Kwangila',
    phoneTwo: '09005550188',
    type: 'Diesel',
    vehicleBody: 'Saloon',
    vehicleYear: '2014',
    origin: 'Japan',
    capacity: '5',
    pin: 'P1',
  };
  expect((await officer.client.ok(correctBooking, correction(data, rest))).data).toMatchObject({
    ...plate,
    ...rest,
    version: 3,
  });
  expect(await findings()).toEqual([]);
});

test('a correction is told live, and what happens after it too', async () => {
  const listener = await listen({ url: app.url, token: officer.token });
  const booking = await booked(officer.client);
  await officer.client.ok(correctBooking, correction(booking));
  const after = await booked(officer.client);
  const heard = (change: string) => idsReceived(listener.received, change);
  await until('all is heard', () => Promise.resolve(heard('made').includes(after._id)));
  await listener.cut();
  // A stream may begin with what was committed just before it.
  expect(heard('corrected').filter((id) => id === booking._id)).toEqual([booking._id]);
});

test('offences, amount, zone and what can be nothing are never corrected', async () => {
  const booking = await booked(officer.client, { license: '' });
  for (const body of [
    { price: 1 },
    { offence: [] },
    { zone: 'Kaura' },
    { name: ' ' },
    { phoneNo: '' },
    { vehicleYear: '2199' },
  ])
    expect(await correct(officer, booking, body)).toMatchObject({ status: 400 });
  expect(await correct(officer, booking, { registration: '' })).toMatchObject({ status: 400 });
  expect(await correct(officer, booking, { registration: booking.registration })).toMatchObject({
    status: 400,
    body: { error: 'Change at least one field.' },
  });
  expect((await read(booking._id)).version).toBe(1);
});

test.each([
  ['shown', async (id: string) => void (await officer.client.ok(showTicket, { params: { id } }))],
  [
    'printed',
    async (id: string) => {
      const query = { of: 'ticket', size: '80mm', format: 'html' } as const;
      await officer.client.call(printPaper, { params: { id }, query });
    },
  ],
  [
    'opened by its code',
    async (id: string) =>
      void (await fetch(`${app.url}/t/${await ticketCodeOf(app.db, id)}`)).status,
  ],
  [
    'half an hour old',
    async (id: string) =>
      void (await asOwner(
        app,
        `update bookings set created_at = now() - interval '31 minutes' where id = $1`,
        [id],
      )),
  ],
])('once it is %s only a superior corrects it, with a reason', async (_, happens) => {
  const booking = await booked(officer.client);
  await happens(booking._id);
  expect(await correct(officer, booking)).toMatchObject(refused(409, 'seen_already'));
  expect(await correct(head, booking)).toMatchObject({
    status: 400,
    body: { fields: { reason: someText } },
  });
  const { data } = await head.client.ok(correctBooking, correction(booking, { ...plate, reason }));
  expect(data).toMatchObject({ ...plate, version: 2 });
});

test('a colleague corrects nothing, nor does a head of another zone', async () => {
  const booking = await booked(officer.client);
  expect(await correct(colleague, booking)).toMatchObject(refused(403, 'not_yours'));
  expect(await correct(elsewhere, booking, { ...plate, reason })).toMatchObject({ status: 404 });
});

test('what a phone showed without a network counts once it says so', async () => {
  const at = new Date().toISOString();
  const { data } = await officer.client.ok(createBooking, {
    body: { ...aBooking(), capture: { madeAt: at, sentAt: at, shown: true } },
  });
  expect(data.shownVersion).toBe(1);
  expect(await correct(officer, await read(data._id))).toMatchObject(refused(409, 'seen_already'));
});

test('both spellings are found, until what is personal is erased', async () => {
  const booking = await booked(officer.client, {
    name: 'Zubairu Kaura',
    registration: 'KRA-111AA',
  });
  const changes = { name: 'Zubairu Kawo', registration: 'KRA-222BB' };
  await officer.client.ok(correctBooking, correction(booking, changes));
  const found = async (text: string) => {
    const query = { _searchname: text, limit: '10' };
    return (await head.client.ok(listBookings, { query })).data.map(({ _id }) => _id);
  };
  for (const text of ['KRA 222', 'kra-111aa', 'KRA111AA', 'kaura', 'Kawo'])
    expect(await found(text), text).toContain(booking._id);
  await markPaid(app.db, booking._id);
  await head.client.ok(clearVehicle, { params: { id: booking._id }, body: { completed: true } });
  await settledLongAgo(app, booking._id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  const rows = await asOwner(
    app,
    `select before, after from audit where record_id = $1 and event = 'booking.corrected'`,
    [booking._id],
  );
  expect(rows).toEqual([{ before: null, after: null }]);
  expect(await found('KRA-111AA')).not.toContain(booking._id);
});

test('the signed code says its version: an older paper is genuine, and the server says what is true now', async () => {
  const booking = await booked(officer.client);
  const { data: known } = await officer.client.ok(listKnownDevices);
  const show = async () =>
    (await officer.client.ok(showTicket, { params: { id: booking._id } })).data.signedAddress;
  const older = await show();
  const changes = { ...plate, notes: 'For the office alone', reason };
  await head.client.ok(correctBooking, correction(booking, changes));
  expect((await read(booking._id)).shownVersion).toBe(1);
  const newer = await show();
  expect(await verdictOf(older, known, Date.now())).toMatchObject({
    is: 'genuine',
    claim: { plate: 'ABC123DE' },
  });
  expect(await verdictOf(newer, known, Date.now())).toMatchObject({
    is: 'genuine',
    claim: { plate: 'ABD123DE', version: 2 },
  });
  const code = await ticketCodeOf(app.db, booking._id);
  const { data } = await officer.client.ok(readTicket, { params: { code } });
  expect(data).toMatchObject({ version: 2, plate: 'ABD-123DE', correctedAt: someText });
  expect((await read(booking._id)).shownVersion).toBe(2);
  const query = { of: 'ticket', size: 'a4', format: 'html' } as const;
  const paper = await fetch(
    `${app.url}/api/v1/booking/${booking._id}/paper?${new URLSearchParams(query).toString()}`,
    { headers: { authorization: `Bearer ${officer.token}` } },
  );
  const page = (await paper.text()).replaceAll(/\s+/g, ' ');
  expect(page).not.toContain('For the office alone');
  expect(page).toMatch(
    /Corrected, version 2\.<\/b> Plate ABD-123DE, before [\d :-]+ WAT ABC-123DE\./,
  );
});

test('of two corrections at once one stands, and the other is told', async () => {
  const booking = await booked(officer.client);
  const bodies = ['KAA-111AA', 'KBB-222BB', 'KCC-333CC', 'KDD-444DD'];
  const answers = await Promise.all(
    bodies.map((registration) => correct(officer, booking, { registration })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 409, 409, 409]);
  const stands = bodies[answers.findIndex(({ status }) => status === 200)];
  expect(await read(booking._id)).toMatchObject({ registration: stands, version: 2 });
  const events = (await trailOf(app.db, { record: booking._id })).map(({ event }) => event);
  expect(events.filter((event) => event === 'booking.corrected')).toHaveLength(1);
});

test('a correction beside a payment, a withdrawal or a clearance ends in exactly one outcome', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { billRef } = await bookedWithBill(officer.client);
    const found = await officer.client.ok(startPayment, { body: { billRef } });
    await payAtGateway(found.url);
    const id = found.data._id;
    const [corrected] = await Promise.all([
      correct(officer, await read(id)),
      officer.client.ok(checkBooking, { params: { id } }),
    ]);
    const after = await read(id);
    expect(after.paid).toBe(true);
    expect(after.version).toBe(corrected.status === 200 ? 2 : 1);
    expect([200, 409]).toContain(corrected.status);

    const other = await booked(officer.client, { offence: [{ id: 'VIL-06' }] });
    const [one, withdrawn] = await Promise.all([
      correct(officer, other),
      head.client.call(withdrawBooking, withdrawalOf(other._id)),
    ]);
    expect(withdrawn.status).toBe(200);
    const standing = await read(other._id);
    expect(standing.withdrawal).not.toBeNull();
    expect(standing.version).toBe(one.status === 200 ? 2 : 1);
    expect(await correct(head, standing, { ...plate, color: 'Red', reason })).toMatchObject(
      refused(409, 'withdrawn'),
    );

    const paid = await bookedAndPaid(officer.client, app.db);
    const [two, cleared] = await Promise.all([
      correct(head, paid, { ...plate, reason }),
      head.client.call(clearVehicle, { params: { id: paid._id }, body: { completed: true } }),
    ]);
    expect(cleared.status).toBe(200);
    const done = await read(paid._id);
    expect(done.version).toBe(two.status === 200 ? 2 : 1);
    expect(await correct(head, done, { color: 'Red', reason })).toMatchObject(
      refused(409, 'already_completed'),
    );
  }
  expect(await findings()).toEqual([]);
});
