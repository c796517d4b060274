// @module-tag night
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DailyWork, openDailyWork } from '#tests/support/daily-work.ts';
import { until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { planByConditions, type Reached, reachOf } from './reach.ts';

// What people of one organisation do all day must be answered from that organisation's rows alone, so
// that no organisation slows another down. Here every statement is read that the product sends to
// PostgreSQL while they do it.

/** Statements that look into every organisation, and why they may. */
const exceptions: Readonly<Record<string, RegExp>> = {
  'a ticket that anybody opens by its code': /where "bookings"\."ticket_code" = /,
  'a ticket that anybody opens, which is noted':
    /"shown_version" = "version" where "ticket_code" = /,
  'what an officer booked, who has one organisation': /created_by = .+interval '90 days'/s,
  'the trail of some days, whose rows name a place by their record':
    /left join late_records on audit\.record_type = 'late record'/,
  'whether a bill that the gateway named is another booking’s': /"owner"\."bill_ref" = /,
  'whether the receipt that the gateway shows has paid another booking':
    /from "payments".+"gateway" = .+"receipt" = /,
  'the booking of a bill that a notice names':
    /from "bookings".+where "bill_ref" = .+"bill_gateway" =/,
  'what was known of a bill before it had a booking': /"booking_id" is null and "gateway" = /,
  // It names the booking too; the index begins with the actor, of whose last hour it reads.
  'what one account has handled within the hour':
    /exists \(\s+select from audit\s+where audit\.actor_id = /,
  'the live feed, read once a process for all who listen':
    /from outbox\s+where \(xid, seq\) > \(\$1::xid8, \$2::bigint\)\s+and xid < transaction_horizon/,
  'whether a live stream can be resumed': /^\s*select epoch, transaction_horizon\(\) as horizon/,
  'whether the trail is sealed and figures are counted': /as unsealed/,
  'the bookings of work that failed for good, of which there are few': /as failed_at/,
  'bills that no sweep asks about': /^delete from "bill_checks" where "since"/,
  'bills that are due to be asked about, every five minutes':
    /^with "next" as materialized \(select "booking_id" from "bill_checks"/,
  'bookings whose bill isn’t made, every five minutes':
    /from "bookings" where "bill_ref" is null and .*withdrawn_at.* is null .+"organisation" in/s,
  'settled notices, unless their bill is before a person': /^delete from "notices"/,
  'who was booked in bookings that were settled years ago, every night':
    /as moment from bookings|select booking_id from payment_exceptions.+make_interval\(years/s,
};

/**
 * True if a bill stands on a second line of any statement; lines don't name an organisation yet.
 */
const isOtherLine = ({ table, by }: Reached): boolean =>
  table === 'statement_lines' && by.some((condition) => condition.startsWith('other.bill_ref = '));

/**
 * True if it only looks at how old the next event is, for a device that asks what has changed
 * since: what follows it is asked for by organisation.
 */
const isNextInOutbox = ({ table, by }: Reached): boolean =>
  table === 'outbox' &&
  by.length === 1 &&
  by.every((condition) => /^ROW\(.+\) > ROW/.test(condition));

/** Statistics that come in the middle of the work would have some statements planned by another way. */
const withoutAutovacuum = `
  do $$
  declare tables regclass;
  begin
    for tables in
      select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop
      execute format('alter table %s set (autovacuum_enabled = false)', tables);
    end loop;
  end $$`;

let app: TestApp;
let owner: pg.Client;
let work: DailyWork;

beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  await owner.query(planByConditions);
  await owner.query(withoutAutovacuum);
  work = await openDailyWork(app);
});
afterAll(async () => {
  work.end();
  await owner.end();
  await app.stop();
});

interface Found extends Reached {
  readonly text: string;
}

test('whatever people of an organisation do all day reaches their organisation alone', async () => {
  await work.doAll();
  // Which way PostgreSQL goes may vary, so that an exception must be asked, but needn't be needed.
  for (const [what, pattern] of Object.entries(exceptions))
    await until(`there is ${what}`, () =>
      Promise.resolve([...work.asked().keys()].some((text) => pattern.test(text))),
    );

  const found: Found[] = [];
  for (const [text, values] of work.asked())
    for (const reached of await reachOf(owner, { text, values })) found.push({ ...reached, text });
  const patterns = Object.values(exceptions);
  const unnamed = found.filter(
    ({ reach, text, ...by }) =>
      reach === 'all' &&
      !patterns.some((pattern) => pattern.test(text)) &&
      !isNextInOutbox({ reach, ...by }) &&
      !isOtherLine({ reach, ...by }),
  );
  expect(unnamed).toEqual([]);
}, 300_000);

const examples: readonly (readonly [string, Reached['reach']])[] = [
  [`select from bookings where paid`, 'all'],
  [`select from bookings where organisation = 'Kaduna' or paid`, 'all'],
  [`select from bookings where organisation = any('{Kaduna,Ogun}')`, 'all'],
  [`select from bookings where organisation <> 'Kaduna'`, 'all'],
  [`select from bookings where not (organisation = 'Kaduna')`, 'all'],
  [`select from bookings where bill_ref = '1'`, 'all'],
  [`insert into figures (zone) values ('')`, 'all'],
  [`select from bookings where id = '1'`, 'one record'],
  [`select from bookings where id = any('{1,2}')`, 'one record'],
  [`update bookings set notes = '' where id = '1'`, 'one record'],
  [`insert into payments (booking_id) values ('1')`, 'one record'],
  [
    `select from bookings where organisation = 'Kaduna' and (paid or completed)`,
    'one organisation',
  ],
  [`select from bookings where organisation = any('{"Lagos FRSC"}')`, 'one organisation'],
  [`delete from figures where organisation = 'Kaduna'`, 'one organisation'],
];

test.each(examples)('%s reaches %s', async (text, reach) => {
  const reached = await reachOf(owner, { text, values: [] });
  expect(reached.map((one) => one.reach)).toEqual([reach]);
});

test('a join reaches no further than what it joins by', async () => {
  const reached = async (text: string) =>
    (await reachOf(owner, { text, values: [] })).map((one) => `${one.table}: ${one.reach}`).sort();
  expect(
    await reached(`select from bookings join payments on payments.booking_id = bookings.id
      where bookings.organisation = 'Kaduna'`),
  ).toEqual(['bookings: one organisation', 'payments: one record']);
  expect(
    await reached(`select from bookings join figures using (organisation)
      where figures.organisation = 'Kaduna'`),
  ).toEqual(['bookings: one organisation', 'figures: one organisation']);
  expect(
    await reached(`select from bookings join payments on payments.amount_kobo = bookings.price_kobo
      where bookings.organisation = 'Kaduna'`),
  ).toEqual(['bookings: one organisation', 'payments: all']);
});
