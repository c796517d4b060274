import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { readKnown } from '#contract/dossiers.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { readMap } from '#contract/map.ts';
import { createBooking } from '#contract/new-bookings.ts';
import type { Session } from '#tests/support/client.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let patient: TestApp;
let hasty: TestApp;
/** It cuts searches off, and nothing else. */
let searching: TestApp;

beforeAll(async () => {
  [patient, hasty, searching] = await Promise.all([
    startTestApp(),
    startTestApp({ READ_TIMEOUT_MS: '250' }),
    startTestApp({ SEARCH_TIMEOUT_MS: '250' }),
  ]);
});
afterAll(() => Promise.all([patient, hasty, searching].map((app) => app.stop())));

const admin = async (app: TestApp): Promise<Session> => makePerson(app, 'state admin');

const withHeldExceptions = (app: TestApp, work: () => Promise<void>) =>
  withHeld(app, 'payment_exceptions', work);

/** Holds up every read of the tables while `work` is done. */
async function withHeld(app: TestApp, tables: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: app.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${tables} in access exclusive mode`);
    await work();
  } finally {
    await holder.end();
  }
}

/** The number of queries of this database that wait for the held table. */
async function heldUp(app: TestApp, table = 'payment_exceptions'): Promise<number> {
  const [row] = await asOwner(
    app,
    `select count(*)::int as held from pg_locks
     where relation = '${table}'::regclass and not granted`,
  );
  return Number(row?.['held']);
}

test('a read beyond its time is a 503 that says when to try again, and writing goes on meanwhile', async () => {
  const { client, token } = await admin(hasty);
  await withHeldExceptions(hasty, async () => {
    const [slow, booking] = await Promise.all([
      fetch(hasty.url + exceptionRegister.list.path, {
        headers: { authorization: `Bearer ${token}` },
      }),
      client.call(createBooking, { body: aBooking() }),
    ]);
    expect(slow.status).toBe(503);
    expect(slow.headers.get('retry-after')).toBe('2');
    expect(await slow.json()).toMatchObject({
      code: 'busy',
      error: expect.stringMatching(
        /^The server is busy\. Try again in a moment\. Reference \w{4}-\w{4}\.$/,
      ) as string,
    });
    expect(booking.status).toBe(201);
  });
  expect((await client.call(exceptionRegister.list)).status).toBe(200);
});

test('a search beyond its time asks to be narrowed down, and what is no search waits for its answer', async () => {
  const { client } = await admin(searching);
  let waiting: Promise<readonly { status: number }[]> = Promise.resolve([]);
  await withHeld(searching, 'bookings, booking_search, collisions', async () => {
    for (const searched of [
      await client.call(listBookings, { query: { _searchname: 'musa' } }),
      await client.call(listCollisions, { query: { _searchfirstName: 'musa' } }),
    ])
      expect(searched).toMatchObject({
        status: 503,
        body: {
          code: 'too_slow',
          error: expect.stringMatching(
            /^The search took too long\. Narrow it down and try again\. Reference \w{4}-\w{4}\.$/,
          ) as string,
        },
      });
    waiting = Promise.all([
      client.call(listBookings),
      client.call(listBookings, { query: { _searchname: '', zone: 'Zaria' } }),
      client.call(listCollisions),
      client.call(readMap),
      client.call(readKnown, { query: { of: 'plate', value: 'KJA-111AA' } }),
    ]);
    await until('they wait', async () => (await heldUp(searching, 'bookings')) > 0);
  });
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a client that goes away takes its queries with it, also those that wait for a connection', async () => {
  const { client, token } = await admin(patient);
  await withHeldExceptions(patient, async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: 12 }, () =>
      fetch(patient.url + exceptionRegister.list.path, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      }),
    );
    const answers = Promise.allSettled(asked);
    await until('queries wait', async () => (await heldUp(patient)) > 0);
    leaving.abort();
    expect((await answers).every(({ status }) => status === 'rejected')).toBe(true);
    await until('none waits', async () => (await heldUp(patient)) === 0);
  });
  expect((await client.call(exceptionRegister.list)).status).toBe(200);
});

test('a change goes on when its client goes away', async () => {
  const { client, token } = await admin(patient);
  const body = aBooking();
  const holder = new pg.Client({ connectionString: patient.ownerUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table booking_offences in exclusive mode');
  const leaving = new AbortController();
  const sent = fetch(patient.url + createBooking.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const answer = Promise.allSettled([sent]);
  const count = async (where: string) => {
    const [row] = await asOwner(patient, `select count(*)::int as n from ${where}`);
    return Number(row?.['n']);
  };
  // Only a booking that is made writes here: jobs write the bookings themselves.
  await until('it waits', async () => (await heldUp(patient, 'booking_offences')) > 0);
  leaving.abort();
  await answer;
  await holder.query('commit');
  await holder.end();
  await until('it is written', async () => (await count('bookings where not demo')) === 1);
  expect((await client.call(createBooking, { body })).ok).toBe(true);
});

test('on a full disk a change is a 503 with a sentence, and reading goes on', async () => {
  const { client } = await admin(patient);
  await asOwner(
    patient,
    `create function no_room() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger no_room before insert on bookings execute function no_room();
     update sessions set last_used_at = now() - interval '20 minutes';
     create trigger no_room before update on sessions execute function no_room()`,
  );
  try {
    // That the session is used can't be noted either.
    expect((await client.call(exceptionRegister.list)).status).toBe(200);
    const booking = await client.call(createBooking, { body: aBooking() });
    expect(booking).toMatchObject({ status: 503, body: { code: 'disk_full' } });
  } finally {
    await asOwner(patient, `drop function no_room() cascade`);
  }
  expect((await client.call(createBooking, { body: aBooking() })).status).toBe(201);
});

test('while the server’s clock is wrong a change is a 503 with a sentence, and reading goes on', async () => {
  const { client } = await admin(patient);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  try {
    expect((await client.call(exceptionRegister.list)).status).toBe(200);
    const booking = await client.call(createBooking, { body: aBooking() });
    expect(booking).toMatchObject({ status: 503, body: { code: 'wrong_clock' } });
  } finally {
    vi.useRealTimers();
  }
  expect((await client.call(createBooking, { body: aBooking() })).status).toBe(201);
});
