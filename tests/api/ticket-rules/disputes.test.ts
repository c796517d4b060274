import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readKnownPlates } from '#contract/known-plates.ts';
import { draftCases, lockBatch } from '#contract/modules/after-ticket/court.ts';
import {
  answerDispute,
  countDisputes,
  disputeRegister,
  readDispute,
} from '#contract/modules/after-ticket/disputes.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { inTime, workingDaysAfter } from '#contract/modules/after-ticket/ticket-rules.ts';
import { checkBooking } from '#contract/payments.ts';
import { movedBy } from '#contract/periods.ts';
import { exportPerson } from '#contract/person-files.ts';
import { listWaiting } from '#contract/waiting.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import { waitingTooLong } from '#server/features/waiting/queries.ts';
import { allParts } from '#server/modules.ts';
import { dueDayAfterDispute } from '#server/modules/after-ticket/disputes/rules.ts';
import { compareRecords } from '#server/trail.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { inBatch } from '#tests/support/court.ts';
import { aDispute, sendForm } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked, payOnline, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
let judge: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  const second = await makePerson(app, 'state admin');
  const third = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  judge = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  await ticketRules(app, { days: -90, by: admin.id, decidedBy: second.id });
  for (const { id: user } of [admin, officer, judge])
    await aDuty(app, { duty: 'dispute officer', user, by: second.id, decidedBy: third.id });
});
afterAll(() => app.stop());

const phoneNo = '0803 555 0142';
const ticket = async () => {
  const { _id: id } = await booked(officer, { phoneNo, license: 'KAD12345AA01' });
  return { id, code: await ticketCodeOf(app.db, id) };
};
const said = { proof: '0142', ground: 'not me', words: 'My brother drove that day.' };
const object = (code: string, change: Partial<typeof said> = {}, pictures: readonly Blob[] = []) =>
  sendForm(app, `${code}/objection`, { ...said, ...change }, pictures);
const answer = (by: Person, id: string) =>
  by.call(answerDispute, {
    params: { id },
    body: { upheld: false, answer: 'He was seen at the wheel.' },
  });
const dueDayOf = async (id: string) =>
  (await admin.ok(readBooking, { params: { id } })).data.dueDay;
/** Duties and rules were stored without their trail. */
const findings = async () =>
  (await compareRecords(app.db)).filter((finding) => !/^(Duty|The rules) /.test(finding));

test('a booked person objects without an account, with pictures, and reads what became of it', async () => {
  const { id, code } = await ticket();
  const due = await dueDayOf(id);
  const sent = await object(code, {}, [new Blob([await aPicture()], { type: 'image/jpeg' })]);
  expect(sent.status).toBe(200);
  expect(await sent.text()).toContain(
    'is looking at it. You do not have to pay until you have the answer.',
  );
  expect(await dueDayOf(id)).toBeNull();
  const { data: found } = await judge.ok(readDispute, { params: { id } });
  expect(found).toMatchObject({ state: 'open', ground: 'not me', words: said.words, dueDay: due });
  expect(found.answerDue).toBe(workingDaysAfter(someRules, dayFromNow(0), someRules.answerDays));
  expect(found.pictures).toHaveLength(1);
  expect((await fetch(`${app.url}${found.pictures[0]}`)).headers.get('content-type')).toBe(
    'image/jpeg',
  );
  expect((await trailOf(app.db, { record: id })).at(-1)).toMatchObject({
    event: 'booking.disputed',
    actor_role: 'nobody',
  });
  expect((await answer(judge, id)).status).toBe(200);
  const page = await (await sendForm(app, `${code}/more`, { proof: '0142' })).text();
  expect(page).toContain('He was seen at the wheel.');
  expect(page).toContain(`Pay by ${await dueDayOf(id)}, or a court will hear the case.`);
  expect(await findings()).toEqual([]);
});

