import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { readConfig } from '#server/config.ts';
import { findTroubles } from '#server/features/alarms/queries.ts';
import { foldCounters } from '#server/features/statistics/commands.ts';
import { openFileParts } from '#server/gateways/file-parts.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import { pruneAll } from '#server/pruning.ts';
import type { Scene } from '#tests/api/endpoints/endpoint-row.ts';
import { type EndpointName, table } from '#tests/api/endpoints/endpoint-table.ts';
import { asGuest, openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { billed, booked, payAtGateway } from '#tests/support/journey.ts';
import { until } from '#tests/support/journey.ts';
import { idsReceived, listen } from '#tests/support/live-listener.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { planByConditions, type Reached, reachOf } from './reach.ts';

// What people of one organisation do all day must be answered from that organisation's rows alone:
// then the tables can be distributed by organisation over several machines. Here every statement is
// read that the product sends to PostgreSQL while they do it.

/** Statements that look into every organisation, and why they may. */
const exceptions: Readonly<Record<string, RegExp>> = {
  'a ticket that anybody opens by its code': /where "bookings"\."ticket_code" = /,
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
  'activities beyond the newest of their place':
    /^\s*with recursive\s+every_place as .+delete from/s,
  'bills that no sweep asks about': /^delete from "bill_checks" where "since"/,
  'settled notices, unless their bill is before a person': /^delete from "notices"/,
  'who was booked in bookings that were settled years ago, every night':
    /as moment from bookings|from payment_exceptions join bookings.+make_interval\(years/s,
};

/**
 * Whether it only looks at how old the next event is, for a device that asks what has changed since:
 * what follows it is asked for by organisation.
 */
const isNextInOutbox = ({ table, by }: Reached): boolean =>
  table === 'outbox' &&
  by.length === 1 &&
  by.every((condition) => /^ROW\(.+\) > ROW/.test(condition));

let app: TestApp;
let owner: pg.Client;
let scene: Scene;
const query = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  await owner.query(planByConditions);
  const callers = {
    'state admin': await callerOf('state admin'),
    'zonal head': await callerOf('zonal head', 'Zaria'),
    'booking officer': await callerOf('booking officer'),
    operator: await callerOf('operator'),
    observer: await callerOf('observer'),
    // Sees every organisation, but only of the demo: nobody's daily work.
    guest: { id: 'guest', token: '', client: asGuest(app.url) },
  };
  const officer = callers['booking officer'].client;
  const demoBooking = await billed(officer, (await booked(officer))._id);
  scene = { app, officer, callers, demoBooking };
});
afterAll(async () => {
  query.mockRestore();
  await owner.end();
  await app.stop();
});

async function callerOf(role: Exclude<Role, 'guest'>, zone: string | null = null) {
  const { id, email } = await makeAccount(app.db, role, { zone });
  return { id, ...(await openSession(app.url, email)) };
}

/** What was asked so far, each wording with the values that it first came with. */
function asked(): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, readonly unknown[]>();
  // The spy knows one of the many ways in which pg is called.
  for (const [given, values] of query.mock.calls as unknown as [unknown, unknown][]) {
    const config = given as { readonly text?: string; readonly values?: unknown[] };
    const text = typeof given === 'string' ? given : (config.text ?? '');
    if (!found.has(text)) found.set(text, Array.isArray(values) ? values : (config.values ?? []));
  }
  return found;
}

const daily: readonly Role[] = ['state admin', 'zonal head', 'booking officer', 'operator'];

/** Each endpoint as the roles of an organisation call it. */
async function callEverything(): Promise<void> {
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if ('stream' in endpoint) continue;
    const { open, call } = table[name];
    for (const role of daily) {
      if (open !== 'public' && !open.includes(role)) continue;
      const { client = scene.callers[role].client, ...request } = await call(scene, role);
      await client.call(endpoint, request);
    }
  }
}

