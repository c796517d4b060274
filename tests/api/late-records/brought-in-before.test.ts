import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { readBooking } from '#contract/bookings.ts';
import { readCollision } from '#contract/collisions.ts';
import { readHistory } from '#contract/history.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { compareRecords } from '#server/trail.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let head: Person;
/** Records as the version stored them that could still bring them in. */
let standing: Readonly<Record<'booking' | 'collision', string>>;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const booking = aBooking({ _id: ulid(), capture: captureOf(3) });
  await head.ok(createBooking, { body: booking });
  const collision = aCollision({ _id: ulid(), capture: captureOf(3) });
  await head.ok(createCollision, { body: collision, files: [await anImage()] });
  standing = { booking: booking._id ?? '', collision: collision._id ?? '' };
  for (const record of ['booking', 'collision'] as const) {
    await asOwner(app, `update ${record}s set created_by = $1, brought_in_by = $2 where id = $3`, [
      officer.id,
      head.id,
      standing[record],
    ]);
    await app.db.transaction().execute((trx) =>
      writeAudit(
        trx,
        { id: head.id, role: 'zonal head', address: '' },
        {
          event: 'record.brought-in',
          record,
          id: standing[record],
          before: null,
          after: { officer: officer.id, device: 'a phone', savedAt: new Date().toISOString() },
        },
      ),
    );
  }
});
afterAll(() => app.stop());

test('a record that was once brought in from a file stays its officer’s, and says who brought it in', async () => {
  const booking = await head.ok(readBooking, { params: { id: standing.booking } });
  const collision = await head.ok(readCollision, { params: { id: standing.collision } });
  for (const { data } of [booking, collision])
    expect(data).toMatchObject({
      createdBy: { id: officer.id },
      captured: { late: true, broughtInBy: { id: head.id } },
    });
});

test('its history and the activities say in words that it was brought in', async () => {
  for (const record of ['booking', 'collision'] as const) {
    const { data } = await head.ok(readHistory, { params: { record, id: standing[record] } });
    expect(data.map(({ event }) => event)).toContain('Recovered from a file on the phone');
  }
  const { data } = await head.ok(listActivities, {});
  const did = data.map((line) => line.did);
  expect(did).toEqual(
    expect.arrayContaining(['brought in a booking of', 'brought in a collision']),
  );
});

test('the walk of the trail finds no fault with it, and one where the trail names another officer', async () => {
  const faults = async () => {
    const differs = await app.db.transaction().execute((trx) => compareRecords(trx));
    return Object.values(standing).map((id) => differs.filter((line) => line.includes(id)).length);
  };
  expect(await faults()).toEqual([0, 0]);
  for (const table of ['bookings', 'collisions'])
    await asOwner(app, `update ${table} set created_by = $1 where brought_in_by is not null`, [
      (await makePerson(app, 'booking officer', { zone: 'Zaria' })).id,
    ]);
  expect(await faults()).toEqual([1, 1]);
});
