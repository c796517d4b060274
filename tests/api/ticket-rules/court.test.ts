import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { exportBookings, listBookings, readBooking } from '#contract/bookings.ts';
import { readKnownPlates } from '#contract/known-plates.ts';
import {
  confirmOutcome,
  draftCases,
  exportCaseFile,
  caseRegister,
  leaveDraft,
  lockBatch,
  noteHearing,
  noteOutcome,
  readCase,
  takeBackOutcome,
} from '#contract/modules/after-ticket/court.ts';
import {
  obligationRegister,
  reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import { showTicket } from '#contract/modules/after-ticket/papers.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { daysToAnswer, draftDays, hearingDays, listWaiting } from '#contract/waiting.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import { waitingTooLong } from '#server/features/waiting/queries.ts';
import { compareFigures } from '#server/figures/verification.ts';
import { allParts } from '#server/modules.ts';
import { compareRecords } from '#server/trail.ts';
import { anImage } from '#tests/support/collisions.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import {
  billed,
  booked,
  bookedAndPaid,
  payAtGateway,
  payOnline,
  trailOf,
} from '#tests/support/journey.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let head: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const both = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...both, days: -90, rules: { referralDays: 10 } });
  for (const { id: user } of [admin, head])
    await aDuty(app, {
      ...both,
      by: second.id,
      decidedBy: officer.id,
      duty: 'court officer',
      user,
    });
});
afterAll(() => app.stop());

/** A ticket of two offences that was due so many days ago. */
async function dueSince(days: number): Promise<string> {
  const { _id: id } = await booked(officer, { offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }] });
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-days) })
    .where('id', '=', id)
    .execute();
  return id;
}

const draft = (by: Person, ...bookings: string[]) =>
  by.call(draftCases, { body: { court: 'Mobile Court, Zaria', bookings } });
const drafted = async (...bookings: string[]) =>
  (await admin.ok(draftCases, { body: { court: 'Mobile Court, Zaria', bookings } })).data.batch;
const lock = (by: Person, id: string) => by.call(lockBatch, { params: { id } });
const stateOf = async (id: string) => (await admin.ok(readCase, { params: { id } })).data.state;
const hearing = (id: string, day = dayFromNow(0)) =>
  admin.call(noteHearing, {
    params: { id },
    body: { day, place: 'Room 2', suit: 'KD/7/26' },
  });
/** Noted by a court officer who has neither issued nor referred the ticket. */
const outcome = (
  id: string,
  charges: object[],
  {
    files = [],
    ...more
  }: { files?: Awaited<ReturnType<typeof anImage>>[]; by?: Person } & Partial<
    Record<'day' | 'reason' | 'courtReceipt', string>
  > = {},
) => {
  const { by = admin, ...said } = more;
  return by.call(noteOutcome, {
    params: { id },
    body: {
      charges,
      day: dayFromNow(0),
      paidWhere: 'Court registry',
      courtReceipt: 'R-19',
      ...said,
    },
    files: files.map((file) => ({ ...file, field: 'paper' })),
  });
};
const confirmed = (by: Person, id: string, agrees = true) =>
  by.call(confirmOutcome, {
    params: { id },
    body: agrees ? { agrees } : { agrees, reason: 'The paper says otherwise.' },
  });
/** A ticket whose hearing was noted. */
async function heard(): Promise<string> {
  const id = await dueSince(20);
  await lock(head, await drafted(id));
  await hearing(id);
  return id;
}
async function decided(charges: object[], more: Parameters<typeof outcome>[2] = {}) {
  const id = await heard();
  expect(await outcome(id, charges, more)).toMatchObject({ status: 200 });
  expect(await confirmed(second, id)).toMatchObject({ status: 200 });
  return id;
}
const listed = async (id: string, query: object) =>
  (await admin.ok(listBookings, { query: { limit: '100', ...query } })).data.some(
    ({ _id }) => _id === id,
  );
const each = (one: string) => [1, 2].map((line) => ({ line, outcome: one }));
const both = [
  { line: 1, outcome: 'another amount', fined: 3_000 },
  { line: 2, outcome: 'dismissed' },
];

