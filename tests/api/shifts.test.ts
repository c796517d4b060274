import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHistory } from '#contract/history.ts';
import { putShift, readMyDay, type Shift } from '#contract/modules/field-work/shifts.ts';
import { listCashUp } from '#contract/statistics.ts';
import { endForgottenShifts } from '#server/modules/field-work/shifts/commands.ts';
import { dayOf } from '#server/time.ts';
import { dismissed, inBatch } from '#tests/support/court.ts';
import { aBooking, asOwner, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const anOfficer = () => makePerson(app, 'booking officer', { zone: 'Zaria' });
const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
const put = (officer: Person, id: string, beganAt: string, endedAt: string | null = null) =>
  officer.call(putShift, { params: { id }, body: { beganAt, endedAt } });
const latest = async (officer: Person): Promise<Shift | null> =>
  (await officer.ok(readMyDay)).data.shift;
const events = async ({ id }: Person) =>
  (await admin.ok(readHistory, { params: { record: 'user', id } })).data
    .map(({ event }) => event)
    .filter((event) => event.startsWith('Shift'));

test('a shift is begun and ended once, however often a phone says so, and both stand in the history', async () => {
  const officer = await anOfficer();
  expect(await latest(officer)).toBeNull();
  const [id, began, ended] = [ulid(), hours(8), hours(1)];
  await Promise.all([1, 2, 3].map(() => put(officer, id, began)));
  expect(await latest(officer)).toEqual({ _id: id, beganAt: began, endedAt: null });
  await Promise.all([1, 2].map(() => put(officer, id, began, ended)));
  await put(officer, id, began, hours(0));
  expect(await latest(officer)).toEqual({ _id: id, beganAt: began, endedAt: ended });
  expect(await events(officer)).toEqual(['Shift started', 'Shift ended']);
  expect((await put(await anOfficer(), id, began)).status).toBe(404);
  expect((await put(officer, 'no-id', began)).status).toBe(404);
  expect((await put(officer, ulid(), hours(24 * 8))).status).toBe(400);
  expect((await put(officer, ulid(), hours(1), hours(2))).status).toBe(400);
});

test('nobody is on two shifts: another ends the open one, also where it arrives after the next', async () => {
  const officer = await anOfficer();
  const [first, second, late] = [ulid(), ulid(), ulid()];
  await put(officer, first, hours(9));
  await put(officer, second, hours(2));
  await put(officer, late, hours(5));
  const rows = await app.db
    .selectFrom('shifts')
    .select(['id', 'began_at', 'ended_at'])
    .where('officer_id', '=', officer.id)
    .orderBy('began_at')
    .execute();
  expect(rows.map(({ id }) => id)).toEqual([first, late, second]);
  expect(rows[0]?.ended_at).toEqual(rows[2]?.began_at);
  expect(rows[1]?.ended_at).toEqual(rows[2]?.began_at);
  expect(rows[2]?.ended_at).toBeNull();
});

test('a shift left open ends at noon of the next day, and a clock ahead of time begins none tomorrow', async () => {
  const officer = await anOfficer();
  const id = ulid();
  await put(officer, id, hours(-5));
  expect(Date.parse((await latest(officer))?.beganAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(await endForgottenShifts(app.db)).toBe(0);
  await asOwner(app, `update shifts set began_at = '2026-03-02T19:30:00Z' where id = $1`, [id]);
  expect(await endForgottenShifts(app.db)).toBe(1);
  expect((await latest(officer))?.endedAt).toBe('2026-03-03T11:00:00.000Z');
  expect(await events(officer)).toEqual(['Shift started', 'Shift ended']);
});

test('an officer’s day and the cash-up of their zone say the same, folded or not', async () => {
  const officer = await anOfficer();
  const head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const [first] = await Promise.all([booked(officer), booked(officer)]);
  await markPaid(app.db, first._id);
  await booked(await anOfficer(), aBooking({ registration: 'OTH-100ER' }));
  const [one, both] = [
    { count: 1, amount: first.price },
    { count: 2, amount: 2 * first.price },
  ];
  const today = dayOf(new Date());
  const cashUp = async (by: Person) =>
    (await by.ok(listCashUp, { query: { from: today, to: today } })).data.filter(
      (row) => row.officer.id === officer.id,
    );
  for (const fold of [false, true]) {
    if (fold) await foldAll(app.db);
    expect((await officer.ok(readMyDay)).data).toMatchObject({
      booked: both,
      unpaid: one,
      ready: one,
    });
    const none = { count: 0, amount: 0 };
    const row = { day: today, booked: both, unpaid: one, ready: one, cleared: none };
    expect(await cashUp(head)).toEqual([expect.objectContaining(row)]);
  }
  expect(await cashUp(await makePerson(app, 'zonal head', { zone: 'Kachia' }))).toEqual([]);
  const long = { from: '2026-01-01', to: '2026-03-01' };
  expect((await head.call(listCashUp, { query: long })).status).toBe(400);
});

test('what a court has decided is no longer unpaid on an officer’s day', async () => {
  const officer = await anOfficer();
  const { _id: id } = await booked(officer);
  const unpaid = async () => (await officer.ok(readMyDay)).data.unpaid.count;
  expect(await unpaid()).toBe(1);
  await inBatch(app, { booking: id, by: admin.id, locked: true, hearing: 0 });
  await dismissed(app, id);
  expect(await unpaid()).toBe(0);
});
