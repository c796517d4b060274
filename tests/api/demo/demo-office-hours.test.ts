import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObligationKind } from '#contract/modules/after-ticket/obligations.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { demoHistory } from '#server/demo/bookings.ts';
import { inOfficeHours, isOfficeTime, lastInOfficeHours } from '#server/demo/calendar.ts';
import { demoCourt, paidBeforePlea } from '#server/demo/court.ts';
import { demoDispute } from '#server/demo/disputes.ts';
import { demoObligations } from '#server/demo/obligations.ts';
import { demoRefunds } from '#server/demo/refunds.ts';
import { seedWaiting } from '#server/demo/seed-waiting.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';

const hourMs = 3_600_000;

test.each([
  ['a Saturday at 3:26', '2026-02-28T02:26:00Z', false],
  ['a Monday at 7:59', '2026-03-02T06:59:00Z', false],
  ['a Monday at 8:00', '2026-03-02T07:00:00Z', true],
  ['a Friday at 15:59', '2026-03-06T14:59:00Z', true],
  ['a Friday at 16:00', '2026-03-06T15:00:00Z', false],
  ['Christmas, a Friday, at 10:00', '2026-12-25T09:00:00Z', false],
])('on %s an office is open, or not', (_when, at, isOpen) => {
  expect(isOfficeTime(new Date(at))).toBe(isOpen);
});

test('each hour of two years has office hours before it and after it, and those are themselves', () => {
  for (let at = Date.parse('2026-01-01'); at < Date.parse('2028-01-01'); at += 37 * 60_000) {
    const moment = new Date(at);
    const [before, after] = [lastInOfficeHours(moment), inOfficeHours(moment)];
    expect(isOfficeTime(before) && isOfficeTime(after)).toBe(true);
    expect(before <= moment && moment <= after).toBe(true);
    // Over Christmas and a weekend.
    expect(Number(after) - Number(before)).toBeLessThan(6 * 24 * hourMs);
  }
});

test.each([
  '2026-01-01T02:26:00Z',
  '2026-06-14T12:00:00Z',
  '2026-12-28T06:10:00Z',
  '2027-02-28T22:59:00Z',
  '2027-05-03T08:00:00Z',
])('drawn at %s, nobody who follows a ticket works at another hour', (at) => {
  const drawnAt = new Date(at);
  const handled = paidBeforePlea(demoHistory(drawnAt, offenceById), drawnAt).map((booking) => ({
    ...booking,
    madeById: 'maker',
    clearedById: booking.clearedAt && 'clearer',
    paymentSeenById: null,
    receipt: '00000001',
    judgeId: 'judge',
    adminId: 'admin',
    formerAdminId: 'former',
  }));
  const { stories } = demoCourt(handled, drawnAt);
  const told = [
    ...stories,
    ...handled.flatMap((one) => demoRefunds(one, drawnAt).flatMap((refund) => refund.stories)),
    ...handled.flatMap((one) => demoDispute(one, drawnAt)?.entries ?? []),
  ].filter((one) => one.event !== 'booking.disputed');
  const obligations = handled.flatMap((one) =>
    demoObligations(one, drawnAt).flatMap(({ kind, acted_at }) =>
      acted_at && kind !== 'roadside' ? new Date(acted_at) : [],
    ),
  );
  const times = [...told.map((one) => one.at), ...obligations];
  expect(times.length).toBeGreaterThan(300);
  expect(times.filter((one) => !isOfficeTime(one)).slice(0, 5)).toEqual([]);
  const cleared = handled.flatMap(({ clearedAt }) => clearedAt ?? []);
  expect(cleared.filter((one) => !isYardTime(one)).slice(0, 5)).toEqual([]);
});

/** The last Sunday before today at 3:26 in Lagos: what a clock of today says is no office hour. */
function lastSunday(): Date {
  const day = new Date();
  day.setUTCHours(2, 26, 0, 0);
  day.setUTCDate(day.getUTCDate() - (day.getUTCDay() || 7));
  return day;
}

let clone: ClonedDatabase;
let db: Database;
const now = lastSunday();

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  await seedDemo(db, now);
  await seedWaiting(db, now);
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

/** What officers do on the road, at any hour. */
const onTheRoad = ['booking.made', 'booking.paid', 'collision.recorded'];

/** A yard is open from Monday to Saturday from 8 to 18. */
function isYardTime(at: Date): boolean {
  const lagos = new Date(at.getTime() + hourMs);
  return lagos.getUTCDay() > 0 && lagos.getUTCHours() >= 8 && lagos.getUTCHours() < 18;
}

test('made on a Sunday night, the demo has each act of an office in office hours, and none to come', async () => {
  const acts = await db
    .selectFrom('audit')
    .select(['event', 'at', 'record_id', 'after'])
    .where('actor_id', 'is not', null)
    .where('event', 'not in', onTheRoad)
    .execute();
  const made = await db.selectFrom('bookings').select(['id', 'created_at']).execute();
  const madeAt = new Map(made.map(({ id, created_at }) => [id, created_at]));
  const isRoadside = ({ event, record_id, at }: (typeof acts)[number]) =>
    event === 'booking.obligation-done' && Number(at) - Number(madeAt.get(record_id) ?? 0) < 60_000;
  const wrong = acts.filter((act) => {
    if (act.at > now) return true;
    if (isRoadside(act)) return false;
    return act.event === 'booking.cleared' ? !isYardTime(act.at) : !isOfficeTime(act.at);
  });
  expect(wrong.map(({ event, at }) => `${event} ${at.toISOString()}`).slice(0, 5)).toEqual([]);
  const events = new Set(acts.map(({ event }) => event));
  for (const event of [
    'booking.cleared',
    'booking.dispute-answered',
    'booking.withdrawn',
    'booking.referred',
    'booking.hearing-noted',
    'booking.decision-proposed',
    'booking.court-decided',
    'booking.obligation-waived',
    'booking.correction-proposed',
    'booking.held',
    'booking.hold-lifted',
    'refund.proposed',
    'refund.confirmed',
    'rules.set',
    'duty.given',
    'holiday.declared',
    'statement.sent',
    'fee.proposed',
    'fee.set',
    'organisation.contacts-changed',
  ])
    expect(events).toContain(event);
});

test('the records say the same hours as the trail', async () => {
  const kinds: readonly ObligationKind[] = ['roadside'];
  const times = [
    ...(await db.selectFrom('proposals').select(['proposed_at', 'decided_at']).execute()),
    ...(await db.selectFrom('holds').select(['set_at', 'lifted_at']).execute()),
    ...(await db.selectFrom('court_batches').select(['made_at', 'locked_at']).execute()),
    ...(await db.selectFrom('disputes').select('answered_at').execute()),
    ...(await db
      .selectFrom('obligations')
      .select('acted_at')
      .where('kind', 'not in', kinds)
      .execute()),
    ...(await db.selectFrom('bookings').select('withdrawn_at').execute()),
    ...(await db.selectFrom('statements').select('sent_at').execute()),
    ...(await db.selectFrom('contacts').select('changed_at').execute()),
    ...(await db.selectFrom('users').select('created_at').execute()),
  ].flatMap((row) => Object.entries(row).filter((entry): entry is [string, Date] => !!entry[1]));
  expect(times.length).toBeGreaterThan(300);
  const wrong = times.filter(([, at]) => at > now || !isOfficeTime(at));
  expect(wrong.slice(0, 5)).toEqual([]);
});
