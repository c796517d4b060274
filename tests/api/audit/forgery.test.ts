import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** A booking with its bill. */
let unpaid: string;

beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'booking officer');
  const { client } = await openSession(app.url, email);
  unpaid = (await billed(client, (await booked(client))._id))._id;
});
afterAll(() => app.stop());

const row = `record_type, record_id, number, event, actor_role, address, at, salt, digest,
  previous_hash, hash`;

describe('whoever has the application’s password', () => {
  /** In one transaction, as a break-in would. */
  const attempt = (...statements: string[]) =>
    app.db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });

  const refused: readonly (readonly [string, () => readonly string[]])[] = [
    ['makes no temporary table', () => ['create temp table payments (booking_id text)']],
    ['makes no table', () => ['create table payments_too ()']],
    [
      'makes no function',
      () => ['create function public.lagos_day(text) returns date return null'],
    ],
    ['turns off no trigger', () => ['alter table bookings disable trigger all']],
    ['passes for no replica', () => [`set local session_replication_role = 'replica'`]],
    ['becomes no owner', () => ['set local role hanya_owner']],
    ['changes no price', () => [`update bookings set price_kobo = 100 where id = '${unpaid}'`]],
    ['changes no maker', () => [`update bookings set created_by = '' where id = '${unpaid}'`]],
    ['turns no booking into a demo', () => [`update bookings set demo = true`]],
    ['turns no account into a demo', () => ['update users set demo = true']],
    ['changes no offence', () => [`update booking_offences set amount_kobo = 100`]],
    ['changes no payment', () => ['update payments set amount_kobo = 0']],
    ['deletes no booking', () => ['delete from bookings']],
    ['announces nothing', () => ['insert into outbox default values']],
    ['takes no announcement back', () => ['delete from outbox']],
    ['changes no figure', () => ['update figures set received_kobo = 0']],
    ['moves no mark', () => [`update figure_mark set xid = '0'`]],
    ['counts nothing anew', () => ['select recount_figures()']],
    ['makes no activity up', () => ['insert into activities default values']],
    ['changes no row of the trail', () => [`update audit set event = ''`]],
    ['takes no row out of the trail', () => ['delete from audit']],
    ['makes no seal', () => ['insert into audit_seals select * from audit_seals']],
    ['changes no seal', () => [`update audit_seals set hash = ''`]],
    ['takes no seal out', () => ['delete from audit_seals']],
    ...['id, ', 'xid, '].map(
      (column) =>
        [
          `gives a row no place in the trail by ${column.slice(0, -2)}`,
          () => [
            `insert into audit (${column} ${row}) overriding system value
             select ${column} ${row} from audit limit 1`,
          ],
        ] as const,
    ),
  ];
  test.each(refused)('%s', async (_rule, statements) => {
    await expect(attempt(...statements())).rejects.toThrow(/permission denied|must be owner/);
  });

  test.each([
    [
      'writes no row for another moment',
      () => `insert into audit (${row})
             select record_type, record_id, number + 1, event, actor_role, address,
                    at - interval '1 day', salt, digest, hash, hash
             from audit where record_id = '${unpaid}' order by number desc limit 1`,
      'is of another moment',
    ],
    [
      'writes no row that leaves the chain',
      () => `insert into audit (${row})
             select record_type, record_id, number + 2, event, actor_role, address,
                    clock_timestamp(), salt, digest, hash, hash
             from audit where record_id = '${unpaid}' order by number desc limit 1`,
      'does not follow the row before it',
    ],
    [
      'pays nothing without a payment',
      () => `update bookings set paid = true where id = '${unpaid}'`,
      'has no confirmed payment of its price',
    ],
  ])('%s', async (_rule, statement, refusal) => {
    await expect(attempt(statement())).rejects.toThrow(refusal);
  });

  test('gets round no rule by temporary tables, should the right to them come back', async () => {
    const name = (await sql<{ name: string }>`select current_database() as name`.execute(app.db))
      .rows[0]?.name;
    await asOwner(app, `grant temporary on database ${name} to public`);
    try {
      await expect(
        attempt(
          'create temp table payments (booking_id text, amount_kobo bigint)',
          `insert into payments select id, price_kobo from bookings where id = '${unpaid}'`,
          `update bookings set paid = true where id = '${unpaid}'`,
        ),
      ).rejects.toThrow('has no confirmed payment of its price');
      await expect(
        attempt(
          'create temp table bookings (id text, bill_asked_at text, bill_ref text, paid boolean)',
          `insert into public.booking_offences
             (booking_id, line, offence_id, code, name, penalty, amount_kobo)
           values ('${unpaid}', 9, 'LGC-16', '', '', '', 100)`,
        ),
      ).rejects.toThrow('are fixed: its bill was asked for');
    } finally {
      await asOwner(app, `revoke temporary on database ${name} from public`);
    }
  });
});

test('every function of ours finds its tables in public, whatever the path of its caller', async () => {
  const found = await asOwner(
    app,
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prosqlbody is null
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass
                         and objid = pg_proc.oid and deptype = 'e')
       and not 'search_path=pg_catalog, public, pg_temp' = any (coalesce(proconfig, '{}'))`,
  );
  expect(found).toEqual([]);
});
