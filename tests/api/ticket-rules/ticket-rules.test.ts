import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readDossier } from '#contract/dossiers.ts';
import { readKnownPlates } from '#contract/known-plates.ts';
import {
  decideTicketRules,
  dueDayOf,
  listTicketRules,
  proposeTicketRules,
  takeBackTicketRules,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { listWaiting } from '#contract/waiting.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

let ahead = 10;
const body = (changes: object = {}) => {
  ahead += 1;
  return { rules: someRules, from: dayFromNow(ahead), reason: 'The gazette.', ...changes };
};
const proposed = async () => (await admin.ok(proposeTicketRules, { body: body() })).data;
const decide = (by: Person, id: string, agrees = true) =>
  by.call(decideTicketRules, { params: { id }, body: { agrees, reason: agrees ? '' : 'No.' } });

test('a ticket without rules has no due day, and one under rules keeps those of its day', async () => {
  expect(await booked(officer)).toMatchObject({ dueDay: null });
  const by = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...by, days: -9, rules: { daysToPay: 7 } });
  const { _id: id, dueDay } = await booked(officer);
  expect(dueDay).toBe(dueDayOf({ ...someRules, daysToPay: 7 }, dayFromNow(0)));
  // Rules that wait, come later, or are of another organisation or of the demo don't touch it.
  await ticketRules(app, { days: -3, by: admin.id, rules: { daysToPay: 2 } });
  await ticketRules(app, { ...by, days: 1, rules: { daysToPay: 2 } });
  await ticketRules(app, { ...by, days: -2, organisation: 'Ogun', rules: { daysToPay: 2 } });
  const inDemo = {
    by: (await makePerson(app, 'state admin')).id,
    decidedBy: (await makePerson(app, 'state admin')).id,
  };
  await app.owner
    .updateTable('users')
    .set({ demo: true })
    .where('id', 'in', Object.values(inDemo))
    .execute();
  await ticketRules(app, { ...inDemo, days: -2, rules: { daysToPay: 2 } });
  expect((await booked(officer)).dueDay).toBe(dueDay);
  await ticketRules(app, { ...by, days: 0, rules: { daysToPay: 60 } });
  expect((await booked(officer)).dueDay).toBe(
    dueDayOf({ ...someRules, daysToPay: 60 }, dayFromNow(0)),
  );
  expect((await officer.ok(readBooking, { params: { id } })).data.dueDay).toBe(dueDay);
});

test('a ticket that arrives late keeps the rules of the day on which it was made', async () => {
  const sentAt = new Date();
  const madeAt = new Date(sentAt.getTime() - 86_400_000);
  const capture = { madeAt: madeAt.toISOString(), sentAt: sentAt.toISOString() };
  const { dueDay } = await booked(officer, { capture });
  expect(dueDay).toBe(dueDayOf({ ...someRules, daysToPay: 7 }, dayFromNow(-1)));
});

test('rules hold once another state admin confirms them, and wait in their list until then', async () => {
  const { id, from } = await proposed();
  expect((await decide(admin, id)).status).toBe(409);
  const { data: waiting } = await second.ok(listWaiting);
  expect(waiting.find(({ kind }) => kind === 'set of rules')?.oldest).toContainEqual(
    expect.objectContaining({ id, what: `Rules from ${from}: The gazette.` }),
  );
  expect((await decide(second, id)).body).toMatchObject({
    data: { state: 'confirmed', decidedBy: { id: second.id } },
  });
  expect((await decide(second, id)).body).toMatchObject({ code: 'already_decided' });
  expect((await admin.call(takeBackTicketRules, { params: { id } })).status).toBe(409);
});

test('of two who decide at once, one does', async () => {
  const { id } = await proposed();
  const answers = await Promise.all([decide(second, id), decide(second, id, false)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('of two that propose for one day at once, one waits, and a confirmed day takes no other', async () => {
  const same = body();
  const answers = await Promise.all(
    [admin, second].map((by) => by.call(proposeTicketRules, { body: same })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const by = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...by, days: 200 });
  expect(
    await admin.call(proposeTicketRules, { body: body({ from: dayFromNow(200) }) }),
  ).toMatchObject({ status: 409, body: { code: 'already_proposed' } });
});

test('only the proposer takes rules back, and a refusal says why', async () => {
  const { id } = await proposed();
  expect((await second.call(takeBackTicketRules, { params: { id } })).status).toBe(403);
  await admin.ok(takeBackTicketRules, { params: { id } });
  const other = await proposed();
  await decide(second, other.id, false);
  const { data } = await admin.ok(listTicketRules);
  expect(data.find((one) => one.id === id)?.state).toBe('taken back');
  expect(data.find((one) => one.id === other.id)).toMatchObject({
    state: 'refused',
    refusal: 'No.',
  });
});

test('rules of a day that has come can’t be proposed or confirmed any more', async () => {
  const refused = await admin.call(proposeTicketRules, { body: body({ from: dayFromNow(0) }) });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { from: expect.any(String) as string } },
  });
  const id = await ticketRules(app, { days: -1, by: admin.id });
  expect((await decide(second, id)).body).toMatchObject({ code: 'day_has_come' });
});

const aLaw = (offence: string) => ({ offence, law: 'Traffic Law 2017', section: 's. 12' });

test.each([
  [
    'no law of the ticket',
    { powers: { ...someRules.powers, ticket: { law: '', section: '', wording: '' } } },
  ],
  ['reminders from 20:00 until 8:00', { sendsFrom: 20, sendsUntil: 8 }],
  ['an offer of nothing', { offer: '' }],
  ['two laws of one offence', { laws: [aLaw('LGC-01'), aLaw('LGC-01')] }],
  ['a law of no offence that there is', { laws: [aLaw('LGC-01'), aLaw('ABC-99')] }],
  ['a section without a law', { laws: [{ ...aLaw('LGC-01'), law: ' ' }] }],
])('rules with %s are a 400, and nothing is kept', async (_what, wrong) => {
  const before = (await admin.ok(listTicketRules)).data.length;
  const answer = await admin.call(proposeTicketRules, {
    body: body({ rules: { ...someRules, ...wrong } }),
  });
  expect(answer.status).toBe(400);
  expect((await admin.ok(listTicketRules)).data.length).toBe(before);
});

test('an overdue ticket is listed as such, and counted in its dossier and on the device’s plates', async () => {
  const { _id: late, registration } = await booked(officer);
  const { _id: early } = await booked(officer);
  const due_day = dayFromNow(-1);
  await app.owner.updateTable('bookings').set({ due_day }).where('id', '=', late).execute();
  const ids = `${late},${early}`;
  const listed = async (overdue: 'true' | 'false') =>
    (await admin.ok(listBookings, { query: { ids, overdue } })).data.map(({ _id }) => _id);
  expect(await listed('true')).toEqual([late]);
  expect(await listed('false')).toEqual([early]);
  const { data } = await admin.ok(readDossier, { query: { of: 'plate', value: registration } });
  expect(data.open.overdue).toBe(1);
  const plates = (await officer.ok(readKnownPlates)).data.bookings;
  expect(plates.dueDay[plates.id.indexOf(late)]).toBe(due_day);
});