test('a rejected ticket falls due anew, and its obligations by as many days later, on a working day', async () => {
  const { id, code } = await ticket();
  const due = await dueDayOf(id);
  const obligationsOf = async () =>
    (await admin.ok(obligationRegister.list, { query: { booking: id } })).data.map(
      (one) => one.dueDay,
    );
  const before = await obligationsOf();
  await object(code);
  await answer(judge, id);
  const today = dayFromNow(0);
  expect(await dueDayOf(id)).toBe(
    dueDayAfterDispute(someRules, { due, received: today, answered: today }),
  );
  const later = before.map((day) => day && inTime(someRules, movedBy(day, 7)));
  expect(await obligationsOf()).toEqual(later);
});

const stateOf = async (id: string) => (await admin.ok(readDispute, { params: { id } })).data.state;

test('nobody without the duty answers, nor who issued the ticket, nor a second time', async () => {
  const { id, code } = await ticket();
  await object(code);
  const head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const without = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  expect((await answer(head, id)).status).toBe(403);
  expect((await answer(without, id)).body).toMatchObject({ code: 'no_duty' });
  expect((await answer(officer, id)).body).toMatchObject({ code: 'own_ticket' });
  const both = await Promise.all([answer(judge, id), answer(admin, id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await answer(judge, id)).status).toBe(409);
  expect(await findings()).toEqual([]);
});

test('payment or another withdrawal ends a dispute without an answer', async () => {
  const [paid, withdrawn] = [await ticket(), await ticket()];
  for (const { code } of [paid, withdrawn]) await object(code);
  await markPaid(app.db, paid.id);
  await admin.ok(withdrawBooking, { params: { id: withdrawn.id }, body: { reason: 'A double.' } });
  expect(await stateOf(paid.id)).toBe('paid');
  expect(await stateOf(withdrawn.id)).toBe('withdrawn');
  for (const { id } of [paid, withdrawn]) expect((await answer(judge, id)).status).toBe(409);
});

test('a ticket is disputed once, however often and fast the form is sent', async () => {
  const { id, code } = await ticket();
  const answers = await Promise.all([1, 2, 3, 4].map(() => object(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await answer(judge, id);
  const again = await object(code);
  expect(again.status).toBe(400);
  expect((await judge.ok(disputeRegister.list, { query: { booking: id } })).data).toHaveLength(1);
});

test('a ticket before a court is disputed there, and a disputed one is not referred', async () => {
  const [referred, drafted] = [await ticket(), await ticket()];
  await inBatch(app, { booking: referred.id, by: admin.id, locked: true });
  expect(await (await object(referred.code)).text()).toContain('This ticket is before a court.');
  const batch = await inBatch(app, { booking: drafted.id, by: admin.id });
  expect((await object(drafted.code)).status).toBe(200);
  await aDuty(app, {
    duty: 'court officer',
    user: admin.id,
    by: judge.id,
    decidedBy: officer.id,
  });
  expect((await admin.call(lockBatch, { params: { id: batch } })).body).toMatchObject({
    code: 'none_left',
  });
  const other = await ticket();
  await object(other.code);
  expect(
    (await admin.call(draftCases, { body: { court: 'Court', bookings: [other.id] } })).body,
  ).toMatchObject({ error: expect.stringContaining('the driver has objected to it') as unknown });
});

test('no clock of a ticket runs while its dispute waits', async () => {
  const { id, code } = await ticket();
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-20) })
    .where('id', '=', id)
    .execute();
  const overdue = async () =>
    (await admin.ok(listBookings, { query: { overdue: 'true', limit: '100' } })).data.some(
      ({ _id }) => _id === id,
    );
  await app.owner
    .updateTable('obligations')
    .set({ due_day: dayFromNow(-5) })
    .where('booking_id', '=', id)
    .execute();
  const obligations = async () =>
    (await admin.ok(obligationRegister.list, { query: { booking: id } })).data.map(
      ({ state }) => state,
    );
  expect(await overdue()).toBe(true);
  expect(await obligations()).toContain('overdue');
  await object(code);
  expect(await overdue()).toBe(false);
  expect(await obligations()).not.toContain('overdue');
  await answer(judge, id);
  expect(await overdue()).toBe(false);
  expect((await dueDayOf(id)) ?? '').toMatch(/^\d/);
});

test('the file of what is kept about a person holds what they said, and where it stands in court', async () => {
  const own = 'KAD 777 QX';
  const { _id: id } = await booked(officer, { phoneNo, registration: own });
  const code = await ticketCodeOf(app.db, id);
  await object(code, {}, [new Blob([await aPicture()], { type: 'image/jpeg' })]);
  await answer(judge, id);
  await inBatch(app, { booking: id, by: admin.id, locked: true });
  const file = await admin.call(exportPerson, { body: { of: 'plate', value: own } });
  const { disputes, courtCases } = JSON.parse(file.body as string) as Record<
    string,
    { files: unknown[] }[]
  >;
  expect(disputes).toMatchObject([{ booking: id, words: said.words, outcome: 'rejected' }]);
  expect(disputes?.[0]?.files).toHaveLength(2);
  expect(courtCases).toMatchObject([{ booking: id, court: 'Mobile Court' }]);
});

test('devices are told that a disputed ticket is not due, and of its new due day', async () => {
  const { id, code } = await ticket();
  const plates = async (after: string) =>
    (await officer.ok(readKnownPlates, { query: { after } })).data;
  const dueIn = ({ bookings }: Awaited<ReturnType<typeof plates>>) =>
    bookings.dueDay[bookings.id.indexOf(id)];
  const whole = await plates('nothing yet');
  expect(dueIn(whole)).toBe(await dueDayOf(id));
  await object(code);
  // A long transaction anywhere holds the news up.
  await expect
    .poll(async () => dueIn(await plates(whole.cursor)), { interval: 1_000, timeout: 60_000 })
    .toBe('');
  await answer(judge, id);
  const due = await dueDayOf(id);
  await expect
    .poll(async () => dueIn(await plates(whole.cursor)), { interval: 1_000, timeout: 60_000 })
    .toBe(due);
  expect((await plates(whole.cursor)).whole).toBe(false);
});

test('disputes wait for dispute officers, the first answer on top, and are counted', async () => {
  const [later, sooner, late] = [await ticket(), await ticket(), await ticket()];
  await aDispute(app, { booking: later.id, days: 40 });
  await aDispute(app, { booking: sooner.id, days: 30 });
  await aDispute(app, { booking: late.id, days: -1 });
  const open = await judge.ok(disputeRegister.list, { query: { state: 'open', limit: '100' } });
  const ids = open.data.map(({ id }) => id);
  expect([late, sooner, later].map(({ id }) => ids.indexOf(id))).toEqual(
    [late, sooner, later].map(({ id }) => ids.indexOf(id)).toSorted((one, other) => one - other),
  );
  expect(open.data[0]).toMatchObject({ id: late.id, state: 'late' });
  const waiting = async (by: Person) =>
    (await by.call(listWaiting)).body as { data: { kind: string; total: number }[] };
  const { data: theirs } = await waiting(admin);
  expect(theirs.find(({ kind }) => kind === 'dispute')?.total).toBe(open.data.length);
  const others = await judge.ok(disputeRegister.list, { query: { ground: 'sign' } });
  expect(others.data).toEqual([]);
  expect(open.data[0]?.price).toBe(12_000);
  const elsewhere = await judge.call(disputeRegister.list, { query: { zone: 'Chikun' } });
  expect(elsewhere.status).toBe(403);
  const count = await judge.ok(countDisputes, { query: {} });
  expect(count.data.states).toMatchObject({ late: 1, upheld: expect.any(Number) as unknown });
  expect(count.data.tickets).toBeGreaterThan(10);
  expect(count.data.medianDays).toBe(0);
  const signs = await judge.ok(countDisputes, { query: { ground: 'sign' } });
  expect(signs.data).toMatchObject({ tickets: null, medianDays: null });
  const file = await askFile(app, admin, disputeRegister.file, { format: 'csv', state: 'late' });
  expect(await file.text()).toContain('I was not there.');
});

test('while no dispute officer can answer it, a dispute waits for the state admins, who answer it themselves', async () => {
  const alone = { state: 'Ogun' } as const;
  const [lead, other, third] = [
    await makePerson(app, 'state admin', alone),
    await makePerson(app, 'state admin', alone),
    await makePerson(app, 'state admin', alone),
  ];
  const issuer = await makePerson(app, 'state admin', alone);
  const clerk = await makePerson(app, 'booking officer', { ...alone, zone: 'Abeokuta South' });
  const { _id: id } = await booked(issuer, { organisation: 'Ogun', zone: 'Abeokuta South' });
  await aDispute(app, { booking: id });
  const waits = async (by: Person) =>
    (await by.ok(listWaiting)).data
      .find(({ kind }) => kind === 'dispute')
      ?.oldest.find((one) => one.id === id)?.what;
  expect(await waits(lead)).toMatch(/answer by .*No objections officer can answer it$/);
  expect(await waits(issuer)).toBeUndefined();
  const duty = {
    duty: 'dispute officer',
    user: clerk.id,
    by: other.id,
    decidedBy: third.id,
    organisation: 'Ogun',
  } as const;
  const given = await aDuty(app, duty);
  expect(await waits(lead)).toBeUndefined();
  expect((await answer(lead, id)).body).toMatchObject({ code: 'no_duty' });
  // Each of these takes its owner from the dispute, and the last one back.
  const change = (what: string, whose = clerk.id) =>
    asOwner(app, `update users set ${what} where id = $1`, [whose]);
  for (const [taken, back] of [
    ['active = false', 'active = true'],
    [`zone = 'Ijebu Ode'`, `zone = 'Abeokuta South'`],
    [`role = 'observer', zone = null`, `role = 'booking officer', zone = 'Abeokuta South'`],
  ] as const) {
    await change(taken);
    expect(await waits(lead), taken).toContain('No objections officer');
    await change(back);
    expect(await waits(lead), back).toBeUndefined();
  }
  await asOwner(app, 'update duties set until = $2 where id = $1', [given, dayFromNow(-1)]);
  expect(await waits(lead)).toContain('No objections officer');
  await asOwner(
    app,
    'update duties set until = null, ended_at = now(), ended_by = $2 where id = $1',
    [given, other.id],
  );
  expect(await waits(lead)).toContain('No objections officer');
  expect((await answer(issuer, id)).body).toMatchObject({ code: 'own_ticket' });
  expect((await answer(lead, id)).status).toBe(200);
});

test('a late dispute waits for every state admin, and raises one alarm for all of them', async () => {
  const consequences = consequencesOf(allParts, () => {
    throw new Error('Nothing follows.');
  });
  const alarm = async () =>
    (await waitingTooLong({ db: app.db, consequences })).find(
      ({ name }) => name === 'late dispute',
    );
  // Those of other tests are no matter here.
  await asOwner(app, 'update disputes set answer_due = $1 where outcome is null', [dayFromNow(5)]);
  expect(await alarm()).toBeUndefined();
  const without = await makePerson(app, 'state admin');
  const { id } = await ticket();
  await aDispute(app, { booking: id, days: -1 });
  const { data } = await without.ok(listWaiting);
  expect(data.find(({ kind }) => kind === 'dispute')).toMatchObject({
    total: 1,
    oldest: [{ id, what: expect.stringContaining('late, the answer was due on') as string }],
  });
  expect((await alarm())?.words).toContain('The answer to an objection is overdue');
  expect((await answer(judge, id)).status).toBe(200);
  expect(await alarm()).toBeUndefined();
});

test('a payment ends a dispute, and what must be done besides falls due anew with a row in the trail', async () => {
  const { _id: id } = await booked(officer, { phoneNo, offence: [{ id: 'VDF-01' }] });
  const dueOf = async () =>
    (await admin.ok(obligationRegister.list, { query: { booking: id } })).data[0]?.dueDay ?? '';
  const before = await dueOf();
  await object(await ticketCodeOf(app.db, id));
  await payOnline(officer, (await billed(officer, id)).billRef);
  await officer.ok(checkBooking, { params: { id } });
  expect(await stateOf(id)).toBe('paid');
  const later = inTime(someRules, movedBy(before, 7));
  expect(await dueOf()).toBe(later);
  const moved = await app.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where((eb) => eb.and({ record_id: id, event: 'booking.days-moved' }))
    .execute();
  expect(JSON.stringify(moved)).toContain(`due ${later}`);
  expect((await findings()).filter((finding) => finding.includes(id))).toEqual([]);
});
