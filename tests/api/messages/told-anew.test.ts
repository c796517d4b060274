import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctBooking, withdrawBooking } from '#contract/booking-corrections.ts';
import { changeContacts } from '#contract/contacts.ts';
import { confirmOutcome, noteHearing, noteOutcome } from '#contract/modules/after-ticket/court.ts';
import { answerDispute } from '#contract/modules/after-ticket/disputes.ts';
import type { MessagePurpose } from '#contract/modules/after-ticket/message-texts.ts';
import { messageRegister, type Message } from '#contract/modules/after-ticket/messages.ts';
import { proposeTicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { decideRefund, proposeRefund } from '#contract/modules/money/refunds.ts';
import { movedBy } from '#contract/periods.ts';
import { readConfig } from '#server/config/config.ts';
import { chooseMessageGateways } from '#server/gateways/chosen-message-gateways.ts';
import { queueReminders } from '#server/modules/after-ticket/messages/reminders.ts';
import { dayOf } from '#server/time.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { inBatch } from '#tests/support/court.ts';
import { sendForm, uphold } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { messageEnv, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

/** Noon in Lagos, so many days from now: reminders are sent then at any hour of the test. */
const noon = (days: number) => new Date(`${movedBy(dayOf(new Date()), days)}T12:00:00+01:00`);

let standIn: StandIn;
let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
let env: Record<string, string>;
let app: TestApp;
let officer: Person;
let admin: Person;
let second: Person;
let head: Person;
let judge: Person;

beforeAll(async () => {
  standIn = await startStandIn();
  smtp = await startSmtpListener();
  env = { ...messageEnv(standIn.url), SMTP_URL: smtp.url };
  app = await startTestApp(env);
  await switchOn(app);
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  judge = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  const both = { by: second.id, decidedBy: officer.id };
  await ticketRules(app, { ...both, days: -90, rules: { daysToPay: 3, toWorkingDay: false } });
  await aDuty(app, { ...both, duty: 'dispute officer', user: judge.id });
  await aDuty(app, { ...both, duty: 'court officer', user: admin.id });
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
  await smtp.close();
});
beforeEach(() => {
  standIn.play = 'accepted and silent';
  standIn.away = false;
});

let phones = 0;
const aNumber = () => {
  phones += 1;
  return `0803 558 0${100 + phones}`;
};
const ticket = () => booked(officer, { phoneNo: aNumber() });
const told = async (booking: string): Promise<Message[]> =>
  (await admin.ok(messageRegister.list, { query: { booking } })).data.toReversed();
const toldOf = async (booking: string, ...purposes: MessagePurpose[]) =>
  (await told(booking)).filter(({ purpose }) => purposes.includes(purpose));
const takenBy = (phone: string) =>
  standIn.taken
    .filter(({ to }) => to.endsWith(phone.replaceAll(/\D/g, '').slice(-9)))
    .map(({ text }) => text);
const correct = (id: string, version: number, body: object) =>
  officer.call(correctBooking, { params: { id }, body: { version, ...body } });
const remind = async (at: Date) => {
  const reminding = {
    db: app.db,
    messages: chooseMessageGateways(readConfig({ DEMO: 'on', ...env })),
  };
  await Promise.all([queueReminders(reminding, at), queueReminders(reminding, at)]);
  await sendAll(app, env, at);
};

test('whoever lost a dispute is reminded of the new due day, each step once', async () => {
  const { _id: id, phoneNo } = await ticket();
  const steps = async () => (await toldOf(id, 'reminder')).map(({ step }) => step);
  await remind(noon(1));
  expect(await steps()).toEqual([-2]);
  const form = { proof: phoneNo.slice(-4), ground: 'not me', words: 'My brother drove.' };
  await sendForm(app, `${await ticketCodeOf(app.db, id)}/objection`, form);
  const body = { upheld: false, answer: 'He was seen.' };
  await judge.ok(answerDispute, { params: { id }, body });
  const [row] = await asOwner(app, 'select due_day::text as due from bookings where id = $1', [id]);
  const days = (Date.parse(String(row?.['due'])) - Date.parse(dayFromNow(0))) / 86_400_000;
  for (const step of [-2, 0]) {
    await remind(noon(days + step));
    await remind(noon(days + step));
  }
  expect(await steps()).toEqual([-2, -2, 0]);
  const due = new Date(`${String(row?.['due'])}T12:00:00Z`);
  const words = due.toLocaleDateString('en-GB', { dateStyle: 'medium' });
  expect((await toldOf(id, 'reminder')).at(-1)?.text).toContain(`is due ${words}`);
});

test('a corrected number gets the ticket, and the wrong one a word that tells nothing of it', async () => {
  const { _id: id, phoneNo: wrong } = await ticket();
  await sendAll(app, env);
  const right = aNumber();
  expect((await correct(id, 1, { phoneNo: right })).status).toBe(200);
  await sendAll(app, env);
  await sendAll(app, env);
  const [first, word, ...more] = takenBy(wrong);
  expect(more).toEqual([]);
  expect(first).toContain('/t/');
  expect(word).toMatch(
    /^[^:]+: we sent you a text about a ticket by mistake\. Please ignore it\.$/,
  );
  expect(takenBy(right)).toEqual([first]);
});

test('a number that is only written otherwise is the same one', async () => {
  const { _id: id, phoneNo } = await ticket();
  await sendAll(app, env);
  await correct(id, 1, { phoneNo: `+234${phoneNo.replaceAll(' ', '').slice(1)}` });
  await sendAll(app, env);
  expect(takenBy(phoneNo)).toHaveLength(1);
  expect(await told(id)).toHaveLength(1);
});

test('a number that is corrected before the first text was taken gets it alone', async () => {
  standIn.away = true;
  const { _id: id, phoneNo: wrong } = await ticket();
  await sendAll(app, env);
  const right = aNumber();
  await correct(id, 1, { phoneNo: right });
  standIn.away = false;
  await sendAll(app, env, noon(1));
  expect(takenBy(wrong)).toEqual([]);
  expect(takenBy(right)).toHaveLength(1);
  expect((await told(id)).map(({ purpose }) => purpose)).toEqual(['issued']);
});

test('a wrong number that no text has reached gets no word', async () => {
  standIn.play = 'refused for the sender id';
  const { _id: id, phoneNo: wrong } = await ticket();
  await sendAll(app, env);
  standIn.play = 'accepted and silent';
  const right = aNumber();
  await correct(id, 1, { phoneNo: right });
  await sendAll(app, env);
  expect(takenBy(wrong)).toEqual([]);
  expect(takenBy(right)).toHaveLength(1);
  await asOwner(app, 'update messages set troubled_at = null');
});

test('a number that is corrected and put back is told again, after it was told of a mistake', async () => {
  const { _id: id, phoneNo: first } = await ticket();
  await sendAll(app, env);
  const other = aNumber();
  await correct(id, 1, { phoneNo: other });
  await sendAll(app, env);
  await correct(id, 2, { phoneNo: first });
  await sendAll(app, env);
  expect(takenBy(first).map((text) => text.includes('/t/'))).toEqual([true, false, true]);
  expect(takenBy(other).map((text) => text.includes('/t/'))).toEqual([true, false]);
});

test('a correction while the text is sent leaves nobody untold, and no wrong number without a word', async () => {
  for (let round = 0; round < 12; round += 1) {
    standIn.away = true;
    const { _id: id, phoneNo: wrong } = await ticket();
    await sendAll(app, env);
    standIn.away = false;
    const right = aNumber();
    await Promise.all([
      sendAll(app, env, noon(1)),
      correct(id, 1, { phoneNo: right }),
      sendAll(app, env, noon(1)),
    ]);
    await sendAll(app, env, noon(1));
    const links = (phone: string) => takenBy(phone).map((text) => text.includes('/t/'));
    expect(links(right)).toEqual([true]);
    expect([[], [true, false]]).toContainEqual(links(wrong));
  }
});

test('a corrected plate is told with the new plate, each time, and another correction is not', async () => {
  const { _id: id, phoneNo } = await ticket();
  await sendAll(app, env);
  await correct(id, 1, { registration: 'KTN-482AB' });
  await sendAll(app, env);
  await correct(id, 2, { color: 'Blue' });
  await correct(id, 3, { registration: 'KTN-483AB' });
  await sendAll(app, env);
  const texts = takenBy(phoneNo);
  expect(texts).toHaveLength(3);
  expect(texts[1]).toContain('The plate on the ticket is KTN-482AB.');
  expect(texts[2]).toContain('The plate on the ticket is KTN-483AB.');
  // One that waits says what holds once it is sent.
  standIn.away = true;
  const { _id: other, phoneNo: phone } = await ticket();
  await sendAll(app, env);
  await correct(other, 1, { registration: 'KTN-484AB' });
  standIn.away = false;
  await sendAll(app, env, noon(1));
  expect(takenBy(phone)).toEqual([expect.stringContaining('KTN-484AB')]);
});

const hear = (id: string, day: string, place: string, suit = 'KD/7/26') =>
  admin.call(noteHearing, { params: { id }, body: { day, place, suit } });

test('the day of a hearing is told with its place, and told anew once either changes', async () => {
  const { _id: id, phoneNo } = await ticket();
  await inBatch(app, { booking: id, by: second.id, locked: true });
  await sendAll(app, env);
  const words = (days: number) =>
    new Date(`${dayFromNow(days)}T12:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'medium' });
  const heard = () => takenBy(phoneNo).filter((text) => text.includes('the court hearing'));
  await hear(id, dayFromNow(9), 'Room 2');
  await sendAll(app, env);
  expect(heard()).toEqual([expect.stringContaining(`on ${words(9)} at Room 2.`)]);
  await hear(id, dayFromNow(9), 'Room 2', 'KD/8/26');
  await sendAll(app, env);
  expect(heard()).toHaveLength(1);
  await hear(id, dayFromNow(9), 'Room 4');
  await sendAll(app, env);
  await hear(id, dayFromNow(16), 'Room 4');
  await sendAll(app, env);
  await Promise.all([1, 2, 3].map(() => hear(id, dayFromNow(9), 'Room 2')));
  await sendAll(app, env);
  expect(heard().slice(1)).toEqual([
    expect.stringContaining(`on ${words(9)} at Room 4.`),
    expect.stringContaining(`on ${words(16)} at Room 4.`),
    expect.stringContaining(`on ${words(9)} at Room 2.`),
  ]);
});

test('of hearings that change while no gateway answers, the last one alone is told', async () => {
  const { _id: id, phoneNo } = await ticket();
  await inBatch(app, { booking: id, by: second.id, locked: true });
  await sendAll(app, env);
  standIn.away = true;
  await hear(id, dayFromNow(9), 'Room 2');
  await sendAll(app, env);
  await hear(id, dayFromNow(12), 'Room 5');
  standIn.away = false;
  await sendAll(app, env, noon(1));
  expect(takenBy(phoneNo).filter((text) => text.includes('the court hearing'))).toEqual([
    expect.stringContaining('at Room 5.'),
  ]);
});

test('a withdrawn ticket is told of, and an upheld dispute by its answer alone', async () => {
  const { _id: plain } = await ticket();
  await sendAll(app, env);
  await head.ok(withdrawBooking, { params: { id: plain }, body: { reason: 'Booked twice.' } });
  expect(await toldOf(plain, 'withdrawn')).toHaveLength(1);
  const { _id: id, phoneNo } = await ticket();
  const form = { proof: phoneNo.slice(-4), ground: 'not me', words: 'My brother drove.' };
  await sendForm(app, `${await ticketCodeOf(app.db, id)}/objection`, form);
  await uphold(id, { by: judge, second: head });
  expect(await toldOf(id, 'withdrawn')).toEqual([]);
  expect(await toldOf(id, 'dispute-answered')).toHaveLength(1);
});

test('each refund is told of, and each decision of a court', async () => {
  const { _id: id } = await ticket();
  await billed(officer, id);
  await markPaid(app.db, id);
  for (const amount of [500, 700]) {
    const body = {
      line: 1,
      amount,
      day: dayFromNow(0),
      proofKind: 'transfer' as const,
      proofNumber: `TRF-${amount}`,
      reason: 'Suit 12.',
    };
    const { id: refund } = (await admin.ok(proposeRefund, { params: { id }, body })).data;
    await second.ok(decideRefund, { params: { id: refund }, body: { agrees: true } });
  }
  expect(await toldOf(id, 'refunded')).toHaveLength(2);

  const { _id: tried } = await booked(officer, {
    phoneNo: aNumber(),
    offence: [{ id: 'LGC-16' }],
  });
  await inBatch(app, { booking: tried, by: second.id, locked: true, hearing: 0 });
  for (const reason of ['', 'The wrong suit was read.']) {
    await admin.ok(noteOutcome, {
      params: { id: tried },
      body: {
        charges: [{ line: 1, outcome: 'dismissed' }],
        day: dayFromNow(0),
        paidWhere: '',
        courtReceipt: '',
        reason,
      },
    });
    await head.ok(confirmOutcome, { params: { id: tried }, body: { agrees: true } });
  }
  expect(await toldOf(tried, 'decided')).toHaveLength(2);
});

test('a text that is too long with the organisation’s own name is refused, and older rules have the usual ones', async () => {
  await admin.ok(changeContacts, { body: { name: 'Àjọ Ìlànà Ọkọ̀ Ìpínlẹ̀ Ọ̀ṣun' } });
  const propose = (days: number, text: string) =>
    admin.call(proposeTicketRules, {
      body: {
        rules: { ...someRules, texts: { ...someRules.texts, reminder: text } },
        from: dayFromNow(days),
        reason: 'The gazette.',
      },
    });
  const refused = await propose(30, `{authority}: ${'a'.repeat(230)} {link}`);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused)).toMatch(
    /“Reminder”: Shorten the text. With your authority’s name and the link/,
  );
  expect((await propose(31, '{authority}: {plate} {link}')).status).toBe(200);
  const { hearing: _without, ...older } = someRules.texts;
  await ticketRules(app, {
    days: -1,
    by: second.id,
    decidedBy: officer.id,
    rules: { texts: older as typeof someRules.texts },
  });
  const { _id: id, phoneNo } = await ticket();
  await inBatch(app, { booking: id, by: second.id, locked: true });
  await hear(id, dayFromNow(9), 'Room 2');
  await sendAll(app, env);
  expect(takenBy(phoneNo).filter((text) => text.includes('at Room 2.'))).toHaveLength(1);
});

test('a mail whose server hangs up after it is unknown and not sent again, one refused for now is', async () => {
  const email = 'kande@example.com';
  const mails = () => smtp.received.filter(({ recipients }) => recipients[0]?.includes(email));
  const mailed = async (id: string) =>
    (await told(id)).find(({ channel }) => channel === 'mail')?.state;
  smtp.vanishes(true);
  const { _id: lost } = await booked(officer, { phoneNo: aNumber(), email });
  await sendAll(app, env);
  expect(await mailed(lost)).toBe('unknown');
  smtp.vanishes(false);
  await sendAll(app, env, noon(2));
  expect(mails()).toHaveLength(1);
  smtp.refuses(true);
  const { _id: kept } = await booked(officer, { phoneNo: aNumber(), email });
  await sendAll(app, env);
  expect(await mailed(kept)).toBe('queued');
  smtp.refuses(false);
  await sendAll(app, env, noon(2));
  expect(await mailed(kept)).toBe('accepted');
  expect(mails()).toHaveLength(2);
});
