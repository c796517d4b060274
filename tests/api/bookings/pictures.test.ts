import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPicture, listPictures, mostPictures } from '#contract/booking-pictures.ts';
import { readBooking } from '#contract/bookings.ts';
import { readHistory } from '#contract/history.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { exportPerson } from '#contract/person-files.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { verifyAudit } from '#server/trail.ts';
import { aPicture } from '#tests/support/booking-pictures.ts';
import type { Client } from '#tests/support/client.ts';
import { aBooking, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

type Picture = Awaited<ReturnType<typeof aPicture>>;

const newBooking = async () => (await booked(officer))._id;
const add = (client: Client, id: string, picture: Picture) =>
  client.call(addPicture, { params: { id }, ...picture });
const statusOf = async (client: Client, id: string, picture: Picture) =>
  (await add(client, id, picture)).status;
const listed = async (client: Client, id: string) =>
  (await client.ok(listPictures, { params: { id } })).data;

test('a picture is added once, with its hash, time and position, for whoever sees the booking', async () => {
  const id = await newBooking();
  const taken = { at: '2026-11-27T16:33:00+01:00', position: { lat: 11.1, lng: 7.7 } };
  const picture = await aPicture({ taken });
  const first = (await officer.ok(addPicture, { params: { id }, ...picture })).data;
  const again = (await officer.ok(addPicture, { params: { id }, ...picture })).data;
  const { _id, sha256 } = picture.body;
  expect(first).toMatchObject({ id: _id, shows: 'scene', sha256, taken });
  expect(again.id).toBe(first.id);
  const [seen, ...others] = await listed(admin, id);
  expect(others).toEqual([]);
  expect(seen).toMatchObject({ sha256, taken, sentBy: { id: officer.id } });
  expect((await fetch(new URL(seen?.address ?? '', app.url))).status).toBe(200);
  expect(await statusOf(officer, await newBooking(), picture)).toBe(409);
  const events = (await admin.ok(readHistory, { params: { record: 'booking', id } })).data;
  expect(events.map(({ event }) => event)).toContain('Picture added');
});

test('a picture is refused of another officer, without its file, damaged, and beyond six and a signature', async () => {
  const id = await newBooking();
  const other = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  expect(await statusOf(other, id, await aPicture())).toBe(404);
  const head = await makePerson(app, 'zonal head', { zone: 'Kachia' });
  expect(await statusOf(head, id, await aPicture())).toBe(404);
  expect(await statusOf(officer, ulid(), await aPicture())).toBe(404);
  expect(await statusOf(officer, id, { ...(await aPicture()), files: [] })).toBe(400);
  expect(await statusOf(officer, id, await aPicture({ sha256: 'a'.repeat(64) }))).toBe(409);
  expect(await listed(officer, id)).toEqual([]);
  const superior = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  expect(await statusOf(superior, id, await aPicture())).toBe(404);
  // More than there is room for, all at once.
  const many = await Promise.all(Array.from({ length: mostPictures + 1 }, () => aPicture()));
  const statuses = await Promise.all(many.map((picture) => statusOf(officer, id, picture)));
  expect(statuses.filter((status) => status === 409)).toHaveLength(1);
  const signatures = [
    await aPicture({ shows: 'signature' }),
    await aPicture({ shows: 'signature' }),
  ];
  const signed = await Promise.all(signatures.map((one) => statusOf(officer, id, one)));
  expect(signed.toSorted()).toEqual([200, 409]);
  expect(await listed(officer, id)).toHaveLength(mostPictures + 1);
});

test('that the driver refused to sign is a fact of the booking, and of a repeat from before it was known', async () => {
  const body = { ...aBooking(), _id: ulid() };
  const refused = { ...body, _id: ulid(), signature: 'refused' as const };
  const { data } = await officer.ok(createBooking, { body: refused });
  expect(data.signature).toBe('refused');
  expect((await officer.call(createBooking, { body: { ...refused, signature: '' } })).status).toBe(
    409,
  );
  await officer.ok(createBooking, { body });
  await officer.ok(createBooking, { body: { ...body, signature: '' } });
  const stored = (await officer.ok(readBooking, { params: { id: body._id } })).data;
  expect(stored.signature).toBe('');
});

test('pictures are in a person’s file, and go with whom they show; the trail stays whole', async () => {
  const registration = 'PIC-500TR';
  const { _id: id } = await booked(officer, { registration });
  await officer.ok(addPicture, { params: { id }, ...(await aPicture()) });
  const body = { of: 'plate', value: registration } as const;
  const file = await admin.call(exportPerson, { body });
  expect(JSON.stringify(file)).toContain('image/jpeg');
  await markPaid(app.db, id);
  await app.owner
    .updateTable('bookings')
    .set({
      completed: true,
      completed_by: officer.id,
      completed_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  await settledLongAgo(app, id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  expect(await listed(officer, id)).toEqual([]);
  expect(await statusOf(officer, id, await aPicture())).toBe(404);
  await foldAll(app.db);
  const { findings } = await verifyAudit(app.db);
  expect(findings.filter((finding) => finding.includes('picture'))).toEqual([]);
});
