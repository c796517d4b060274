import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { correctBooking, reportMistake, clearVehicle } from '#contract/booking-corrections.ts';
import { changeContacts, changeLogo } from '#contract/contacts.ts';
import { decideDuty, proposeDuty } from '#contract/duties.ts';
import { proposeFee } from '#contract/fees.ts';
import { changeLanguages, importLanguage } from '#contract/languages.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { setHold } from '#contract/modules/after-ticket/holds.ts';
import { decideHoliday, proposeHoliday } from '#contract/modules/after-ticket/holidays.ts';
import { showTicket } from '#contract/modules/after-ticket/papers.ts';
import { proposeTicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { certifyDevice, revokeDevice } from '#contract/modules/field-work/devices.ts';
import { decideRefund, proposeRefund, proposeReversal } from '#contract/modules/money/refunds.ts';
import { sendStatement } from '#contract/modules/money/statements.ts';
import { proposeClosing } from '#contract/modules/reports/report-closings.ts';
import { noticePayment } from '#contract/notices.ts';
import { checkBooking } from '#contract/payments.ts';
import { requireFactor } from '#contract/required-factors.ts';
import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { scheduleAudit } from '#server/features/audit/nightly.ts';
import { system } from '#server/http/caller.ts';
import { walkTrail } from '#server/trail.ts';
import { type Client, openSession } from '#tests/support/client.ts';
import { anImage, aPicture, recorded } from '#tests/support/collisions.ts';
import { announcedBy, kept } from '#tests/support/coming-files.ts';
import { aPhone } from '#tests/support/devices.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, payOnline, until } from '#tests/support/journey.ts';
import { aSpeakersFile } from '#tests/support/languages.ts';
import { aLateRecord, aTakenOutRecord } from '#tests/support/late-records.ts';
import { aNotice, noticePath, signatureOf } from '#tests/support/notices.ts';
import { makePerson } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { turnOnApp, turnOnPasskey } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules } from '#tests/support/ticket-rules.ts';
import { changedColumns } from './changed-columns.ts';
import { lies } from './lies.ts';
import { scene } from './lying-scene.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  scene.app = app;
  const maker = await makeAccount(app.db, 'booking officer');
  const officer = (await openSession(app.url, maker.email)).client;
  const account = await makeAccount(app.db, 'state admin');
  scene.adminId = account.id;
  admin = (await openSession(app.url, account.email)).client;
  scene.headId = (await makeAccount(app.db, 'zonal head', { zone: 'Zaria' })).id;
  const { _id, billRef } = await billed(officer, (await booked(officer))._id);
  scene.unpaid = _id;
  await officer.ok(reportMistake, { params: { id: _id }, body: { reason: 'Another plate.' } });
  const held = { forWhom: 'High Court 4', reason: 'Suit KDH/412.' };
  await admin.ok(setHold, { params: { id: _id }, body: held });
  scene.collision = (await recorded(officer))._id;
  const announced = kept(await aPicture());
  await announcedBy(officer, [announced]);
  scene.coming = announced.announced.id;
  scene.exception = await anException(app.db, officer);
  const fee = { organisation: 'Kaduna', amount: 5_000, from: dayFromNow(9), reason: 'Gazette 9.' };
  scene.proposal = (await admin.ok(proposeFee, { params: { id: 'LGC-16' }, body: fee })).data.id;
  await admin.ok(changeContacts, { body: { phone: '0700 555 0100' } });
  const hausa = { offered: ['ha'], showsUnconfirmed: true, plainLetters: false };
  await admin.ok(changeLanguages, { body: hausa });
  await admin.ok(importLanguage, {
    params: { language: 'ha' },
    body: { speaker: 'Malam Sani' },
    files: [{ field: 'file', content: aSpeakersFile('ha', { Paid: ['An biya'] }) }],
  });
  await admin.ok(changeLogo, { body: {}, files: [await anImage('logo')] });
  const content = 'Date,Reference,Receipt,Amount\n2024-01-02,NOBODY,,12000\n';
  scene.statement = (
    await admin.ok(sendStatement, { body: {}, files: [{ field: 'file', content }] })
  ).data.id;
  const of = { kind: 'e', from: '2024-01-01', to: '2024-01-31' } as const;
  scene.closing = (await admin.ok(proposeClosing, { body: of })).data.id;
  const rules = { rules: someRules, from: dayFromNow(5), reason: 'The gazette.' };
  await admin.ok(proposeTicketRules, { body: rules });
  const day = dayFromNow(60);
  const holiday = { from: day, to: day, name: 'Id-el-Fitr', isHoliday: true, reason: 'The moon.' };
  const declared = (await admin.ok(proposeHoliday, { body: holiday })).data.id;
  const duty = { duty: 'finance', user: maker.id, until: dayFromNow(30) } as const;
  const { id } = (await admin.ok(proposeDuty, { body: duty })).data;
  const second = await makePerson(app, 'state admin');
  await second.client.ok(decideDuty, { params: { id }, body: { agrees: true } });
  await second.client.ok(decideHoliday, { params: { id: declared }, body: { agrees: true } });
  await admin.ok(proposeDuty, { body: { duty: 'reviewer', user: maker.id } });
  const aPaidTicket = async () => {
    const { _id: id, billRef: bill } = await billed(officer, (await booked(officer))._id);
    await payOnline(officer, bill);
    await officer.ok(checkBooking, { params: { id } });
    return id;
  };
  const paid = await aPaidTicket();
  const back = { line: 1, amount: 1, day: dayFromNow(0), proofKind: 'transfer' } as const;
  const refund = async (by: Client, id: string) =>
    (
      await by.ok(proposeRefund, {
        params: { id },
        body: { ...back, proofNumber: 'TRF-204518', reason: 'Suit 12.' },
      })
    ).data.id;
  const given = await refund(admin, paid);
  await second.client.ok(decideRefund, { params: { id: given }, body: { agrees: true } });
  await admin.ok(proposeReversal, { params: { id: given }, body: { reason: 'Of another.' } });
  await refund(admin, await aPaidTicket());
  scene.cleared = await aPaidTicket();
  await officer.ok(clearVehicle, { params: { id: scene.cleared }, body: { completed: true } });
  scene.corrected = (await booked(officer))._id;
  await officer.ok(correctBooking, {
    params: { id: scene.corrected },
    body: { registration: 'KAD-777AA', version: 1 },
  });
  scene.shown = (await booked(officer))._id;
  await officer.ok(showTicket, { params: { id: scene.shown } });
  const { _id: disputed } = await booked(officer, { phoneNo: '0803 555 0142' });
  await sendForm(app, `${await ticketCodeOf(app.db, disputed)}/objection`, {
    proof: '0142',
    ground: 'not me',
    words: 'My brother drove.',
  });
  [scene.message, scene.old, scene.sent, scene.fault] = [ulid(), ulid(), ulid(), ulid()];
  // The owner needs no trail.
  for (const row of [
    `saved_views (id, user_id, screen, name, query, shared) values ('VIEW', '${maker.id}', 'reports', 'Mine', '', false)`,
    `saved_views (id, user_id, screen, name, query, shared) values ('OTHER', '${maker.id}', 'reports', 'Another', '', false)`,
    `report_schedules values ('VIEW', 'day', 6, 'pdf', array['${maker.id}'], null, true, now() + interval '1 day', null)`,
    `shifts (id, officer_id, began_at) values ('${ulid()}', '${maker.id}', now())`,
    `opt_outs values ('Kaduna', false, '8030000002', '.', '${account.id}', now())`,
    `messages (id, booking_id, organisation, zone, demo, purpose, channel)
       select '${scene.message}', id, organisation, zone, demo, 'issued', 'sms'
       from bookings where id = '${scene.unpaid}'`,
    `messages (id, booking_id, organisation, zone, demo, purpose, channel, made_at)
       select '${scene.old}', id, organisation, zone, demo, 'referred', 'sms', now() - interval '11 days'
       from bookings where id = '${scene.unpaid}'`,
    `messages (id, booking_id, organisation, zone, demo, purpose, channel, step, state, reason, begun_at,
         sent_at, troubled_at, recipient, body, gateway, gateway_id)
       select one.id, bookings.id, organisation, zone, demo, 'reminder', 'sms', step, state, reason, now(),
         sent_at, troubled_at, '234' || right(phone_key(phone_no), 10), 'Pay.', 'termii', gateway_id
       from bookings cross join (values
         ('${scene.sent}', 1, 'accepted', '', now(), null::timestamptz, 'sent'),
         ('${scene.fault}', 2, 'fault', 'No key.', null, now(), null)
       ) as one (id, step, state, reason, sent_at, troubled_at, gateway_id)
       where bookings.id = '${scene.unpaid}'`,
    `report_mails (id, view_id, due_at, user_id) values ('${ulid()}', 'VIEW', now(), '${maker.id}')`,
  ])
    await asOwner(app, `insert into ${row}`);
  for (const [message, state] of [
    [scene.sent, 'accepted'],
    [scene.fault, 'fault'],
  ])
    await app.db.transaction().execute((trx) =>
      writeAudit(trx, system, {
        event: 'booking.message-sent',
        record: 'booking',
        id: _id,
        before: null,
        after: { message, state },
      }),
    );
  await app.db.transaction().execute((trx) =>
    writeAudit(trx, system, {
      event: 'report.schedule-set',
      record: 'view',
      id: 'VIEW',
      before: null,
      after: {},
    }),
  );
  const phone = await aPhone();
  await officer.ok(certifyDevice, { body: { key: phone.key } });
  scene.device = phone.id;
  const lost = await aPhone();
  await officer.ok(certifyDevice, { body: { key: lost.key } });
  await officer.ok(revokeDevice, { params: { id: maker.id, device: lost.id } });
  await aLateRecord(officer);
  await officer.ok(takeOutRecord, { body: aTakenOutRecord() });
  await turnOnApp(admin);
  await turnOnPasskey(app, admin);
  await admin.ok(requireFactor, { params: { role: 'observer' }, body: { required: true } });
  const body = JSON.stringify(aNotice(billRef));
  const headers = { 'content-type': 'application/json', ...signatureOf(body) };
  const answer = await fetch(`${app.url}${noticePath}`, { method: 'POST', headers, body });
  noticePayment.response.parse(await answer.json());
  await until('the notice is settled', async () => {
    const rows = await app.db.selectFrom('notices').select('settled_at').execute();
    return rows.every(({ settled_at }) => settled_at !== null);
  });
  await foldAll(app.db);
});
afterAll(() => app.stop());

