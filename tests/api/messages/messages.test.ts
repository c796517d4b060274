import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { usualTexts } from '#contract/modules/after-ticket/message-texts.ts';
import {
  changeOptOut,
  countMessages,
  messageRegister,
  type Message,
  readOptOut,
} from '#contract/modules/after-ticket/messages.ts';
import { decideRefund, proposeRefund, proposeReversal } from '#contract/modules/money/refunds.ts';
import { checkBooking } from '#contract/payments.ts';
import { movedBy } from '#contract/periods.ts';
import { exportPerson } from '#contract/person-files.ts';
import { readConfig } from '#server/config/config.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { chooseMessageGateways } from '#server/gateways/chosen-message-gateways.ts';
import { system } from '#server/http/caller.ts';
import { queueReminders } from '#server/modules/after-ticket/messages/reminders.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords } from '#server/trail.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked, payOnline } from '#tests/support/journey.ts';
import { messageEnv, reportKey, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

/** Noon in Lagos, so many days from now: reminders are sent then at any hour of the test. */
const noon = (days: number) => new Date(`${movedBy(dayOf(new Date()), days)}T12:00:00+01:00`);

let standIn: StandIn;
let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
let env: Record<string, string>;
let app: TestApp;
let officer: Person;
let admin: Person;
let head: Person;

beforeAll(async () => {
  standIn = await startStandIn();
  smtp = await startSmtpListener();
  env = { ...messageEnv(standIn.url), SMTP_URL: smtp.url };
  app = await startTestApp(env);
  standIn.reportTo.set('termii', `${app.url}/api/v1/message/report/termii/${reportKey('termii')}`);
  standIn.reportTo.set(
    'africastalking',
    `${app.url}/api/v1/message/report/africastalking/${reportKey('africastalking')}`,
  );
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
  await smtp.close();
});
beforeEach(() => {
  standIn.play = 'accepted and silent';
});

let phones = 0;
/** A booking with a number of its own, by default. */
async function ticket(changes: Parameters<typeof booked>[1] = {}) {
  phones += 1;
  return booked(officer, { phoneNo: `0803 556 0${100 + phones}`, ...changes });
}

const messagesOf = async (booking: string): Promise<Message[]> =>
  (await admin.ok(messageRegister.list, { query: { booking } })).data.toReversed();
const short = (messages: readonly Message[]) =>
  messages.map(({ purpose, channel, state, reason }) => [purpose, channel, state, reason]);
const takenBy = (phone: string) => standIn.taken.filter(({ to }) => to.endsWith(phone.slice(-3)));

const reminding = () => ({
  db: app.db,
  messages: chooseMessageGateways(readConfig({ DEMO: 'on', ...env })),
});

test('while two state admins have not switched messages on, nothing is queued', async () => {
  const { _id } = await ticket();
  expect(await messagesOf(_id)).toEqual([]);
  expect((await admin.ok(countMessages, {})).data).toEqual({ months: [], hasGateway: true });
  await switchOn(app);
});

test('issue, payment and clearance are told, by text and by mail, each once', async () => {
  const { _id } = await ticket({ email: 'musa@example.com' });
  const { billRef } = await billed(officer, _id);
  await sendAll(app, env);
  await payOnline(officer, billRef);
  await officer.ok(checkBooking, { params: { id: _id } });
  await officer.ok(checkBooking, { params: { id: _id } });
  await sendAll(app, env);
  await officer.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  await sendAll(app, env);
  const messages = await messagesOf(_id);
  expect(short(messages).sort()).toEqual(
    ['cleared', 'issued', 'paid'].flatMap((purpose) => [
      [purpose, 'mail', 'accepted', ''],
      [purpose, 'sms', 'accepted', ''],
    ]),
  );
  const paid = messages.find(({ purpose, channel }) => purpose === 'paid' && channel === 'sms');
  expect(paid?.text).toMatch(/: we received N12,000 for ticket ABC-123DE, receipt \S+\. http/);
  const mails = smtp.received.filter(({ recipients }) =>
    recipients[0]?.includes('musa@example.com'),
  );
  expect(mails).toHaveLength(3);
  expect(messages.find(({ channel }) => channel === 'mail')?.to).toBe('m…@example.com');
  const trail = await asOwner(
    app,
    `select after ->> 'purpose' as purpose from audit
     where record_id = $1 and event = 'booking.message-sent' and after ->> 'channel' = 'sms' order by id`,
    [_id],
  );
  expect(trail).toEqual([{ purpose: 'issued' }, { purpose: 'paid' }, { purpose: 'cleared' }]);
});

test('the driver is told of a refund once it is confirmed, in one part, and not of its reversal', async () => {
  const { _id } = await ticket();
  await billed(officer, _id);
  await markPaid(app.db, _id);
  const another = (await makePerson(app, 'state admin')).client;
  const body = {
    line: 1,
    amount: 500,
    day: dayFromNow(0),
    proofKind: 'transfer' as const,
    proofNumber: 'TRF-204518',
    reason: 'Suit 12.',
  };
  const { id } = (await admin.ok(proposeRefund, { params: { id: _id }, body })).data;
  const told = async () =>
    (await messagesOf(_id)).filter(({ purpose }) => purpose === 'refunded').length;
  expect(await told()).toBe(0);
  await another.ok(decideRefund, { params: { id }, body: { agrees: true } });
  await sendAll(app, env);
  const why = { reason: 'Of another ticket.' };
  const reversal = (await admin.ok(proposeReversal, { params: { id }, body: why })).data;
  await another.ok(decideRefund, { params: { id: reversal.id }, body: { agrees: true } });
  await sendAll(app, env);
  const messages = await messagesOf(_id);
  expect(messages.filter(({ purpose }) => purpose === 'refunded')).toMatchObject([
    { text: /: we have refunded money for ticket ABC-123DE\. http/, parts: 1 },
  ]);
});

const withdraw = (id: string) =>
  asOwner(
    app,
    `update bookings set withdrawn_at = now(), withdrawn_by = $1, withdrawn_reason = 'Wrong.' where id = $2`,
    [admin.id, id],
  );

/** Makes messages that were sent wait for the test: the chore of the product would be quicker. */
const held = async (booking: string) => {
  await sendAll(app, env);
  const rows = await asOwner(
    app,
    `update messages set state = 'queued', begun_at = null, reason = '', due_at = now() + interval '1 day'
     where booking_id = $1 returning id`,
    [booking],
  );
  return rows.length;
};

test('one that was paid or withdrawn meanwhile is not sent, and says why', async () => {
  const { _id, phoneNo } = await ticket();
  await held(_id);
  const before = takenBy(phoneNo).length;
  await withdraw(_id);
  await sendAll(app, env, noon(2));
  expect(short(await messagesOf(_id))).toEqual([
    ['issued', 'sms', 'stopped', 'The ticket is withdrawn.'],
  ]);
  expect(takenBy(phoneNo)).toHaveLength(before);
});

test('several that send at once send each message once', async () => {
  const tickets = [await ticket(), await ticket(), await ticket(), await ticket(), await ticket()];
  for (const { _id } of tickets) await held(_id);
  const before = standIn.taken.length;
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => sendAll(app, env, noon(2))));
  expect(standIn.taken).toHaveLength(before + tickets.length);
});