const lists: readonly Record<string, string>[] = [
  { _boolpaid: 'false' },
  { _boolpaid: 'true', _boolcompleted: 'false' },
  { _boolcompleted: 'true' },
  { withdrawn: 'true' },
  { page: '30' },
  { sort: 'createdAt' },
  { sort: '-price' },
  { from: '2026-03-01', to: '2026-03-31' },
  { by: 'paid', from: '2026-03-01', to: '2026-03-31' },
  { by: 'cleared', from: '2026-03-01', to: '2026-03-31' },
  { _searchname: 'musa' },
  { _searchname: 'a' },
  { _searchname: '%%%' },
  { _searchname: 'ABC-123DE' },
  { _searchname: '0900 555 0142' },
  { offence: 'LGC-16' },
  { bookedBy: 'officer' },
  { vehicleType: 'Private', min: '6000' },
];

/** From the ticket to the payment, heard in a stream that breaks off and goes on. */
async function bookAndPay(): Promise<void> {
  const { officer, callers } = scene;
  const { token } = await openSession(app.url, (await makeAccount(app.db, 'state admin')).email);
  const heard = await listen({ url: app.url, token });
  const { _id: id } = await booked(officer);
  await until('the booking is heard of', () =>
    Promise.resolve(idsReceived(heard.received, 'made').includes(id)),
  );
  await heard.cut();
  const { billRef } = await billed(officer, id);
  const { url } = await officer.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  await officer.ok(checkBooking, { params: { id } });
  const resumed = await listen({ url: app.url, token, lastEventId: heard.lastId() });
  await until('the payment is heard of', () =>
    Promise.resolve(idsReceived(resumed.received, 'paid').includes(id)),
  );
  await resumed.cut();
  for (const query of lists) await callers['zonal head'].client.ok(listBookings, { query });
  const { ticket_code } = await app.db
    .selectFrom('bookings')
    .select('ticket_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await fetch(`${app.url}/t/${ticket_code}`);
}

interface Found extends Reached {
  readonly text: string;
}

test('whatever people of an organisation do all day reaches their organisation alone', async () => {
  await callEverything();
  await bookAndPay();
  await foldCounters(app.db);
  await findTroubles(app.db);
  await pruneAll({
    db: app.db,
    store: await openFileStore(app),
    parts: await openFileParts(app),
    config: { ...readConfig({}), dataDir: app.dataDir },
    log: { error: expect.unreachable },
  });
  // Which way PostgreSQL goes may vary, so that an exception must be asked, but needn't be needed.
  for (const [what, pattern] of Object.entries(exceptions))
    await until(`there is ${what}`, () =>
      Promise.resolve([...asked().keys()].some((text) => pattern.test(text))),
    );

  const found: Found[] = [];
  for (const [text, values] of asked())
    for (const reached of await reachOf(owner, { text, values })) found.push({ ...reached, text });
  const patterns = Object.values(exceptions);
  const unnamed = found.filter(
    ({ reach, text, ...by }) =>
      reach === 'all' &&
      !patterns.some((pattern) => pattern.test(text)) &&
      !isNextInOutbox({ reach, ...by }),
  );
  expect(unnamed).toEqual([]);
});

const examples: readonly (readonly [string, Reached['reach']])[] = [
  [`select from bookings where paid`, 'all'],
  [`select from bookings where organisation = 'Kaduna' or paid`, 'all'],
  [`select from bookings where organisation = any('{Kaduna,Ogun}')`, 'all'],
  [`select from bookings where organisation <> 'Kaduna'`, 'all'],
  [`select from bookings where not (organisation = 'Kaduna')`, 'all'],
  [`select from bookings where bill_ref = '1'`, 'all'],
  [`insert into counters (zone) values ('')`, 'all'],
  [`select from bookings where id = '1'`, 'one record'],
  [`select from bookings where id = any('{1,2}')`, 'one record'],
  [`update bookings set notes = '' where id = '1'`, 'one record'],
  [`insert into payments (booking_id) values ('1')`, 'one record'],
  [
    `select from bookings where organisation = 'Kaduna' and (paid or completed)`,
    'one organisation',
  ],
  [`select from bookings where organisation = any('{"Lagos FRSC"}')`, 'one organisation'],
  [`delete from counters where organisation = 'Kaduna'`, 'one organisation'],
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
    await reached(`select from bookings join counters using (organisation)
      where counters.organisation = 'Kaduna'`),
  ).toEqual(['bookings: one organisation', 'counters: one organisation']);
  expect(
    await reached(`select from bookings join payments on payments.amount_kobo = bookings.price_kobo
      where bookings.organisation = 'Kaduna'`),
  ).toEqual(['bookings: one organisation', 'payments: all']);
});