const roleOf = async () =>
  (await sql<{ name: string }>`select current_user as name`.execute(app.db)).rows[0]?.name;

/** What the application's role may do to tables of ours, as `table RIGHT`. */
async function rights(): Promise<string[]> {
  const rows = await asOwner(
    app,
    `select relname || ' ' || verb as name
     from pg_class cross join unnest(array['INSERT', 'UPDATE', 'DELETE']) as verb
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and case verb when 'DELETE' then has_table_privilege($1, pg_class.oid, verb)
                     else has_any_column_privilege($1, pg_class.oid, verb) end`,
    [await roleOf()],
  );
  return rows.map(({ name }) => String(name)).sort();
}

/** What a walk finds after statements of the application's role, in a transaction that is undone. */
async function findingsAfter(statements: string): Promise<readonly string[]> {
  const trx = await app.db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    for (const statement of statements.split(/;\s*\n|; (?=insert)/))
      await sql.raw(statement).execute(trx);
    await sql`set constraints all immediate`.execute(trx);
    return (await walkTrail(trx)).findings;
  } finally {
    await trx.rollback().execute();
  }
}

test('nothing is found while nobody lies', async () => {
  expect(await findingsAfter('select')).toEqual([]);
});

test('every right of the application is tried, or it is said why it can’t lie', async () => {
  const tried = new Set(Object.keys(lies).map((right) => right.replace(/,.*/, '')));
  expect([...tried].sort()).toEqual(await rights());
});

