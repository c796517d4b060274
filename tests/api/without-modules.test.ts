import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { listBookings } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { calls as afterTicket } from '#contract/modules/after-ticket/calls.ts';
import { calls as fieldWork } from '#contract/modules/field-work/calls.ts';
import { calls as money } from '#contract/modules/money/calls.ts';
import { calls as reports } from '#contract/modules/reports/calls.ts';
import { checkBooking } from '#contract/payments.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { seedWaiting } from '#server/demo/seed-waiting.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { modules } from '#server/modules.ts';
import { refuseToLeaveOutRecords } from '#server/process/left-out.ts';
import { verifyAudit } from '#server/trail.ts';
import { bookedWithBill, payOnline, until } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/scene.ts';
import { cloneDatabase } from '#tests/support/template.ts';

const test = base.extend('env', { MODULES: 'none' });
const leavesOut = { modules: 'none' } as const;

test('without modules a ticket is booked, billed, paid and cleared as with them', async ({
  officer: client,
}) => {
  const { _id: id, billRef } = await bookedWithBill(client);
  await payOnline(client, billRef);
  const checked = await client.ok(checkBooking, { params: { id } });
  expect(checked.data.paid).toBe(true);
  const { data } = await client.ok(clearVehicle, { params: { id }, body: { completed: true } });
  expect(data.completed).toBe(true);
  const { total } = await client.ok(listBookings, { query: { _boolcompleted: 'true' } });
  expect(total).toBe(1);
});

test('no call of a module is answered without it', async ({ app, admin }) => {
  const ofModules: Endpoint[] = Object.values({
    ...money,
    ...afterTicket,
    ...reports,
    ...fieldWork,
  });
  for (const { method, path } of ofModules) {
    const address = path.replaceAll(/:[a-z]+/gi, '01JD0000000000000000000000');
    const answer = await fetch(`${app.url}${address}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    // The path of one that changes may belong to a call of the core, by another method.
    expect([404, 405], `${method} ${path}`).toContain(answer.status);
  }
});

test('no screen of a module has an address without it, nor has the page of a ticket', async ({
  app,
}) => {
  const statusOf = async (path: string) => (await fetch(`${app.url}${path}`)).status;
  expect(await statusOf('/unpaid')).toBe(200);
  for (const path of [
    '/court',
    '/reports',
    '/reconciliation',
    '/check-ticket',
    '/t/7M4QX9T2B6KZ3RWD8H',
  ])
    expect(await statusOf(path), path).toBe(404);
  expect(await (await fetch(`${app.url}/`)).text()).toContain(
    '&quot;modules&quot;:&quot;none&quot;',
  );
});

test('a demo of the core has records of no module, and its trail tells of nothing else', async () => {
  const clone = await cloneDatabase();
  const db = openDatabase(clone.appUrl);
  onTestFinished(async () => {
    await closeDatabase(db);
    await clone.drop();
  });
  await seedDemo(db, new Date(), 'none');
  await seedWaiting(db, new Date(), 'none');
  await expect(refuseToLeaveOutRecords(db, leavesOut)).resolves.toBeUndefined();
  await until('it is behind the horizon', async () => {
    const { rows } = await sql<{ all: boolean }>`
      select bool_and(xid < transaction_horizon()) as all from audit`.execute(db);
    return rows[0]?.all === true;
  });
  await until('it is sealed', async () => (await sealAudit(db)) === 0);
  expect((await verifyAudit(db)).findings).toEqual([]);
});

test('nor does it start where a proposal of a module waits, but with one of the core', async ({
  app,
}) => {
  await app.owner.connection().execute(async (db) => {
    const waits = async (kind: string) => {
      await sql`create temporary table proposals as select ${sql.lit(kind)}::text as kind`.execute(
        db,
      );
      const refused = await refuseToLeaveOutRecords(db, leavesOut).then(
        () => '',
        (error: unknown) => String(error),
      );
      await sql`drop table pg_temp.proposals`.execute(db);
      return refused;
    };
    for (const { name, proposals = [] } of modules)
      for (const kind of proposals)
        expect(await waits(kind), kind).toContain(
          `leaves out ${name}, which has records in proposals`,
        );
    for (const kind of ['fee', 'correction', 'settlement'])
      expect(await waits(kind), kind).toBe('');
  });
});

test('the server does not start without a module that has records', async ({ app }) => {
  for (const { name, tables } of modules)
    for (const table of tables)
      await app.owner.connection().execute(async (db) => {
        // In place of the table itself, as long as this lasts.
        await sql`create temporary table ${sql.table(table)} as select 1 as one`.execute(db);
        await expect(refuseToLeaveOutRecords(db, leavesOut)).rejects.toThrow(
          `MODULES=none leaves out ${name}, which has records in ${table}. Start with MODULES=all.`,
        );
        await expect(refuseToLeaveOutRecords(db, { modules: 'all' })).resolves.toBeUndefined();
        await sql`drop table ${sql.table(table)}`.execute(db);
      });
});
