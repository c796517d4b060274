import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { readDispute } from '#contract/modules/after-ticket/disputes.ts';
import {
  decideHoliday,
  type Holiday,
  listHolidays,
  proposeHoliday,
  takeBackHoliday,
} from '#contract/modules/after-ticket/holidays.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import {
  dueDayOf,
  isWorkingDay,
  obligationDueDay,
  readRulesOfTicket,
  readTicketOffer,
  workingDaysAfter,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import { listWaiting } from '#contract/waiting.ts';
import { batchSize, moveDays } from '#server/modules/after-ticket/ticket-rules/moved-days.ts';
import { compareRecords, verifyAudit } from '#server/trail.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: Person;

/** Repairs are due as long after the ticket as its money. */
const rules = {
  ...someRules,
  daysToPay: 9,
  obligationDays: { ...someRules.obligationDays, repairs: 9 },
};

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const judge = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  await ticketRules(app, { days: -90, by: admin.id, decidedBy: second.id, rules });
  await aDuty(app, { duty: 'dispute officer', user: judge.id, by: admin.id, decidedBy: second.id });
});
afterAll(() => app.stop());

const phoneNo = '0803 555 0142';
const ticket = async () => (await booked(officer, { phoneNo, offence: [{ id: 'VDF-01' }] }))._id;
const dueDayIs = async (id: string) =>
  (await admin.ok(readBooking, { params: { id } })).data.dueDay;
const repairsDue = async (id: string) =>
  (await admin.ok(obligationRegister.list, { query: { booking: id } })).data[0]?.dueDay;
const proposed = async (change: Partial<Holiday>) => {
  const days = { from: due, to: due, name: 'Id-el-Fitr', isHoliday: true, ...change };
  const { from, to, name, isHoliday } = days;
  const body = { from, to, name, isHoliday, reason: 'The moon was seen.' };
  return (await admin.ok(proposeHoliday, { body })).data;
};
const decide = (id: string, agrees = true, by = second) =>
  by.call(decideHoliday, { params: { id }, body: { agrees, reason: agrees ? '' : 'No.' } });
const declared = async (change: Partial<Holiday> = {}) => {
  const { id } = await proposed(change);
  expect((await decide(id)).status).toBe(200);
  return id;
};
const due = dueDayOf(rules, dayFromNow(0));
const with_ = (...days: string[]) => ({
  ...rules,
  holidays: days.map((day) => ({ day, name: 'Id-el-Fitr' })),
});
/** The product moves days by itself. */
const movesOf = (record: string) =>
  app.db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => eb.and({ record_id: record, event: 'booking.days-moved' }))
    .orderBy('number')
    .execute();
/** Other states here were stored without their trail. */
const findings = async () =>
  (await compareRecords(app.db)).filter((finding) => /due on|dispute|holiday/i.test(finding));
/** Takes all declared days back, so that the next test begins as the first. */
const clean = async () => {
  await asOwner(app, 'alter table holidays disable trigger user');
  await asOwner(app, 'delete from holidays');
  await asOwner(app, 'alter table holidays enable trigger user');
  await asOwner(app, `alter table proposals disable trigger user`);
  await asOwner(app, `delete from proposals where kind = 'holiday'`);
  await asOwner(app, `alter table proposals enable trigger user`);
};