/** The columns that the application may change, as `table.column`. */
async function columns(): Promise<string[]> {
  const rows = await asOwner(
    app,
    `select table_name || '.' || column_name as name
     from information_schema.column_privileges
     where grantee = $1 and table_schema = 'public' and privilege_type = 'UPDATE'`,
    [await roleOf()],
  );
  return rows.map(({ name }) => String(name)).sort();
}

/** True where the lie about rows of the table changes this column, and no more than must go with it. */
async function isTriedWithItsRow(column: string): Promise<boolean> {
  const [table = '', name = ''] = column.split('.');
  const ofTable = Object.entries(lies).filter(([right]) =>
    right.replace(/,.*/, '').startsWith(`${table} UPDATE`),
  );
  for (const [, lie] of ofTable) {
    if ('harmless' in lie) {
      if (lie.ofAll) return true;
      continue;
    }
    const set = new RegExp(`update ${table} set (.*?)( where |;|$)`, 's').exec(await lie.by())?.[1];
    if (new RegExp(`(^|, *|,\\s*)${name} = `).test(set ?? '')) return true;
  }
  return false;
}

test('every column that the application may change is tried, or it is said why it can’t lie', async () => {
  const untried: string[] = [];
  for (const column of await columns())
    if (!(column in changedColumns) && !(await isTriedWithItsRow(column))) untried.push(column);
  expect(untried).toEqual([]);
  const known = await columns();
  expect(Object.keys(changedColumns).filter((column) => !known.includes(column))).toEqual([]);
});

