import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsWith, clearVehicle } from '#contract/booking-corrections.ts';
import { bookingFields } from '#contract/booking-fields.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import type { AuditEvent } from '#contract/events.ts';
import { holdRegister, liftHold, setHold } from '#contract/modules/after-ticket/holds.ts';
import { changeOptOut } from '#contract/modules/after-ticket/messages.ts';
import { endObligation } from '#contract/modules/after-ticket/obligations.ts';
import { decideRefund, proposeRefund } from '#contract/modules/money/refunds.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { bookingColumns } from '#server/db/booking-columns.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { system } from '#server/http/caller.ts';
import { holding as holdSteps } from '#server/modules/after-ticket/holds/commands.ts';
import { verifyAudit, walkTrail } from '#server/trail.ts';
import { type Client, openSession } from '#tests/support/client.ts';
import { dismissed, inBatch } from '#tests/support/court.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { foldAll } from '#tests/support/folding.ts';
import { aHold } from '#tests/support/holds.ts';
import { billed, booked, payAtGateway, until } from '#tests/support/journey.ts';
import { partly } from '#tests/support/partly.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;
let admin: Person;
let head: Person;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  ({ client: officer } = await openSession(app.url, account.email));
  admin = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head');
});
afterAll(() => app.stop());

const name = 'Zainab Unforgettable';

/** A booking whose vehicle was cleared so many years ago. */
async function clearedBefore(years: number, offence = 'LGC-02'): Promise<string> {
  const made = await booked(officer, { name, offence: [{ id: offence }] });
  const { _id: id, billRef } = await billed(officer, made._id);
  await payAtGateway((await officer.ok(startPayment, { body: { billRef } })).url);
  await officer.ok(checkBooking, { params: { id } });
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  await settledLongAgo(app, id, years);
  return id;
}

const findings = async (id: string) => {
  await foldAll(app.db);
  return (await verifyAudit(app.db)).findings.filter((finding) => finding.includes(id));
};

test('who was booked long ago becomes unreadable; money, offences and every chain stay', async () => {
  const [old, young] = [await clearedBefore(7), await clearedBefore(6.9)];
  const before = (await officer.ok(readBooking, { params: { id: old } })).data;
  expect(await eraseOldBookings(app.db, 7)).toBe(1);

  const { data } = await officer.ok(readBooking, { params: { id: old } });
  expect(data).toMatchObject({
    name: 'Erased',
    phoneNo: '-',
    address: '-',
    license: '-',
    registration: '',
    dob: '',
    price: before.price,
    offence: before.offence,
    receipt: before.receipt,
    zone: before.zone,
    createdBy: before.createdBy,
    paid: true,
    completed: true,
  });
  const kept = await sql<{ text: string }>`
    select string_agg(coalesce(bookings::text, '') || coalesce(audit::text, '')
                      || booking_search::text, '') as text
    from bookings left join audit on record_id = bookings.id
      join booking_search on booking_id = bookings.id
    where bookings.id = ${old}`.execute(app.db);
  expect(kept.rows[0]?.text.toLowerCase()).not.toContain('unforgettable');
  expect(kept.rows[0]?.text).not.toContain(before.registration);
  const searched = await officer.ok(listBookings, { query: { _searchname: name } });
  expect(searched.data.map(({ _id }) => _id)).toEqual([young]);

  expect(await findings(old)).toEqual([]);
  const { event } = await app.db
    .selectFrom('audit')
    .select('event')
    .where('record_id', '=', old)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toBe('booking.erased');
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
});

test('the database makes unreadable what the rows of fields say, and no other field', async () => {
  const { rows } = await sql<{ words: string }>`
    select substring(pg_get_functiondef('erase_booking(text, integer)'::regprocedure)
                     from 'update bookings set(.*?)where') as words`.execute(app.db);
  const words = rows[0]?.words ?? '';
  const erased = bookingFields.filter((field) =>
    new RegExp(`\\b${bookingColumns[field]} = `).test(words),
  );
  expect(erased).toEqual(fieldsWith('erased'));
});

test('a booking with an open exception waits until that is settled', async () => {
  const id = await clearedBefore(8);
  const exception = await anException(app.db, officer);
  await app.owner
    .updateTable('payment_exceptions')
    .set({ booking_id: id })
    .where('id', '=', exception)
    .execute();
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  await app.db
    .updateTable('payment_exceptions')
    .set({ closed_at: new Date() })
    .where('id', '=', exception)
    .execute();
  // The application writes that column: the trail must say it too.
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  const settled = { event: 'exception.settled', before: null, after: {} } as const;
  await app.db
    .transaction()
    .execute((trx) => writeAudit(trx, system, { ...settled, record: 'exception', id: exception }));
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
});