test('a confirmed holiday moves days to come of tickets, obligations and answers at once, with a row in the trail', async () => {
  const [id, disputed, paid] = [await ticket(), await ticket(), await ticket()];
  const code = await ticketCodeOf(app.db, disputed);
  await sendForm(app, `${code}/objection`, { proof: '0142', ground: 'not me', words: 'No.' });
  await markPaid(app.db, paid);
  const answerDue = workingDaysAfter(rules, dayFromNow(0), rules.answerDays);
  const next = dueDayOf(with_(due), dayFromNow(0));
  const { id: holiday } = await proposed({});
  expect((await admin.ok(listWaiting)).data.some(({ kind }) => kind === 'holiday')).toBe(false);
  expect((await second.ok(listWaiting)).data.find(({ kind }) => kind === 'holiday')).toMatchObject({
    oldest: [{ what: `Id-el-Fitr, ${due}: The moon was seen.` }],
  });
  expect((await decide(holiday, true, admin)).body).toMatchObject({ code: 'own_proposal' });
  expect(await dueDayIs(id)).toBe(due);
  expect((await decide(holiday)).body).toMatchObject({ data: { state: 'confirmed' } });

  expect(next > due).toBe(true);
  expect(await dueDayIs(id)).toBe(next);
  expect(await dueDayIs(paid)).toBe(due);
  for (const one of [id, disputed, paid]) expect(await repairsDue(one)).toBe(next);
  expect((await admin.ok(readDispute, { params: { id: disputed } })).data.answerDue).toBe(
    workingDaysAfter(with_(due), dayFromNow(0), rules.answerDays),
  );
  expect(await movesOf(id)).toMatchObject([
    {
      actor_role: 'system',
      before: { dueDay: due, obligations: [expect.stringContaining(due) as string] },
      after: { dueDay: next, holiday: 'Id-el-Fitr', from: due, to: due },
    },
  ]);
  expect((await movesOf(disputed))[0]).toMatchObject({ before: { answerDue } });
  const page = await (await fetch(`${app.url}/t/${await ticketCodeOf(app.db, id)}`)).text();
  expect(page).toContain(next);
  expect(page).not.toContain(due);
  const { data: offer } = await officer.ok(readTicketOffer, { query: {} });
  expect(offer?.holidays).toEqual([{ day: due, name: 'Id-el-Fitr' }]);
  expect(await findings()).toEqual([]);
  expect(await moveDays(app.db)).toBe(0);
  expect(await movesOf(id)).toHaveLength(1);
  await clean();
});

test('the nightly walk finds an unpaid ticket that is due on a declared holiday', async () => {
  const id = await ticket();
  await declared();
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [id, due]);
  expect(await findings()).toContain(`Booking ${id} is due on a declared holiday.`);
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [id, dayFromNow(-1)]);
  await clean();
});

test('a holiday of several days, over a weekend too, moves a day behind all of them', async () => {
  const id = await ticket();
  const to = movedBy(due, 6);
  await declared({ to });
  const days = Array.from({ length: 7 }, (_, index) => movedBy(due, index));
  expect(await dueDayIs(id)).toBe(dueDayOf(with_(...days), dayFromNow(0)));
  expect((await dueDayIs(id)) ?? '' > to).toBeTruthy();
  await clean();
});

test('a holiday on a weekend moves nothing', async () => {
  const id = await ticket();
  const saturday = [0, 1, 2, 3, 4, 5, 6]
    .map((days) => movedBy(due, days))
    .find((day) => new Date(day).getUTCDay() === 6);
  await declared({ from: saturday ?? '', to: saturday ?? '' });
  expect([await dueDayIs(id), await repairsDue(id)]).toEqual([
    due,
    obligationDueDay(rules, 'repairs', dayFromNow(0)),
  ]);
  expect(await movesOf(id)).toEqual([]);
  await clean();
});

test('a holiday that was declared wrongly is taken back by two: what it moved moves back, and never before today', async () => {
  const [id, late] = [await ticket(), await ticket()];
  await declared();
  const moved = await dueDayIs(id);
  // Its days count from so long ago that it would have been due yesterday.
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [late, dayFromNow(-1)]);
  await declared({ isHoliday: false });
  expect(moved).not.toBe(due);
  expect([await dueDayIs(id), await repairsDue(id)]).toEqual([due, due]);
  expect(await dueDayIs(late)).toBe(dayFromNow(-1));
  expect((await movesOf(id)).map(({ after }) => (after as { dueDay: string }).dueDay)).toEqual([
    moved,
    due,
  ]);
  const { data } = await officer.ok(readRulesOfTicket, { params: { id } });
  expect(data?.holidays).toEqual([]);
  await clean();
});

