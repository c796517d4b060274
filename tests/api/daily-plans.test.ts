// @module-tag night
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DailyWork, openDailyWork } from '#tests/support/daily-work.ts';
import { pretendThat } from '#tests/support/plans.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { makeBookings } from '../../bench/data.mjs';

// Every statement that PostgreSQL is asked while people work is planned here on tables that are said
// to hold a million records, and then ten million. Plans are read, not clocks: a statement of a new
// endpoint is held to this without anybody's naming it.

/** Statements that read more than lists may, and why they may. */
const exceptions: Readonly<Record<string, RegExp>> = {
  'differences of some days, and what three parties say of them: sums of each payment and line':
    /(?:payments_here|theirs) as materialized/,
  'late records, which are few among the bookings, as PostgreSQL cannot know':
    /"created_at" - .+"made_at" > interval/,
  'a file may hold a million bookings, whose ids are taken at one moment':
    /select string_agg\(id, ''/,
  'a file of exceptions or late records, which holds at most 50,000':
    /"(?:found_at|asked_at)" desc, "\w+"\."id" desc limit \$\d+$/,
  'the trail of at most 31 days, each row with the record or account that says its place':
    /left join late_records on audit.record_type = 'late record'/,
  'tickets and collisions by hour, of 92 days at most':
    /select organisation, zone, hour, sum\(collision\)/,
  'the bookings of some days by officer, grouped once':
    /select created_by, lagos_day\(created_at\)::text as day/,
  'collisions of one plate, which are fewer than the statistics of a small table say':
    /first_value\(collisions\.id\) over/,
  'security events of one state, the newest of each of its accounts':
    /cross join lateral \(\s+select \* from security_events as event/,
};

let app: TestApp;
let owner: pg.Client;
let work: DailyWork;

beforeAll(async () => {
  const database = await cloneDatabase();
  await makeBookings(database.ownerUrl, 4_000);
  app = await startTestApp({}, database);
  owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  work = await openDailyWork(app);
});
afterAll(async () => {
  work.end();
  await owner.end();
  await app.stop();
});

/** What grows with every record; the rest is folded, pruned or as large as the staff. */
const growing = [
  'bookings',
  'booking_offences',
  'booking_search',
  'waiting_search',
  'payments',
  'payment_exceptions',
  'audit',
  'audit_seals',
  'activities',
  'lookups',
  'security_events',
  'notices',
  'collisions',
  'collision_additions',
  'collision_files',
  'collision_officers',
  'collision_vehicles',
  'collision_witnesses',
  'files',
  'late_records',
  'taken_out_records',
  'statement_lines',
];

async function costOf(text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Infinity;
}

/** What a list may read at most: ten thousand records, each looked up by itself. */
const asMuchAsAList = `
  select found.* from (select id from bookings order by id limit 10000) as listed
    cross join lateral (select * from bookings where id = listed.id offset 0) as found`;

test('no statement of a day costs more with ten million records than with one, or than a list may', async () => {
  await work.doAll();
  const asked = [...work.asked()].filter(([text]) => isOfRecords(text));
  expect(asked.length).toBeGreaterThan(200);
  const costs = async () => {
    const found = new Map<string, number>();
    for (const [text, values] of asked) found.set(text, await costOf(text, values));
    return found;
  };
  await pretendThat(owner, growing, 250);
  const ofOne = await costs();
  await pretendThat(owner, growing, 2_500);
  const ofTen = await costs();
  const bound = await costOf(asMuchAsAList);
  const grown = [...ofTen].flatMap(([text, cost]) => {
    const before = ofOne.get(text) ?? 0;
    return cost > Math.max(1.2 * before, bound) ? [{ text, before, cost }] : [];
  });
  const reasons = Object.entries(exceptions);
  for (const [what, pattern] of reasons)
    expect(
      asked.some(([text]) => pattern.test(text)),
      what,
    ).toBe(true);
  expect(grown.filter(({ text }) => !reasons.some(([, pattern]) => pattern.test(text)))).toEqual(
    [],
  );
});

const isOfRecords = (text: string): boolean =>
  /^\s*(\/\*.*\*\/)?\s*(select|with|insert|update|delete)\b/i.test(text) &&
  !/\bpgboss\./.test(text);