test('the application erases nothing by itself: not young, not unsettled, not without a row of the trail', async () => {
  const [old, young] = [await clearedBefore(7.5), await clearedBefore(0.9)];
  const unpaid = (await booked(officer))._id;
  const erase = async (id: string) =>
    (await sql<{ done: boolean }>`select erase_booking(${id}, 0) as done`.execute(app.db)).rows[0]
      ?.done;
  await expect(erase(old)).rejects.toThrow('does not say that it is erased');
  expect(await erase(young)).toBe(false);
  expect(await erase(unpaid)).toBe(false);
  expect(await erase('NOSUCHBOOKING')).toBe(false);
  await expect(
    app.db.updateTable('audit').set({ after: null }).where('actor_id', '=', officerId).execute(),
  ).rejects.toThrow('permission denied');
});

test.each([
  [
    'cleared',
    (id: string) =>
      sql`update bookings set completed_at = now() - interval '9 years' where id = ${id}`,
    'was cleared at another time than the trail says',
  ],
  [
    'withdrawn',
    (id: string) => sql`update bookings set withdrawn_at = now() - interval '9 years',
      withdrawn_by = ${head.id}, withdrawn_reason = 'Wrong.' where id = ${id}`,
    'was withdrawn at another time than the trail says',
  ],
] as const)(
  'a ticket is not erased for what its own columns say, only for what the trail says: %s',
  async (how, dateBack, lie) => {
    const { _id: id } = await booked(officer);
    if (how === 'cleared') {
      await markPaid(app.db, id);
      await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
      await expect(dateBack(id).execute(app.db)).rejects.toThrow('was cleared, and stays so');
    }
    const trx = await app.owner.startTransaction().setIsolationLevel('repeatable read').execute();
    try {
      await dateBack(id).execute(trx);
      const row = { record: 'booking', id, before: null } as const;
      if (how === 'withdrawn')
        await writeAudit(trx, system, {
          ...row,
          event: 'booking.withdrawn',
          after: { reason: 'Wrong.' },
        });
      await writeAudit(trx, system, { ...row, event: 'booking.erased', after: { years: 7 } });
      const { rows } = await sql`select erase_booking(${id}, 1) as done`.execute(trx);
      expect(rows).toEqual([{ done: false }]);
      expect((await walkTrail(trx)).findings).toContain(`Booking ${id} ${lie}.`);
    } finally {
      await trx.rollback().execute();
    }
  },
);

/** Another value for a column of the application's. */
const lieOf = (type: string): string =>
  type.startsWith('timestamp') || type === 'date'
    ? 'now()'
    : type === 'boolean'
      ? 'false'
      : type === 'integer'
        ? '9'
        : `'9'`;