test('a gateway’s answer and a change of the booking at the same moment wait for each other', async () => {
  const { _id } = await ticket();
  await held(_id);
  standIn.play = 'reports out of order';
  const sending = await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', _id).forUpdate().execute();
    const { rows } = await sql<{ own: number }>`select pg_backend_pid() as own`.execute(trx);
    const sent = sendAll(app, env, noon(2));
    const waits = `select 1 from pg_stat_activity where ${rows[0]?.own} = any(pg_blocking_pids(pid))`;
    await expect
      .poll(async () => (await asOwner(app, waits)).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const billed = { event: 'booking.billed', record: 'booking', before: null, after: {} } as const;
    await writeAudit(trx, system, { ...billed, id: _id });
    // Not awaited here: it goes on once this transaction is over.
    return { sent };
  });
  await sending.sent;
  expect(await messagesOf(_id)).toMatchObject([{ state: 'delivered' }]);
});

test('one that a server was sending when it died is unknown, and never sent again', async () => {
  const { _id, phoneNo } = await ticket();
  await held(_id);
  const before = takenBy(phoneNo).length;
  await asOwner(
    app,
    `update messages set begun_at = now() - interval '3 minutes', due_at = now() where booking_id = $1`,
    [_id],
  );
  await sendAll(app, env, noon(2));
  expect(await messagesOf(_id)).toMatchObject([{ state: 'unknown', reason: /server stopped/ }]);
  expect(takenBy(phoneNo)).toHaveLength(before);
});