test('a ticket that is due long enough waits to be chosen, and no other', async () => {
  const [long, short] = [await dueSince(10), await dueSince(9)];
  const { data } = await admin.ok(caseRegister.list, { query: { limit: '100' } });
  expect(data.map(({ id }) => id)).toContain(long);
  expect(data.map(({ id }) => id)).not.toContain(short);
  expect(await draft(admin, long, short)).toMatchObject({
    status: 409,
    body: { code: 'not_referred' },
  });
});

test('only a holder of the duty refers, hears and decides', async () => {
  const id = await dueSince(20);
  expect(await draft(officer, id)).toMatchObject({ status: 403, body: { code: 'no_duty' } });
  const batch = await drafted(id);
  expect((await lock(second, batch)).status).toBe(403);
  expect((await lock(head, batch)).status).toBe(200);
});

test('a ticket is in one batch, also when two put it into one at once', async () => {
  const id = await dueSince(20);
  const answers = await Promise.all([draft(admin, id), draft(head, id), draft(admin, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a locked batch changes no more, and leaves out what was paid or withdrawn meanwhile', async () => {
  const [stays, paid, withdrawn, left] = [
    await dueSince(20),
    await dueSince(20),
    await dueSince(20),
    await dueSince(20),
  ];
  const batch = await drafted(stays, paid, withdrawn, left);
  await admin.ok(leaveDraft, { params: { id: left } });
  await markPaid(app.db, paid);
  await head.ok(withdrawBooking, { params: { id: withdrawn }, body: { reason: 'By mistake.' } });
  const answers = await Promise.all([lock(admin, batch), lock(head, batch)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    data: { referred: 1, leftOut: 2 },
  });
  expect((await admin.call(leaveDraft, { params: { id: stays } })).status).toBe(409);
  expect(await stateOf(stays)).toBe('referred');
  expect((await admin.call(readCase, { params: { id: left } })).status).toBe(404);
  for (const change of [
    app.db.deleteFrom('court_cases').where('batch_id', '=', batch),
    app.db.updateTable('court_batches').set({ locked_at: new Date() }).where('id', '=', batch),
  ])
    await expect(change.execute()).rejects.toThrow(/is locked/);
});

test('what a court decides is noted once by two, on each charge, after a hearing', async () => {
  const id = await dueSince(20);
  const batch = await drafted(id);
  expect((await hearing(id)).status).toBe(409);
  await lock(head, batch);
  expect((await outcome(id, both)).status).toBe(409);
  await hearing(id);
  expect((await outcome(id, both.slice(1))).status).toBe(400);
  const answers = await Promise.all([
    outcome(id, both, { files: [await anImage('paper')] }),
    outcome(id, both),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stateOf(id)).toBe('referred');
  const ends = await Promise.all([confirmed(second, id), confirmed(second, id)]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { data } = await admin.ok(readCase, { params: { id } });
  expect(data).toMatchObject({
    state: 'heard',
    hearing: { place: 'Room 2', suit: 'KD/7/26' },
    charges: [
      { outcome: 'another amount', fined: 3_000 },
      { outcome: 'dismissed', fined: null },
    ],
    paidWhere: 'Court registry',
  });
  expect((await hearing(id)).status).toBe(409);
});

test('a referred ticket that is paid before its plea has ended so', async () => {
  const id = await dueSince(20);
  await lock(admin, await drafted(id));
  await markPaid(app.db, id);
  expect(await stateOf(id)).toBe('settled');
});

test('the public page names the court, and leads to no payment after the hearing', async () => {
  const id = await dueSince(20);
  await lock(admin, await drafted(id));
  const { data } = await admin.ok(showTicket, { params: { id } });
  const page = async () => (await fetch(data.address)).text();
  expect(await page()).toContain('referred to Mobile Court, Zaria');
  await hearing(id);
  const heardOn = (hearing_day: string) =>
    app.owner
      .updateTable('court_cases')
      .set({ hearing_day })
      .where('booking_id', '=', id)
      .execute();
  await heardOn(dayFromNow(-1));
  expect(await page()).toContain('You can no longer pay the ticket here');
  const pay = await fetch(`${data.address}/pay`, { redirect: 'manual' });
  expect(pay.headers.get('location')).toBe(new URL(data.address).pathname);
  const { billRef } = await billed(officer, id);
  expect(await officer.call(startPayment, { body: { billRef } })).toMatchObject({
    status: 409,
    body: { code: 'before_court' },
  });
  await heardOn(dayFromNow(0));
});

test('after a dismissal nothing is due anywhere, and the vehicle goes home', async () => {
  const id = await heard();
  await billed(head, id);
  expect(await outcome(id, each('dismissed'), { courtReceipt: '' })).toMatchObject({ status: 200 });
  // A proposal alone ends nothing.
  expect(await listed(id, { _boolpaid: 'false', overdue: 'true' })).toBe(true);
  expect(await confirmed(second, id)).toMatchObject({ status: 200 });
  const { data: booking } = await admin.ok(readBooking, { params: { id } });
  expect(booking).toMatchObject({
    paid: false,
    decision: { outcomes: ['dismissed'], vehicleFree: true },
  });
  for (const query of [{ _boolpaid: 'false' }, { overdue: 'true' }, { _boolpaid: 'true' }])
    expect(await listed(id, query)).toBe(false);
  expect(await listed(id, { decided: 'true' })).toBe(true);
  const file = await admin.ok(exportBookings, { query: { format: 'csv', decided: 'true' } });
  expect(file).toContain('Decided in court');
  expect(file).not.toContain('Ticket Issued');
  const { data: known } = await officer.ok(readKnownPlates, { query: {} });
  expect(known.bookings.id).not.toContain(id);
  const refused = { status: 409, body: { code: 'decided' } };
  const body = { billRef: booking.billRef ?? '' };
  expect(await admin.call(startPayment, { body })).toMatchObject(refused);
  expect(
    await admin.call(withdrawBooking, { params: { id }, body: { reason: 'By mistake.' } }),
  ).toMatchObject(refused);
  const { data: ticket } = await admin.ok(showTicket, { params: { id } });
  const page = async () => (await fetch(ticket.address)).text();
  const said = await page();
  expect(said).toContain('Nothing is due to the authority');
  for (const untrue of ['not paid yet', 'Overdue', 'once it is paid', 'Go to the payment page'])
    expect(said).not.toContain(untrue);
  const clear = { params: { id }, body: { completed: true } } as const;
  expect(await head.call(clearVehicle, clear)).toMatchObject({ status: 200 });
  expect((await head.call(clearVehicle, clear)).status).toBe(409);
  expect(await page()).toContain('The vehicle is cleared');
  // It stays with the decided ones: revenue and clearances of paid tickets are as specified.
  expect(await listed(id, { _boolcompleted: 'true' })).toBe(false);
  expect(await listed(id, { decided: 'true' })).toBe(true);
  expect(await compareFigures(app.db, 5)).toEqual([]);
});

test('a fine keeps the vehicle until the court’s receipt is noted, by two', async () => {
  const id = await decided(both, { courtReceipt: '' });
  const clear = { params: { id }, body: { completed: true } } as const;
  expect(await head.call(clearVehicle, clear)).toMatchObject({
    status: 409,
    body: { code: 'no_court_receipt' },
  });
  const reason = 'The receipt came later.';
  expect((await outcome(id, both)).body).toMatchObject({ code: 'already_decided' });
  expect(await outcome(id, both, { reason })).toMatchObject({ status: 200 });
  expect(await confirmed(second, id)).toMatchObject({ status: 200 });
  expect(await head.call(clearVehicle, clear)).toMatchObject({ status: 200 });
  expect((await outcome(id, each('paid there'), { courtReceipt: '' })).status).toBe(400);
});

test('neither of the two has issued or referred the ticket, nor are they one', async () => {
  const id = await heard();
  const notImpartial = { status: 403, body: { code: 'not_impartial' } };
  expect(await outcome(id, both, { by: head })).toMatchObject(notImpartial);
  expect(await outcome(id, both)).toMatchObject({ status: 200 });
  expect(await confirmed(head, id)).toMatchObject(notImpartial);
  expect(await confirmed(admin, id)).toMatchObject({ body: { code: 'own_proposal' } });
  expect((await confirmed(officer, id)).status).toBe(403);
  expect(await confirmed(second, id, false)).toMatchObject({ status: 200 });
  expect((await admin.ok(readCase, { params: { id } })).data).toMatchObject({
    state: 'referred',
    proposal: null,
  });
  expect(await confirmed(second, id)).toMatchObject({ body: { code: 'none_waits' } });
  expect(await outcome(id, both)).toMatchObject({ status: 200 });
  expect((await second.call(takeBackOutcome, { params: { id } })).status).toBe(403);
  expect((await admin.call(takeBackOutcome, { params: { id } })).status).toBe(200);
});

test('the application alone notes no decision, nor ends a ticket by one', async () => {
  const id = await heard();
  for (const change of [
    app.db.updateTable('court_cases').set({ ended: true }).where('booking_id', '=', id),
    app.db.updateTable('court_cases').set({ receipt: 'R-1' }).where('booking_id', '=', id),
    app.db.updateTable('bookings').set({ decided_at: new Date() }).where('id', '=', id),
  ])
    await expect(change.execute()).rejects.toThrow(/permission denied/);
});

test('a warrant is no end: the case goes on to its decision', async () => {
  const id = await decided(each('warrant'), { courtReceipt: '' });
  expect(await stateOf(id)).toBe('referred');
  expect(await listed(id, { _boolpaid: 'false', overdue: 'true' })).toBe(true);
  expect((await hearing(id, dayFromNow(40))).status).toBe(200);
  await hearing(id);
  expect(await outcome(id, each('dismissed'), { courtReceipt: '' })).toMatchObject({ status: 200 });
  await confirmed(second, id);
  expect(await stateOf(id)).toBe('heard');
  expect((await hearing(id)).status).toBe(409);
});

test('a decision that was noted wrongly is put right by two, and both stand in the trail', async () => {
  const id = await decided(each('dismissed'), { courtReceipt: '' });
  const reason = 'The other charge was fined.';
  await outcome(id, each('warrant'), { reason, courtReceipt: '' });
  expect(await listed(id, { decided: 'true' })).toBe(true);
  await confirmed(second, id);
  expect(await listed(id, { decided: 'true' })).toBe(false);
  expect(await listed(id, { _boolpaid: 'false' })).toBe(true);
  const decisions = (await trailOf(app.db, { record: id })).filter(
    ({ event }) => event === 'booking.court-decided',
  );
  expect(decisions.map(({ after }) => after)).toMatchObject([
    { charges: [{ outcome: 'dismissed' }, { outcome: 'dismissed' }] },
    { charges: [{ outcome: 'warrant' }, { outcome: 'warrant' }], reason },
  ]);
  expect(await compareFigures(app.db, 5)).toEqual([]);
});

test('days on which no court can have heard or decided are refused', async () => {
  const id = await heard();
  expect((await hearing(id, dayFromNow(-1))).status).toBe(400);
  expect((await hearing(id, dayFromNow(365 * 4))).status).toBe(400);
  await hearing(id, dayFromNow(3));
  const invalid = { status: 400, body: { fields: { day: expect.any(String) as unknown } } };
  expect(await outcome(id, both)).toMatchObject(invalid);
  expect(await outcome(id, both, { day: dayFromNow(3) })).toMatchObject(invalid);
});

test('money and a decision on one ticket are an exception, whichever comes first', async () => {
  const paidFirst = await heard();
  await payOnline(admin, (await billed(head, paidFirst)).billRef);
  await admin.ok(checkBooking, { params: { id: paidFirst } });
  await outcome(paidFirst, each('dismissed'), { courtReceipt: '' });
  expect(await confirmed(second, paidFirst)).toMatchObject({ status: 200 });
  const decidedFirst = await heard();
  const { billRef } = await billed(head, decidedFirst);
  const { url: page } = await admin.ok(startPayment, { body: { billRef } });
  await outcome(decidedFirst, each('dismissed'), { courtReceipt: '' });
  await confirmed(second, decidedFirst);
  await payAtGateway(page);
  await admin.ok(checkBooking, { params: { id: decidedFirst } });
  for (const [id, paid] of [
    [paidFirst, true],
    [decidedFirst, false],
  ] as const) {
    expect((await admin.ok(readBooking, { params: { id } })).data.paid).toBe(paid);
    const found = await app.db
      .selectFrom('payment_exceptions')
      .select('kind')
      .where('booking_id', '=', id)
      .execute();
    expect(found).toEqual([{ kind: 'paid and decided' }]);
  }
});

test('the case file says what was sent and objected, and the trail notes its number', async () => {
  const id = await dueSince(20);
  const { organisation, zone } = (await head.ok(readBooking, { params: { id } })).data;
  const message = { booking_id: id, organisation, zone, demo: false, channel: 'sms' };
  const told = { purpose: 'issued', state: 'blocked', reason: 'DND Active on Phone Number' };
  await app.owner
    .insertInto('messages')
    .values({ ...message, ...told, id: ulid(), recipient: '2348035550142', sent_at: new Date() })
    .execute();
  await aDispute(app, { booking: id, words: 'My brother drove.' });
  await billed(head, id);
  const path = exportCaseFile.path.replace(':id', id);
  const file = await askFile(app, head, { ...exportCaseFile, path }, {});
  const said = textOfPdf(Buffer.from(await file.arrayBuffer())).replaceAll(/\s+/g, ' ');
  for (const part of [
    'There are no exhibits.',
    'Ticket issued, to 234803…142 Blocked: DND Active on Phone Number',
    'Bill created Hanya',
    'My brother drove.',
  ])
    expect(said).toContain(part);
  const rows = await trailOf(app.db, { record: id });
  expect(rows.at(-1)).toMatchObject({ event: 'booking.case-file-made' });
});

test('the list of a sitting names plate, offences and hearing', async () => {
  const file = await admin.ok(caseRegister.file, { query: { format: 'csv', state: 'heard' } });
  expect(file).toContain('Room 2');
});

test('the trail and what stands say the same', async () => {
  expect((await compareRecords(app.db)).filter((one) => one.includes('case'))).toEqual([]);
});

test('a case that stands still waits for whoever leads, a batch once, and raises one alarm', async () => {
  const ages = async (batch: string, days: number) => {
    await asOwner(app, 'alter table court_batches disable trigger user');
    await asOwner(
      app,
      `update court_batches set made_at = now() - make_interval(days => $2),
         locked_at = case when locked_at is not null then now() - make_interval(days => $2) end
       where id = $1`,
      [batch, days],
    );
    await asOwner(app, 'alter table court_batches enable trigger user');
  };
  const tickets = [await dueSince(20), await dueSince(20), await dueSince(20), await dueSince(20)];
  const [left, beside, unheard, over] = tickets as [string, string, string, string];
  const draftBatch = await drafted(left, beside);
  const [unheardBatch, overBatch] = [await drafted(unheard), await drafted(over)];
  for (const batch of [unheardBatch, overBatch]) await lock(head, batch);
  const waits = async (by: Person) =>
    (await by.ok(listWaiting)).data
      .filter(({ kind }) => kind === 'court case')
      .flatMap(({ oldest }) => oldest)
      .filter(({ id }) => tickets.includes(id))
      .map(({ id, what }) => [id, what.replace(/^.*?: /, '')]);
  expect(await waits(second)).toEqual([]);

  await ages(draftBatch, draftDays + 1);
  await ages(unheardBatch, hearingDays + 1);
  await hearing(over);
  const ids = (await waits(second)).map(([id]) => id);
  expect(ids.toSorted()).toEqual([unheard, left].toSorted());
  const yesterday = dayFromNow(-1);
  await asOwner(app, 'update court_cases set hearing_day = $2 where booking_id = $1', [
    over,
    yesterday,
  ]);
  for (const by of [second, head])
    expect((await waits(by)).toSorted()).toEqual(
      [
        [left, 'in a draft that nobody has locked'],
        [unheard, 'referred, and no hearing is noted'],
        [over, `the hearing of ${yesterday} is over, and no decision is noted`],
      ].toSorted(),
    );
  expect(await waits(await makePerson(app, 'zonal head', { zone: 'Chikun' }))).toEqual([]);
  const consequences = consequencesOf(allParts, () => {
    throw new Error('Nothing follows.');
  });
  const alarm = async () =>
    (await waitingTooLong({ db: app.db, consequences })).find(
      ({ name }) => name === 'late court case',
    );
  expect(await alarm()).toBeUndefined();
  await ages(unheardBatch, hearingDays + daysToAnswer + 1);
  expect((await alarm())?.words).toContain('A court case has not moved');

  // A step of the court officer, a payment or a decision that waits takes each away.
  await lock(head, draftBatch);
  await hearing(unheard);
  await outcome(over, each('dismissed'), { day: dayFromNow(0), courtReceipt: '' });
  expect(await waits(second)).toEqual([]);
  expect(await alarm()).toBeUndefined();
});

test('a court’s decision ends the prosecution that a penalty asks for, and a warrant in its place opens it again', async () => {
  const { _id: id } = await booked(officer, { offence: [{ id: 'LGC-14' }] });
  const open = await booked(officer, { offence: [{ id: 'LGC-14' }] });
  const { place } = await prosecutionOf(id);
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [id, dayFromNow(-20)]);
  await lock(head, await drafted(id));
  await hearing(id);
  const one = (outcomeIs: string) => [{ line: 1, outcome: outcomeIs }];
  await outcome(id, one('warrant'), { courtReceipt: '' });
  await confirmed(second, id);
  expect(await prosecutionOf(id)).toMatchObject({ state: 'open' });
  await outcome(id, one('dismissed'), { courtReceipt: '' });
  await confirmed(second, id);
  expect(await prosecutionOf(id)).toMatchObject({
    state: 'done',
    reason: 'Dismissed',
    by: { id: second.id },
  });
  const body = { place, reason: 'It goes on.' };
  const reopened = await second.call(reopenObligation, { params: { id }, body });
  expect(reopened.status).toBe(409);
  await outcome(id, one('warrant'), { courtReceipt: '', reason: 'It was noted wrongly.' });
  await confirmed(second, id);
  expect(await prosecutionOf(id)).toMatchObject({ state: 'open' });
  expect(await prosecutionOf(open._id)).toMatchObject({ state: 'open' });
  const found = await compareRecords(app.db);
  expect(found.filter((finding) => finding.startsWith('The obligation'))).toEqual([]);
});

const prosecutionOf = async (booking: string) => {
  const { data } = await admin.ok(obligationRegister.list, { query: { booking } });
  const found = data.find(({ kind }) => kind === 'case');
  if (!found) throw new Error('No penalty asks for a prosecution.');
  return found;
};

test('a cleared vehicle is in custody no longer', async () => {
  const { _id: id } = await bookedAndPaid(officer, app.db, { offence: [{ id: 'LGC-01' }] });
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  const { data } = await admin.ok(obligationRegister.list, { query: { booking: id } });
  expect(data).toMatchObject([
    { kind: 'custody', state: 'done', reason: 'The vehicle was cleared.' },
  ]);
});

test('a state admin does the work of a court officer while nobody holds the duty', async () => {
  const ogun = { state: 'Ogun' } as const;
  const [lead, other, third] = [
    await makePerson(app, 'state admin', ogun),
    await makePerson(app, 'state admin', ogun),
    await makePerson(app, 'state admin', ogun),
  ];
  const clerk = await makePerson(app, 'booking officer', { ...ogun, zone: 'Abeokuta South' });
  const organisation = 'Ogun';
  const by = { by: other.id, decidedBy: third.id, organisation } as const;
  await ticketRules(app, { ...by, days: -90, rules: { referralDays: 0 } });
  const { _id: id } = await booked(clerk, { zone: 'Abeokuta South' });
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [id, dayFromNow(-1)]);
  await aDuty(app, { ...by, duty: 'court officer', user: clerk.id });
  expect(await draft(lead, id)).toMatchObject({ status: 403, body: { code: 'no_duty' } });
  await asOwner(app, 'update users set active = false where id = $1', [clerk.id]);
  expect(await draft(lead, id)).toMatchObject({ status: 200 });
});
