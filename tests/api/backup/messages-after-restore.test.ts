import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSchedule } from '#contract/modules/reports/report-schedules.ts';
import { checkBooking } from '#contract/payments.ts';
import { movedBy } from '#contract/periods.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { takeBackup } from '#server/backup/take.ts';
import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { chooseMessageGateways } from '#server/gateways/chosen-message-gateways.ts';
import { queueReminders } from '#server/modules/after-ticket/messages/reminders.ts';
import { queueDueReport } from '#server/modules/reports/reports/schedules/runs.ts';
import { dayOf } from '#server/time.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { signedIn } from '#tests/support/client.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked, payOnline } from '#tests/support/journey.ts';
import { messageEnv, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aSchedule, keptReport } from '#tests/support/saved-reports.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

const folder = temporaryFolder();
const dataDir = temporaryFolder();
const noon = (days: number) => new Date(`${movedBy(dayOf(new Date()), days)}T12:00:00+01:00`);
const held = ['unknown', 'It may have been sent before the restore.'];

let standIn: StandIn;
let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
let env: Record<string, string>;
let restored: TestApp;
let officer: Person;
/** It waits for the gateway, its bill is paid after the backup, its reminder is due today. */
const tickets = { waits: '', paid: '', due: '', later: '' };

beforeAll(async () => {
  standIn = await startStandIn();
  standIn.play = 'accepted and silent';
  smtp = await startSmtpListener();
  env = { ...messageEnv(standIn.url), SMTP_URL: smtp.url, REPORT_MAIL_DOMAIN: 'hanya.test' };
  const app = await startTestApp(env);
  await switchOn(app);
  officer = await makePerson(app, 'booking officer');
  const admin = await makePerson(app, 'state admin');
  await ticketRules(app, {
    days: -90,
    by: admin.id,
    decidedBy: officer.id,
    rules: { reminders: [0], toWorkingDay: false },
  });
  const dueOn = async (days: number) => {
    const { _id } = await booked(officer, { phoneNo: `0803 559 01${String(20 + days)}` });
    const due = [dayFromNow(days), _id];
    await asOwner(app, 'update bookings set due_day = $1 where id = $2', due);
    return _id;
  };
  tickets.due = await dueOn(0);
  tickets.later = await dueOn(1);
  tickets.paid = (await booked(officer, { phoneNo: '0803 559 0002' }))._id;
  await billed(officer, tickets.paid);
  await sendAll(app, env);
  standIn.away = true;
  tickets.waits = (await booked(officer, { phoneNo: '0803 559 0001' }))._id;
  await sendAll(app, env);
  const report = await keptReport(admin);
  await admin.ok(setSchedule, { params: { id: report }, body: aSchedule([admin.id]) });
  await asOwner(app, `update report_schedules set next_at = now() + interval '1 hour'`);
  const { backup } = await takeBackup(app, app.ownerUrl, folder);
  await app.stop();
  // What was taken before the end of that server is nowhere in the backup.
  standIn.away = false;
  const database = await cloneDatabase();
  await restoreBackup({ dataDir }, database, backup);
  restored = await startTestApp(env, database);
});
afterAll(async () => {
  await restored.stop();
  await standIn.close();
  await smtp.close();
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

const messagesOf = async (booking: string, purpose: string) =>
  (
    await restored.db
      .selectFrom('messages')
      .select(['state', 'reason'])
      .where((eb) => eb.and({ booking_id: booking, purpose }))
      .execute()
  ).map(({ state, reason }) => [state, reason]);
const takenBy = (end: string) => standIn.taken.filter(({ to }) => to.endsWith(end)).length;
const reminding = () => ({
  db: restored.db,
  messages: chooseMessageGateways(readConfig({ DEMO: 'on', ...env })),
});

test('what waited when the backup was taken is held after a restore, and never sent', async () => {
  await sendAll(restored, env, noon(2));
  expect(await messagesOf(tickets.waits, 'issued')).toEqual([held]);
  expect(takenBy('5590001')).toBe(0);
});

test('reminders up to the day of the restore are held, and those of later days are sent', async () => {
  await queueReminders(reminding(), noon(0));
  await sendAll(restored, env, noon(0));
  expect(await messagesOf(tickets.due, 'reminder')).toEqual([held]);
  await queueReminders(reminding(), noon(1));
  await sendAll(restored, env, noon(1));
  expect(await messagesOf(tickets.later, 'reminder')).toEqual([['accepted', '']]);
  expect(await messagesOf(tickets.due, 'reminder')).toEqual([held]);
});

test('a payment that is found on the day after a restore may have been told before', async () => {
  const [account] = await asOwner(restored, 'select email from users where id = $1', [officer.id]);
  const again = await signedIn(restored.url, String(account?.['email']));
  const { billRef } = await billed(again, tickets.paid);
  await payOnline(again, billRef);
  await again.ok(checkBooking, { params: { id: tickets.paid } });
  await sendAll(restored, env, noon(1));
  expect(await messagesOf(tickets.paid, 'paid')).toEqual([held]);
  // A ticket that was booked since is told of as ever.
  const { _id: id } = await booked(again, { phoneNo: '0803 559 0009' });
  await sendAll(restored, env);
  expect(await messagesOf(id, 'issued')).toEqual([['accepted', '']]);
});

test('a mail with a report that was due before the restore is held, and the next one is sent', async () => {
  const jobs = openJobs(restored.appUrl, { doesChores: false });
  await jobs.start();
  const config = readConfig({ DEMO: 'on', ...env });
  const due = async (when: string) => {
    await asOwner(restored, `update report_schedules set next_at = ${when}`);
    await queueDueReport({ db: restored.db, jobs, config });
  };
  await due(`(select restored_at - interval '1 hour' from installation)`);
  const mails = () => asOwner(restored, 'select problem from report_mails order by due_at');
  expect(await mails()).toEqual([{ problem: held[1] }]);
  expect(smtp.received).toEqual([]);
  await due(`(select restored_at + interval '1 millisecond' from installation)`);
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1);
  await jobs.stop({ graceful: false });
});