test('what was settled long ago is erased whatever the application writes into its columns', async () => {
  await eraseOldBookings(app.db, 7);
  const id = await clearedBefore(8);
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'bookings'
      and has_column_privilege('bookings', column_name, 'UPDATE')`.execute(app.db);
  expect(columns.map(({ name: one }) => one)).toContain('completed_at');
  for (const { name: column, type } of columns)
    for (const lie of [lieOf(type), 'null'])
      await sql`update bookings set ${sql.ref(column)} = ${sql.raw(lie)} where id = ${id}`
        .execute(app.db)
        // The database refuses most of them.
        .catch(() => undefined);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
});

const told = (id: string, event: AuditEvent, after: object | null = null) =>
  app.db
    .transaction()
    .execute((trx) =>
      writeAudit(trx, system, { event, record: 'booking', id, before: null, after }),
    );

test.each([
  ['booking.cleared', 'was cleared more than once, the trail says'],
  ['booking.withdrawn', 'is not withdrawn, though the trail says so'],
  ['booking.referred', 'was referred otherwise than the trail says'],
  ['booking.court-decided', 'was decided in court otherwise than the trail says'],
] as const)(
  'a row of the trail that no record bears out stops no erasure, and is found: %s',
  async (event, finding) => {
    await eraseOldBookings(app.db, 7);
    const id = await clearedBefore(8);
    await told(id, event, { proposal: 'NONE' });
    expect(await findings(id)).toContain(`Booking ${id} ${finding}.`);
    expect(await eraseOldBookings(app.db, 7)).toBe(1);
    expect(await findings(id)).toContain(`Booking ${id} ${finding}.`);
  },
);

test('a ticket that the trail refers to a court is held until the trail says what was decided', async () => {
  await eraseOldBookings(app.db, 7);
  const id = await clearedBefore(8);
  await inBatch(app, { booking: id, by: officerId, locked: true, hearing: -30 });
  await told(id, 'booking.referred');
  await dismissed(app, id);
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  const { id: proposal } = await app.db
    .selectFrom('proposals')
    .select('id')
    .where('subject', '=', id)
    .executeTakeFirstOrThrow();
  await told(id, 'booking.court-decided', { proposal });
  // The years run from the decision.
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  await settledLongAgo(app, id, 8);
  // Another decision, which nobody confirmed, puts nothing off.
  await told(id, 'booking.court-decided', { proposal: 'NONE' });
  await told(id, 'booking.court-decided', { proposal });
  await told(id, 'booking.referred');
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
});

test('a hold that its own columns say is lifted still holds until the trail says so', async () => {
  await eraseOldBookings(app.db, 7);
  const id = await clearedBefore(7.1);
  expect((await hold(head, id)).status).toBe(200);
  await sql`update holds set lifted_by = ${admin.id}, lifted_at = now(), lift_reason = 'Over.'
    where booking_id = ${id}`.execute(app.db);
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
});

test('no ticket is erased before the years that the owner has noted, whatever the night asks', async () => {
  await clearedBefore(7.3);
  const noted = (years: number | null) =>
    app.owner.updateTable('installation').set({ keep_persons_years: years }).execute();
  try {
    for (const years of [9, null]) {
      await noted(years);
      expect(await eraseOldBookings(app.db, 1)).toBe(0);
    }
  } finally {
    await noted(7);
  }
  expect(await eraseOldBookings(app.db, 1)).toBe(1);
});

test('the verification names a row that was erased in silence', async () => {
  const { _id } = await booked(officer);
  const trx = await app.owner.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    await sql`update audit set before = null, after = null, salt = ''
      where record_id = ${_id} and event = 'booking.made'`.execute(trx);
    const found = (await walkTrail(trx)).findings.filter((finding) => finding.includes(_id));
    expect(found).toEqual([`Row 1 of booking ${_id} was erased, and no later row says so.`]);
  } finally {
    await trx.rollback().execute();
  }
});

const hold = (by: Person, id: string, until: string | null = null) =>
  by.call(setHold, {
    params: { id },
    body: { forWhom: 'High Court 4', reason: `The suit of ${name}.`, until },
  });
const holdsOf = async (booking: string) =>
  (await admin.ok(holdRegister.list, { query: { booking } })).data;
async function lift(by: Person, id: string) {
  const [standing] = await holdsOf(id);
  const body = { hold: standing?.id ?? '', reason: `${name} has withdrawn the suit.` };
  return by.call(liftHold, { params: { id }, body });
}

test('what is held isn’t erased until another person lifts the hold, also where nights have passed it', async () => {
  await eraseOldBookings(app.db, 7);
  const id = await clearedBefore(7.8);
  await clearedBefore(7.7);
  expect((await hold(head, id)).status).toBe(200);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  expect(await lift(head, id)).toMatchObject({ status: 409, body: { code: 'own_proposal' } });
  const lifts = await Promise.all([lift(admin, id), lift(admin, id)]);
  expect(lifts.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await holdsOf(id)).toMatchObject([
    { state: 'lifted', by: { id: head.id }, lifted: { by: { id: admin.id } } },
  ]);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  expect(JSON.stringify(await holdsOf(id))).not.toContain('Unforgettable');
  expect(await findings(id)).toEqual([]);
  expect(await hold(head, id)).toMatchObject({ status: 409, body: { code: 'erased' } });
});

test('a hold ends with its last day, and another may follow; one at once is in force', async () => {
  const id = await clearedBefore(8);
  expect((await hold(head, id, dayFromNow(-1))).status).toBe(400);
  const answers = await Promise.all([hold(head, id, dayFromNow(0)), hold(admin, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  const over = { until_day: dayFromNow(-1) };
  await app.owner.updateTable('holds').set(over).where('booking_id', '=', id).execute();
  expect(await lift(admin, id)).toMatchObject({ status: 409, body: { code: 'hold_is_over' } });
  const of = { from: dayFromNow(0), to: dayFromNow(0), zone: 'Zaria' };
  for (const [state, found] of [
    ['in force', false],
    ['over', true],
  ] as const) {
    const { data } = await admin.ok(holdRegister.list, { query: { ...of, state } });
    expect(data.some(({ booking }) => booking === id)).toBe(found);
  }
  expect(await admin.ok(holdRegister.file, { query: { ...of, format: 'csv' } })).toContain(
    'Expired',
  );
  expect((await hold(head, id)).status).toBe(200);
  await lift(admin, id);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
});

const isAwaited = () =>
  until('somebody waits for the lock', async () => {
    const waiting = await sql`select from pg_locks where not granted`.execute(app.db);
    return waiting.rows.length > 0;
  });

test('a hold and the erasure of the same moment wait for each other', async () => {
  const [held, erased] = [await clearedBefore(8.5), await clearedBefore(7.5)];
  const holding = await app.db.startTransaction().execute();
  const body = { forWhom: 'High Court 4', reason: 'Suit KDH/412.', until: null };
  const record = partly<Booking>({ _id: held });
  await holdSteps.lock(holding, partly<Parameters<typeof holdSteps.lock>[1]>({ record, body }));
  await aHold({ owner: holding }, { booking: held, by: head.id });
  const night = eraseOldBookings(app.db, 8);
  await isAwaited();
  await holding.commit().execute();
  expect(await night).toBe(0);
  const { data } = await officer.ok(readBooking, { params: { id: held } });
  expect(data.name).toBe(name);
  const erasing = await app.db.startTransaction().execute();
  const done = { event: 'booking.erased', before: null, after: { years: 7 } } as const;
  await writeAudit(erasing, system, { ...done, record: 'booking', id: erased });
  await sql`select erase_booking(${erased}, 7)`.execute(erasing);
  const refused = hold(head, erased);
  await isAwaited();
  await erasing.commit().execute();
  expect(await refused).toMatchObject({ status: 409, body: { code: 'erased' } });
});

test('a ticket before a court is held until its decision is noted, and one in a draft is not', async () => {
  const [referred, drafted] = [await clearedBefore(8), await clearedBefore(8)];
  await inBatch(app, { booking: referred, by: officerId, locked: true, hearing: -30 });
  await inBatch(app, { booking: drafted, by: officerId });
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  const [paper, received] = [`paper-of-${referred}`, `received-of-${referred}`];
  const file = { content_type: 'image/jpeg', bytes: 1, sha256: 'x' };
  await app.owner
    .insertInto('files')
    .values([
      { ...file, id: paper, kind: 'picture' },
      { ...file, id: received, kind: 'original' },
    ])
    .execute();
  const original = { file_id: paper, original_id: received };
  await app.owner.insertInto('originals').values(original).execute();
  const [by, decidedBy] = [
    (await makeAccount(app.db, 'state admin')).id,
    (await makeAccount(app.db, 'state admin')).id,
  ];
  const decided = { charges: [], day: dayFromNow(0), paidWhere: '', courtReceipt: '' };
  await aProposal(app, {
    kind: 'court decision',
    zone: 'Zaria',
    subject: referred,
    body: { ...decided, paper, putsRight: false },
    reason: '',
    by,
    decidedBy,
  });
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  const left = app.db.selectFrom('files').select('id').where('id', 'in', [paper, received]);
  expect(await left.execute()).toEqual([]);
  await expect(
    app.owner
      .updateTable('court_cases')
      .set({ suit: '' })
      .where('booking_id', '=', referred)
      .execute(),
  ).rejects.toThrow('Two people note');
});

test('what people wrote after the ticket goes with who was booked, and what it counts stays', async () => {
  const id = await clearedBefore(7.2, 'LGC-14');
  const reason = `${name} came by.`;
  const params = { id };
  await head.ok(endObligation, { params, body: { place: 1, how: 'done', reason } });
  await head.ok(changeOptOut, { params, body: { optedOut: true, reason } });
  await aDispute(app, { booking: id, words: reason });
  const back = { line: 1, amount: 1, day: dayFromNow(0), proofKind: 'transfer' as const };
  const body = { ...back, proofNumber: 'TRF-204518', reason };
  const refund = (await admin.ok(proposeRefund, { params, body })).data.id;
  const another = await makePerson(app, 'state admin');
  await another.ok(decideRefund, { params: { id: refund }, body: { agrees: true } });
  const refused = (await admin.ok(proposeRefund, { params, body })).data.id;
  await another.ok(decideRefund, { params: { id: refused }, body: { agrees: false, reason } });
  expect(await eraseOldBookings(app.db, 7)).toBeGreaterThan(0);
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', (select jsonb_agg(o) from obligations as o where booking_id = ${id}),
      (select jsonb_agg(d) from disputes as d where booking_id = ${id}),
      (select jsonb_agg(r) from refunds as r where booking_id = ${id}),
      (select jsonb_agg(p) from proposals as p where subject like ${`${id}%`}),
      (select jsonb_agg(a) from audit as a where record_id = ${id})) as text`.execute(app.db);
  expect(rows[0]?.text).not.toContain('Unforgettable');
  expect(rows[0]?.text).toContain('TRF-204518');
  // The dispute was made without a trail.
  expect((await findings(id)).filter((one) => !one.includes('dispute'))).toEqual([]);
});