describe('a row of the application’s is refused or found:', () => {
  const tried = Object.entries({ ...lies, ...changedColumns }).flatMap(([right, lie]) =>
    'harmless' in lie ? [] : [[right, lie] as const],
  );
  test.each(tried)('%s', async (_right, lie) => {
    const statements = await lie.by();
    if ('refused' in lie) await expect(findingsAfter(statements)).rejects.toThrow(lie.refused);
    else expect(await findingsAfter(statements)).toContainEqual(expect.stringMatching(lie.found));
  });
});

describe('the owner’s functions forget nothing early, whatever they are told:', () => {
  test.each([
    ['prune_outbox', `select prune_outbox('-1 hour')`, 'outbox'],
    ['prune_lookups', 'select prune_lookups(0, 1000000)', 'lookups'],
    ['prune_security_events', 'select prune_security_events()', 'security_events'],
    ['fold_figures', 'select fold_figures(0)', 'outbox'],
    ['seal_audit', 'select seal_audit(0)', 'audit_seals'],
    ['erase_labels', 'select erase_labels(-9)', 'late_records'],
    ['erase_booking', 'select erase_booking(id, -9) from bookings', 'bookings'],
  ])('%s', async (_name, call, table) => {
    const count = async (trx = app.db) =>
      (
        await sql<{
          rows: number;
        }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(trx)
      ).rows[0]?.rows;
    const trx = await app.db.startTransaction().execute();
    try {
      const before = await count(trx);
      await sql.raw(call).execute(trx);
      expect(await count(trx)).toBe(before);
      expect((await walkTrail(trx)).findings).toEqual([]);
    } finally {
      await trx.rollback().execute();
    }
  });
});

test('the night’s schedules are made anew after somebody took them out or put them off', async () => {
  const schedules = async () =>
    (
      await sql<{ name: string; cron: string }>`
        select name, cron from pgboss.schedule
        where name in ('verify-audit', 'publish-root') order by name`.execute(app.db)
    ).rows.map(({ name, cron }) => `${name} ${cron}`);
  const usual = await schedules();
  await sql`delete from pgboss.schedule where name = 'verify-audit'`.execute(app.db);
  await sql`update pgboss.schedule set cron = '0 0 29 2 *' where name = 'publish-root'`.execute(
    app.db,
  );
  const boss = openJobs(app.appUrl);
  await boss.start();
  try {
    await scheduleAudit(boss, { config: readConfig({}) });
  } finally {
    await boss.stop({ graceful: false });
  }
  expect(await schedules()).toEqual(usual);
  expect(usual).toHaveLength(2);
});

test('where people are kept for ever, no call of the application’s forgets a label', async () => {
  const keep = (years: number | null) =>
    asOwner(app, 'update installation set keep_persons_years = $1', [years]);
  await keep(null);
  try {
    const { rows } = await sql`select erase_labels(-9) as erased`.execute(app.db);
    expect(rows).toEqual([{ erased: 0 }]);
  } finally {
    await keep(7);
  }
});
