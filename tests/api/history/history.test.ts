import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { settleException } from '#contract/exceptions.ts';
import { type HistoryEntry, type HistoryRecord, readHistory } from '#contract/history.ts';
import { checkBooking } from '#contract/payments.ts';
import { updateUser } from '#contract/user-changes.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { recorded } from '#tests/support/collisions.ts';
import { anException } from '#tests/support/exceptions.ts';
import { booked, bookedWithBill, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let head: Person;
let admin: Person;
let observer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
  observer = await makePerson(app, 'observer');
});
afterAll(() => app.stop());

const asked = (by: Person, record: HistoryRecord, id: string, query = {}) =>
  by.call(readHistory, { params: { record, id }, query });

async function historyOf(record: HistoryRecord, id: string): Promise<readonly HistoryEntry[]> {
  const answer = await admin.ok(readHistory, { params: { record, id } });
  return answer.data;
}

test('the history of a booking says who did what, when and why, oldest first, in words', async () => {
  const { _id, billRef } = await bookedWithBill(officer, {
    registration: 'HIS-100AA',
    vehicleYear: '2014',
  });
  await officer.ok(checkBooking, { params: { id: _id } });
  const reason = 'Booked twice at the same roadblock.';
  await head.ok(withdrawBooking, { params: { id: _id }, body: { reason } });
  const history = await historyOf('booking', _id);
  expect(history.map(({ number, event, actor }) => [number, event, actor])).toEqual([
    [1, 'Booked', { name: 'Amina Sule', role: 'booking officer' }],
    [2, 'Bill created', { name: 'System', role: null }],
    [3, 'Payment status checked', { name: 'Amina Sule', role: 'booking officer' }],
    [4, 'Payment status checked', { name: 'Amina Sule', role: 'zonal head' }],
    [5, 'Withdrawn', { name: 'Amina Sule', role: 'zonal head' }],
  ]);
  expect(history[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'Vehicle registration', before: '', after: 'HIS-100AA' },
      { field: 'Vehicle year', before: '', after: '2014' },
      { field: 'Offences', before: '', after: 'LGC-16; TMS-01' },
      { field: 'Price', before: '', after: '₦12,000' },
    ]),
  );
  expect(history[1]?.changes).toContainEqual({
    field: 'Bill reference',
    before: '',
    after: billRef,
  });
  expect(history[4]).toMatchObject({
    changes: [{ field: 'Withdrawn', before: 'No', after: 'Yes' }],
    reason,
  });
  const times = history.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
});

test('a history names languages in words', async () => {
  const { _id } = await booked(officer, { language: 'ha' });
  const [made] = await historyOf('booking', _id);
  expect(made?.changes).toContainEqual({ field: 'Language', before: '', after: 'Hausa' });
  await officer.ok(updateUser, { params: { id: officer.id }, body: { language: 'pcm' } });
  expect((await historyOf('user', officer.id)).at(-1)?.changes).toEqual([
    { field: 'Language', before: '', after: 'Nigerian Pidgin' },
  ]);
});

test('each row says whether a seal covers it', async () => {
  const { _id } = await booked(officer);
  await until('the row is sealed', async () => {
    await sealAudit(app.db);
    return (await historyOf('booking', _id))[0]?.sealed === true;
  });
});

test('the history of a collision, of an account and of an exception is told as well', async () => {
  const collision = await recorded(officer);
  expect(await historyOf('collision', collision._id)).toMatchObject([
    { number: 1, event: 'Collision recorded', actor: { name: 'Amina Sule' } },
  ]);

  await admin.ok(updateUser, { params: { id: officer.id }, body: { phone: '08035550142' } });
  expect((await historyOf('user', officer.id)).at(-1)).toMatchObject({
    event: 'Account changed',
    actor: { name: 'Amina Sule', role: 'state admin' },
    changes: [{ field: 'Phone', before: '', after: '08035550142' }],
  });

  const exception = await anException(app.db, officer);
  await admin.ok(settleException, {
    params: { id: exception },
    body: { decision: 'noted', reason: 'The bank returned it.' },
  });
  expect(await historyOf('exception', exception)).toMatchObject([
    { event: 'Exception found', actor: { name: 'System', role: null } },
    { event: 'Settlement proposed', reason: 'The bank returned it.' },
  ]);
});

test('no session, password, token or hash is in a history', async () => {
  const signedIn = await makePerson(app, 'booking officer');
  const text = JSON.stringify([
    await historyOf('user', signedIn.id),
    await historyOf('collision', (await recorded(officer))._id),
  ]);
  expect(text).toContain('Signed in');
  const sessions = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', signedIn.id)
    .execute();
  expect(sessions.length).toBeGreaterThan(0);
  for (const { id } of sessions) expect(text).not.toContain(id);
  expect(text).not.toMatch(/[0-9a-f]{64}|password_hash|sha256|digest/i);
});

test('a history is as open as its record: beyond the scope it is a 404, and a 403 for other roles', async () => {
  const elsewhere = await booked(officer, { zone: 'Chikun' });
  expect(await asked(head, 'booking', elsewhere._id)).toMatchObject({ status: 404 });
  expect(await asked(observer, 'booking', elsewhere._id)).toMatchObject({ status: 200 });
  expect(await asked(head, 'user', officer.id)).toMatchObject({ status: 403 });
  expect(await asked(head, 'user', head.id)).toMatchObject({ status: 200 });
  expect(await asked(officer, 'booking', elsewhere._id)).toMatchObject({ status: 403 });
  expect(await asked(admin, 'booking', 'nothing')).toMatchObject({ status: 404 });
  const unknown = { params: { record: 'view', id: elsewhere._id } };
  expect(await admin.call(readHistory, unknown)).toMatchObject({ status: 400 });
});

test('a long history is turned page by page', async () => {
  const { _id } = await booked(officer);
  for (let time = 0; time < 3; time += 1) await officer.ok(checkBooking, { params: { id: _id } });
  const answer = await asked(admin, 'booking', _id, { limit: '2', page: '2' });
  expect(answer).toMatchObject({
    body: { count: 2, limit: 2, data: [{ number: 3 }, { number: 4 }] },
  });
});