test('days that are over stay, and a proposal lapses once its days are over', async () => {
  const id = await ticket();
  const yesterday = dayFromNow(-1);
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [id, yesterday]);
  const body = { name: 'Id-el-Fitr', isHoliday: true, reason: 'The moon was seen.' };
  for (const [from, to, path] of [
    [yesterday, due, 'from'],
    [due, yesterday, 'to'],
    [due, movedBy(due, 14), 'to'],
    // These are no days, in whatever shape.
    ['2026-13-45', due, 'from'],
    [due, '2026-02-30', 'to'],
    ['2026-13-45', '2026-13-45', 'from'],
  ] as const)
    expect(await admin.call(proposeHoliday, { body: { ...body, from, to } })).toMatchObject({
      status: 400,
      body: { fields: { [path]: expect.any(String) as string } },
    });
  await declared({ from: dayFromNow(0), to: due });
  expect(await dueDayIs(id)).toBe(yesterday);
  await clean();
  const { id: late } = await proposed({});
  await asOwner(
    app,
    `update proposals set body = body || jsonb_build_object('from', $2::text, 'to', $2::text) where id = $1`,
    [late, yesterday],
  );
  expect(await decide(late)).toMatchObject({ status: 409, body: { code: 'day_has_come' } });
  expect((await second.ok(listWaiting)).data.some(({ kind }) => kind === 'holiday')).toBe(false);
  const { data: all } = await admin.ok(listHolidays, { query: {} });
  expect(all.find((one) => one.id === late)).toMatchObject({ state: 'lapsed' });
  await clean();
});

test('a holiday that is refused or taken back before its confirmation moves nothing', async () => {
  const id = await ticket();
  const { id: refused } = await proposed({});
  expect(
    await admin.call(proposeHoliday, {
      body: { from: due, to: due, name: 'Eid', isHoliday: true, reason: 'x' },
    }),
  ).toMatchObject({ status: 409 });
  expect((await decide(refused, false)).body).toMatchObject({ data: { state: 'refused' } });
  const { id: taken } = await proposed({});
  await admin.ok(takeBackHoliday, { params: { id: taken } });
  expect((await decide(taken)).status).toBe(409);
  expect(await dueDayIs(id)).toBe(due);
  await clean();
});

test('tickets that are issued while a holiday is confirmed, by two at once, get the right day', async () => {
  const { id: holiday } = await proposed({});
  const issued: Promise<string>[] = [];
  const answers = Promise.all([decide(holiday), decide(holiday)]);
  for (let one = 0; one < 12; one += 1) issued.push(ticket());
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  const ids = await Promise.all(issued);
  await moveDays(app.db);
  const next = dueDayOf(with_(due), dayFromNow(0));
  for (const id of ids) expect([await dueDayIs(id), await repairsDue(id)]).toEqual([next, next]);
  expect(isWorkingDay(rules, due)).toBe(true);
  await clean();
});

test(
  'more tickets than a batch holds move once each, with the chains of their trail whole',
  { tags: 'night' },
  async () => {
    const ids: string[] = [];
    while (ids.length <= batchSize)
      ids.push(...(await Promise.all(Array.from({ length: 15 }, ticket))));
    await declared();
    const moves = await app.db
      .selectFrom('audit')
      .select(['record_id', (eb) => eb.fn.countAll<number>().as('rows')])
      .where('event', '=', 'booking.days-moved')
      .where('record_id', 'in', ids)
      .groupBy('record_id')
      .execute();
    expect(moves).toHaveLength(ids.length);
    expect(moves.filter(({ rows }) => rows !== 1)).toEqual([]);
    const left = await app.db
      .selectFrom('bookings')
      .select('id')
      .where('id', 'in', ids)
      .where('due_day', '=', due)
      .execute();
    expect(left).toEqual([]);
    const { findings: broken } = await verifyAudit(app.owner);
    expect(broken.filter((one) => ids.some((id) => one.includes(id)))).toEqual([]);
  },
);
