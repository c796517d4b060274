import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { cancelledWith } from '#server/db/reading/cancelled-with.ts';
import { asOneRead } from '#server/db/reading/one-read.ts';
import { readOf } from '#server/http/told.ts';
import { errorForLog, openLog } from '#server/process/log.ts';
import { cloneDatabase } from '../support/template.ts';

const clone = await cloneDatabase();
const db = openDatabase(clone.appUrl, { max: 1 });
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
});

test('a bigint arrives as a number, a numeric and a date as text, a moment as a Date', async () => {
  const { rows } = await sql`
    SELECT 5000000000::bigint AS kobo, 0.10::numeric AS share, '2026-01-31'::date AS day,
           '2026-01-31T23:30:00Z'::timestamptz AS moment`.execute(db);
  expect(rows).toEqual([
    {
      kobo: 5_000_000_000,
      share: '0.10',
      day: '2026-01-31',
      moment: new Date('2026-01-31T23:30:00Z'),
    },
  ]);
});

test('a bigint that JavaScript can’t hold exactly is an error, never a rounded number', async () => {
  await expect(sql`SELECT 9007199254740993::bigint AS much`.execute(db)).rejects.toThrow(
    RangeError,
  );
});

test('of an error nothing is logged that it quotes of a record', async () => {
  const failed = (statement: string) =>
    sql
      .raw(statement)
      .execute(db)
      .then(
        () => expect.unreachable(),
        (error: unknown) => JSON.stringify(errorForLog(error as Error)),
      );
  const [quoted, row] = [
    await failed(`select 'Amina Sule'::int`),
    await failed(
      `do $$ begin raise exception using errcode = '23514', message = 'refused',
         constraint = 'price', detail = 'Failing row contains (Amina Sule)'; end $$`,
    ),
  ];
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  openLog(stream).error(
    await sql`select ${'Amina'}::int`.execute(db).catch((error: unknown) => error),
  );
  expect(lines.join('')).toContain('a value was refused');
  expect(lines.join('')).not.toContain('Amina');
  expect(quoted + row).not.toContain('Amina');
  expect(JSON.parse(row)).toMatchObject({ code: '23514', message: 'refused', constraint: 'price' });
});

test('the database stays usable after such an error', async () => {
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a connection that breaks in a transaction fails its next query, and ends nothing else', async () => {
  const other = openDatabase(clone.appUrl, { max: 1 });
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 10_000)`.execute(other);
    // Heard between two queries, when nobody waits for the connection.
    await setTimeout(50);
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await closeDatabase(other);
});

test('a read that gets no connection in time ends like one that was cut off', async () => {
  const full = new pg.Pool({ connectionString: clone.appUrl, max: 1 });
  const pool = cancelledWith(full);
  const taken = await pool.connect();
  // Only from now on: opening a connection may take long on a busy machine.
  full.options.connectionTimeoutMillis = 50;
  await expect(pool.connect()).rejects.toMatchObject({ code: '57014' });
  taken.release();
  await pool.end();
});

test('a read that is given up ends its query, also where the request to cancel comes before it', async () => {
  const slow = new pg.Pool({ connectionString: clone.appUrl, max: 1 });
  const client = await slow.connect();
  const asked = client.query.bind(client);
  // The request overtakes the query, as on a busy machine.
  Object.assign(client, {
    query: async (query: pg.QueryConfig) => {
      await setTimeout(100);
      return asked(query);
    },
  });
  client.release();
  const leaving = new AbortController();
  const pool = cancelledWith(slow);
  const read = asOneRead({ signal: leaving.signal, mustSee: undefined }, async () => {
    const connection = await pool.connect();
    const answer = connection.query('select pg_sleep(600)', []);
    leaving.abort();
    return answer.finally(() => connection.release());
  });
  await expect(read).rejects.toMatchObject({ code: '57014' });
  await pool.end();
});

test('a caller who left before the read begins has given it up', async () => {
  const left = new PassThrough();
  left.destroy();
  await once(left, 'close');
  // A stand-in: of both, nothing else is looked at.
  const reply = { raw: left } as unknown as FastifyReply;
  const request = { headers: {} } as FastifyRequest;
  expect((await readOf(request, reply, undefined)).signal.aborted).toBe(true);
});
