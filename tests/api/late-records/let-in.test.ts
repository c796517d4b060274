import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { decideLateRecord, readLateRecord } from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { verifyAudit } from '#server/trail.ts';
import { type Client } from '#tests/support/client.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { feeSince } from '#tests/support/fees.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// What a superior lets in is what they saw.

let app: TestApp;
let officer: Client;
let officerId: string;
let head: Client;
beforeAll(async () => {
  app = await startTestApp();
  const made = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  officerId = made.id;
  officer = made.client;
  head = (await makePerson(app, 'zonal head', { zone: 'Zaria' })).client;
});
afterAll(() => app.stop());

const hour = 3_600_000;
const late = (hours: number) => aBooking({ _id: ulid(), capture: captureOf(hours) });

const other = { status: 409, body: { code: 'other_record' } };
const letIn = (id: string) =>
  head.ok(decideLateRecord, { params: { id }, body: { letIn: true, reason: 'A bridge.' } });

/** A late booking that was let in, as its officer sent it first. */
async function letInBooking(changes: Parameters<typeof aBooking>[0] = {}) {
  const body = { ...late(96), ...changes };
  await officer.call(createBooking, { body });
  await letIn(body._id ?? '');
  return body;
}

test('they are told offences and both prices first', async () => {
  const fee = { offence: 'LGC-06', by: officerId };
  await feeSince(app, { ...fee, days: -9, naira: 2_000 });
  await feeSince(app, { ...fee, days: -1, naira: 50_000 });
  const body = { ...late(96), offence: [{ id: 'LGC-06' }] };
  await officer.call(createBooking, { body });
  const { data } = await head.ok(readLateRecord, { params: { id: body._id ?? '' } });
  expect(data).toMatchObject({ price: 2_000, priceOnArrival: 50_000 });
  expect(data.offences).toHaveLength(1);
});

test.each<[string, Partial<ReturnType<typeof aBooking>>]>([
  ['another plate', { registration: 'CCC-333CC' }],
  ['another person', { name: 'Somebody Else' }],
  ['another offence', { offence: [{ id: 'LGC-17' }] }],
  ['another note', { notes: 'He begged.' }],
  ['something that was taken', { confiscations: ['Vehicle License'] }],
])('%s is another record, and nothing of it is stored', async (_what, changes) => {
  const body = await letInBooking();
  expect(await officer.call(createBooking, { body: { ...body, ...changes } })).toMatchObject(other);
  expect((await officer.call(readBooking, { params: { id: body._id ?? '' } })).status).toBe(404);
  expect((await officer.call(createBooking, { body })).status).toBe(201);
});

test('a collision is another record than the booking of its id', async () => {
  const { _id } = await letInBooking();
  const collision = aCollision({ _id, capture: captureOf(96) });
  const files = [await anImage()];
  expect(await officer.call(createCollision, { body: collision, files })).toMatchObject(other);
});

test('another collision is another record', async () => {
  const body = aCollision({ _id: ulid(), capture: captureOf(96) });
  const files = [await anImage()];
  await officer.call(createCollision, { body, files });
  await letIn(body._id ?? '');
  const changed = { ...body, location: 'Elsewhere' };
  expect(await officer.call(createCollision, { body: changed, files })).toMatchObject(other);
  expect((await officer.call(createCollision, { body, files })).status).toBe(201);
});

test.each([
  ['weeks earlier', 21 * 24, 0],
  ['years earlier', 50_000, 0],
  ['just now', 0, 0],
  ['years later, as it was sent', 0, 50_000],
])('made %s, it was made all the same when it first said', async (_when, before, after) => {
  const body = await letInBooking();
  const now = Date.now();
  const capture = {
    madeAt: new Date(now - before * hour).toISOString(),
    sentAt: new Date(now + after * hour).toISOString(),
  };
  const { data } = await officer.ok(createBooking, { body: { ...body, capture } });
  const between = Date.parse(data.createdAt) - Date.parse(data.captured?.madeAt ?? '');
  expect(Math.abs(between - 96 * hour)).toBeLessThan(hour / 10);
});

test('one that waits is not exchanged for another either', async () => {
  const body = late(96);
  await officer.call(createBooking, { body });
  const changed = { ...body, registration: 'CCC-333CC' };
  expect(await officer.call(createBooking, { body: changed })).toMatchObject(other);
  const { data } = await head.ok(readLateRecord, { params: { id: body._id ?? '' } });
  expect(data.label).toBe('ABC-123DE');
});

test('of one that was let in by an older version, kind, place and plate must be the same', async () => {
  const body = await letInBooking();
  await asOwner(app, `update late_records set body_hash = null where id = $1`, [body._id]);
  const changed = { ...body, registration: 'CCC-333CC' };
  expect(await officer.call(createBooking, { body: changed })).toMatchObject(other);
  expect((await officer.call(createBooking, { body })).status).toBe(201);
});

test('the walk through the trail names one that arrived as another', async () => {
  const body = await letInBooking();
  await officer.ok(createBooking, { body });
  const id = body._id ?? '';
  const findings = async () =>
    (await verifyAudit(app.db)).findings.filter((finding) => finding.includes(id));
  expect(await findings()).toEqual([]);
  await asOwner(app, `update late_records set body_hash = 'another' where id = $1`, [id]);
  expect(await findings()).toEqual([`Late record ${id} was let in as another than it arrived as.`]);
});