test('a number that was opted out gets nothing, on any ticket, until that is taken back', async () => {
  const first = await ticket();
  const { phoneNo } = first;
  const params = { id: first._id };
  const body = { optedOut: true, reason: 'The driver called the office.' };
  expect((await officer.call(changeOptOut, { params, body })).status).toBe(403);
  await head.ok(changeOptOut, { params, body });
  await head.ok(changeOptOut, { params, body });
  const second = await ticket({ phoneNo: `+234 ${phoneNo.slice(1)}` });
  await sendAll(app, env, noon(1));
  expect(short(await messagesOf(second._id))).toEqual([
    ['issued', 'sms', 'stopped', 'Somebody asked for no more messages to this number.'],
  ]);
  expect((await head.ok(readOptOut, { params: { id: second._id } })).data.optedOut).toBe(true);
  await head.ok(changeOptOut, { params, body: { ...body, optedOut: false } });
  expect((await head.ok(readOptOut, { params })).data.optedOut).toBe(false);
});

test('who leaves a sender id at the gateway is opted out of the organisation that sends by it', async () => {
  const { phoneNo } = await ticket();
  expect(await standIn.optOut(`+234${phoneNo.replaceAll(' ', '').slice(1)}`, 'OGUNTRACE')).toBe(
    200,
  );
  expect(await standIn.optOut('+2348035550000', 'NOBODY')).toBe(200);
  const rows = await asOwner(app, 'select organisation, demo, phone, made_by from opt_outs');
  const phone = phoneNo.replaceAll(' ', '');
  expect(rows).toEqual([{ organisation: 'Ogun', demo: true, phone, made_by: null }]);
});

test('a sender id with a hyphen or a blank is left in whatever letters the gateway tells it', async () => {
  const other = await startTestApp({
    ...env,
    MESSAGE_GATEWAYS: 'Kaduna=africastalking:N-Alert, Ogun=africastalking:OGUN TRACE',
  });
  const at = `${other.url}/api/v1/message/report/africastalking/${reportKey('africastalking')}`;
  const leave = (senderId: string) =>
    fetch(at, {
      method: 'POST',
      body: new URLSearchParams({ phoneNumber: '+2348035559999', senderId }),
    });
  for (const sender of ['n-alert', 'OGUN TRACE ', 'x'.repeat(30), 'a\u0000b'])
    expect((await leave(sender)).status).toBe(200);
  const rows = await asOwner(other, 'select organisation from opt_outs order by 1');
  expect(rows).toEqual([{ organisation: 'Kaduna' }, { organisation: 'Ogun' }]);
  await other.stop();
});

test('a gateway speaks for its own organisations alone, at an address of its own', async () => {
  const other = await startTestApp({
    ...env,
    MESSAGE_GATEWAYS: 'Kaduna=termii:KASTLEA, Ogun=africastalking:OGUNTRACE',
  });
  const leave = (key: string, senderId: string) =>
    fetch(`${other.url}/api/v1/message/report/africastalking/${key}`, {
      method: 'POST',
      body: new URLSearchParams({ phoneNumber: '+2348035559999', senderId }),
    });
  const own = reportKey('africastalking');
  expect((await leave(own, 'KASTLEA')).status).toBe(200);
  expect((await leave(reportKey('termii'), 'OGUNTRACE')).status).toBe(404);
  const outs = () => asOwner(other, 'select organisation from opt_outs');
  expect(await outs()).toEqual([]);
  expect((await leave(own, 'OGUNTRACE')).status).toBe(200);
  expect(await outs()).toEqual([{ organisation: 'Ogun' }]);
  await other.stop();
});

test('one that can’t be sent holds up none that comes after it', async () => {
  const first = await ticket();
  await held(first._id);
  const second = await ticket();
  await held(second._id);
  const { id: by } = await makeAccount(app.db, 'state admin');
  await ticketRules(app, { days: -30, by, decidedBy: admin.id });
  // Rules that this version can't read.
  await ticketRules(app, { days: 0, by, decidedBy: admin.id, rules: { daysToPay: 0 } });
  await asOwner(app, `update bookings set created_at = now() - interval '9 days' where id = $1`, [
    second._id,
  ]);
  await sendAll(app, env, noon(2));
  expect(await messagesOf(first._id)).toMatchObject([{ state: 'queued' }]);
  expect(await messagesOf(second._id)).toMatchObject([{ state: 'accepted' }]);
  await asOwner(app, 'delete from ticket_rules');
  await sendAll(app, env, noon(3));
  expect(await messagesOf(first._id)).toMatchObject([{ state: 'accepted' }]);
});

test('a number on the tickets of more than ten drivers gets nothing', async () => {
  const phoneNo = '0803 557 0001';
  for (let driver = 0; driver < 11; driver += 1)
    await ticket({ phoneNo, name: `Driver ${String.fromCharCode(65 + driver)}` });
  const { _id } = await ticket({ phoneNo });
  await sendAll(app, env, noon(1));
  expect(short(await messagesOf(_id))).toEqual([
    ['issued', 'sms', 'stopped', 'The number is on the tickets of more than 10 drivers.'],
  ]);
});

test('the last step of the rules of its day reminds once, by the text and at the price of these rules', async () => {
  const { id: by } = await makeAccount(app.db, 'state admin');
  const texts = { reminder: '{authority}: {plate} is due {due}, pay or be heard. ₦ {link}' };
  const rules = { daysToPay: 3, toWorkingDay: false, reminders: [-2, 0, 7], partPrice: 4.25 };
  await ticketRules(app, {
    days: -1,
    by,
    decidedBy: admin.id,
    rules: { ...rules, texts: { ...usualTexts, ...texts } },
  });
  const { _id, dueDay } = await ticket();
  const { _id: withdrawn } = await ticket();
  await withdraw(withdrawn);
  const stepsAfter = async (days: number) => {
    const at = noon(days);
    await Promise.all([queueReminders(reminding(), at), queueReminders(reminding(), at)]);
    await sendAll(app, env, at);
    return (await messagesOf(_id)).flatMap(({ purpose, step, state }) =>
      purpose === 'reminder' ? [[step, state]] : [],
    );
  };
  expect(await stepsAfter(0)).toEqual([]);
  // The step of day 1 was missed by two days: that of the due day says all.
  expect(await stepsAfter(3)).toEqual([[0, 'accepted']]);
  expect(await stepsAfter(4)).toHaveLength(1);
  // Day 10 was missed by three days.
  expect(await stepsAfter(13)).toHaveLength(1);
  expect((await messagesOf(withdrawn)).map(({ purpose }) => purpose)).toEqual(['issued']);
  const reminder = (await messagesOf(_id)).find(({ purpose }) => purpose === 'reminder');
  const due = new Date(`${dueDay}T12:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'medium' });
  expect(reminder?.text).toContain(`is due ${due}, pay`);
  expect([reminder?.parts, reminder?.estimate]).toEqual([2, 8.5]);
  const template = await asOwner(
    app,
    `select distinct template from messages where booking_id = $1 and purpose = 'reminder'`,
    [_id],
  );
  expect(template[0]?.['template']).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('lists are those of one’s place, months count what was sent, and the file masks numbers too', async () => {
  const months = (await admin.ok(countMessages, {})).data.months;
  expect(months.find(({ purpose }) => purpose === 'paid')).toMatchObject({ sent: 2, delivered: 0 });
  const { data } = await head.ok(messageRegister.list, {
    query: { zone: 'Zaria', state: 'stopped' },
  });
  expect(data.length).toBeGreaterThan(0);
  expect((await head.call(messageRegister.list, { query: { zone: 'Chikun' } })).status).toBe(403);
  const rows = await exportedRows(app, admin, messageRegister.file, { purpose: 'issued' });
  const numbers = rows.map((row) => row['To']).filter((to) => to !== '');
  expect(numbers.length).toBeGreaterThan(0);
  for (const to of numbers) expect(to).toMatch(/…/);
});

test('the file about a person has what they were told', async () => {
  const { _id, phoneNo } = await ticket();
  await sendAll(app, env);
  const body = { of: 'phone', value: phoneNo } as const;
  const file = JSON.stringify(await admin.call(exportPerson, { body }));
  expect(file).toContain(_id);
  expect(file).toContain('ay or object');
});

test('recipient and text go with the erasure of who was booked', async () => {
  const { _id } = await ticket();
  await sendAll(app, env);
  await asOwner(
    app,
    `update bookings set withdrawn_at = now(), withdrawn_by = $1, withdrawn_reason = 'Wrong.'
     where id = $2`,
    [admin.id, _id],
  );
  await settledLongAgo(app, _id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBeGreaterThan(0);
  expect(await messagesOf(_id)).toMatchObject([{ to: '', text: '', purpose: 'issued' }]);
});

test('the walk finds nothing about messages that went their way', async () => {
  const findings = await compareRecords(app.db);
  expect(findings.filter((finding) => finding.startsWith('Message'))).toEqual([]);
});
