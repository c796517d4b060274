import type { PgBoss } from 'pg-boss';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  setSchedule,
  endSchedule,
  readSchedule,
} from '#contract/modules/reports/report-schedules.ts';
import { createView, listViews, removeView } from '#contract/views.ts';
import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { queueDueReport, reportTroubles } from '#server/modules/reports/reports/schedules/runs.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { historyPeople, storeHistory } from '#tests/support/histories.ts';
import { until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aSchedule, keptReport } from '#tests/support/saved-reports.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
let app: TestApp;
let jobs: PgBoss;
let admin: Person;
let zaria: Person;
let chikun: Person;

beforeAll(async () => {
  smtp = await startSmtpListener();
  app = await startTestApp({ SMTP_URL: smtp.url, REPORT_MAIL_DOMAIN: 'hanya.test' });
  jobs = openJobs(app.appUrl, { doesChores: false });
  await jobs.start();
  admin = await makePerson(app, 'state admin');
  zaria = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  chikun = await makePerson(app, 'observer', { zone: 'Chikun' });
  const { officers } = await historyPeople(app.db);
  for (const zone of ['Zaria', 'Chikun', 'Chikun'])
    await storeHistory(app.db, officers[0] ?? '', {
      lines: [{ code: '12020501', naira: 5_000 }],
      made: '2023-03-03T10:00:00Z',
      billed: true,
      paid: null,
      cleared: false,
      withdrawnBy: null,
      odd: 0,
      changes: { organisation: 'Kaduna', zone },
    });
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await app.stop();
  await smtp.close();
});

const set = (by: Person, id: string, recipients: Person[], changes = {}) =>
  by.call(setSchedule, {
    params: { id },
    body: aSchedule(
      recipients.map((person) => person.id),
      changes,
    ),
  });

/** Makes the next run due at an instant. */
async function runAt(id: string, at: string): Promise<void> {
  await app.db
    .updateTable('report_schedules')
    .set({ next_at: new Date(at) })
    .where('view_id', '=', id)
    .execute();
}

/** The mails to somebody about a report, once all that were queued are done. */
async function mailsTo(id: string, { email }: { email: string }): Promise<string[]> {
  const open = app.db.selectFrom('report_mails').select('id').where('view_id', '=', id);
  await until('all mails are done', async () => {
    return (await open.where('done_at', 'is', null).execute()).length === 0;
  });
  return smtp.received
    .filter(({ recipients }) => recipients.some((one) => one.includes(email)))
    .map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .filter((data) => data.includes(namesOf.get(id) ?? '?'));
}

const config = readConfig({ DEMO: 'on' });
const namesOf = new Map<string, string>();
let made = 0;
async function saved(by: Person, query: string): Promise<string> {
  const name = `Weekly ${(made += 1)} of ${by.id.slice(-4)}`;
  const id = await keptReport(by, query, { name });
  namesOf.set(id, name);
  return id;
}

const queue = (now?: Date) => queueDueReport({ db: app.db, jobs, config }, now);

async function due(id: string): Promise<void> {
  await runAt(id, new Date(Date.now() - 1_000).toISOString());
  while ((await queue()) > 0);
}

const trail = (record: string, event: string) =>
  app.db
    .selectFrom('audit')
    .select('after')
    .where('record_id', '=', record)
    .where('event', '=', event)
    .execute();

async function ended(id: string): Promise<string | undefined> {
  const [row] = await trail(id, 'report.schedule-ended');
  return (row?.after as { reason: string } | undefined)?.reason;
}

test('a saved report is kept as it can be made, and shared inside the place', async () => {
  const make = (query: string) =>
    admin.call(createView, {
      body: { name: `Report ${query}`, screen: 'reports', query, shared: true },
    });
  expect((await make('kind=b-and-p&period=last-month&zone=Zaria')).status).toBe(201);
  for (const query of ['kind=standard', 'kind=cross&period=month', 'kind=e&period=week&open=1'])
    expect(await make(query), query).toMatchObject({ status: 400 });
  const seen = (await zaria.ok(listViews)).data.map(({ name }) => name);
  expect(seen).toContain('Report kind=b-and-p&period=last-month&zone=Zaria');
  const officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  expect((await officer.ok(listViews)).data.filter(({ screen }) => screen === 'reports')).toEqual(
    [],
  );
});

test('each recipient gets a link, and a file of their own scope within the domain alone', async () => {
  const outside = await makePerson(app, 'observer');
  const email = `${outside.id}@elsewhere.example`.toLowerCase();
  await app.db.updateTable('users').set({ email }).where('id', '=', outside.id).execute();
  const id = await saved(admin, 'kind=unp');
  const { data } = await admin.ok(readSchedule, { params: { id } });
  expect(data).toMatchObject({ schedule: null, mailed: true, domain: 'hanya.test' });
  expect(data.readers.map(({ id: reader }) => reader)).toContain(outside.id);
  expect((await set(admin, id, [zaria, chikun, outside], { form: 'pdf' })).status).toBe(200);
  await due(id);
  const [ofZaria = ''] = await mailsTo(id, zaria);
  expect(ofZaria).toContain('Figures for Zaria, Kaduna, limited to what you can see.');
  expect(ofZaria).toContain('/reports?kind=unp');
  expect(ofZaria).toContain('filename=unp-');
  expect((await mailsTo(id, chikun))[0]).toContain('Figures for Chikun, Kaduna');
  const [toOutside = ''] = await mailsTo(id, { email });
  expect(toOutside).toContain('This email does not have a file, because your address');
  expect(toOutside).not.toContain('filename=');
  expect(await trail(chikun.id, 'report.exported')).toHaveLength(1);
});

test('only who keeps a report schedules it, to people who may read it, with days that move', async () => {
  const id = await saved(admin, 'kind=unp&zone=Zaria');
  expect(await set(zaria, id, [zaria])).toMatchObject({ status: 404 });
  const officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  for (const person of [chikun, officer, ogun])
    expect(await set(admin, id, [person])).toMatchObject({
      status: 400,
      body: { fields: { recipients: expect.any(String) as string } },
    });
  const fixed = await saved(admin, 'kind=e&from=2026-01-01&to=2026-01-31');
  expect(await set(admin, fixed, [admin])).toMatchObject({ status: 400 });
  expect(await set(admin, id, [zaria], { until: '2026-01-01' })).toMatchObject({ status: 400 });
  const unmailed = await startTestApp();
  try {
    const by = await makePerson(unmailed, 'state admin');
    const report = await keptReport(by);
    const answer = await set(by, report, [by]);
    expect(answer).toMatchObject({ status: 409, body: { code: 'no_mail' } });
    expect((await by.ok(readSchedule, { params: { id: report } })).data.mailed).toBe(false);
  } finally {
    await unmailed.stop();
  }
});

test(
  'a run with nothing to report is quiet, unless it is wanted all the same',
  { tags: 'night' },
  async () => {
    const query = 'kind=b-and-p&period=last-month&zone=Zaria';
    const [quiet, wanted] = [await saved(admin, query), await saved(admin, query)];
    await set(admin, quiet, [zaria]);
    await set(admin, wanted, [zaria], { sendsNothing: true });
    await due(quiet);
    await due(wanted);
    expect((await mailsTo(wanted, zaria))[0]).toContain('There is nothing to report.');
    expect(await mailsTo(quiet, zaria)).toEqual([]);
  },
);

test(
  'missed runs come once each for their own days, however many servers look for them',
  { tags: 'night' },
  async () => {
    const id = await saved(admin, 'kind=b-and-p&period=month');
    await set(admin, id, [zaria], { sendsNothing: true });
    await runAt(id, '2026-11-02T05:00:00Z');
    const now = new Date('2026-11-20T12:00Z');
    do await Promise.all(Array.from({ length: 6 }, () => queue(now)));
    while ((await queue(now)) > 0);
    const mails = await mailsTo(id, zaria);
    for (const to of ['2026-11-02', '2026-11-09', '2026-11-16'])
      expect(mails.filter((mail) => mail.includes(`from=2026-11-01&to=${to}`))).toHaveLength(1);
  },
);

test('a closed account falls out, and the last one, its maker or its report end the schedule', async () => {
  const close = async (id: string) =>
    app.db.updateTable('users').set({ active: false }).where('id', '=', id).execute();
  const gone = await makeAccount(app.db, 'observer');
  const reader = { ...admin, ...gone };
  const [one, other] = [await saved(admin, 'kind=unp'), await saved(admin, 'kind=unp')];
  await set(admin, one, [reader, zaria]);
  await set(admin, other, [reader]);
  await close(gone.id);
  await due(one);
  await due(other);
  expect(await mailsTo(one, zaria)).toHaveLength(1);
  expect(await mailsTo(other, gone)).toEqual([]);
  expect(await ended(one)).toBeUndefined();
  expect(await ended(other)).toBe('No recipient can read the report any more.');

  const maker = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const theirs = await saved(maker, 'kind=unp');
  const removed = await saved(admin, 'kind=unp');
  await set(maker, theirs, [zaria]);
  await set(admin, removed, [zaria]);
  await close(maker.id);
  await admin.ok(removeView, { params: { id: removed } });
  await due(theirs);
  await due(removed);
  expect(await mailsTo(theirs, zaria)).toEqual([]);
  expect(await mailsTo(removed, zaria)).toEqual([]);
  expect(await ended(theirs)).toBe(
    'The person who set up the email can no longer read the report.',
  );
  expect(await ended(removed)).toBe('The report was removed.');

  const stopped = await saved(admin, 'kind=unp');
  await set(admin, stopped, [zaria]);
  await admin.ok(endSchedule, { params: { id: stopped } });
  expect(await ended(stopped)).toContain('stopped this email.');
});

test('a failed run is an alarm and is tried again; one that may have been sent is not', async () => {
  expect(await reportTroubles(app.db)).toEqual([]);
  const id = await saved(admin, 'kind=unp');
  await set(admin, id, [zaria, chikun], { form: 'xlsx' });
  const noted = async () => (await trail(zaria.id, 'report.exported')).length;
  const before = await noted();
  // A mail that was being sent when its process died.
  const begun = { view_id: id, due_at: new Date(), user_id: chikun.id, begun_at: new Date() };
  const mail = '01KAQ0000000000000000000ZA';
  await app.db
    .insertInto('report_mails')
    .values({ id: mail, ...begun })
    .execute();
  await jobs.send('mail-report', { id: mail });
  await until('an operator is told', async () => (await reportTroubles(app.db)).length === 1);
  expect((await mailsTo(id, chikun)).length).toBe(0);

  smtp.refuses(true);
  await due(id);
  const trouble = async () => (await reportTroubles(app.db))[0]?.words;
  await until('it failed', async () => (await trouble())?.startsWith('3 emails') ?? false);
  smtp.refuses(false);
  expect(await mailsTo(id, zaria)).toHaveLength(1);
  expect(await noted()).toBe(before + 1);
  expect(await trouble()).toMatch(/^An email with a report could not be sent/);
});

test('a mail whose server hung up once it had it is not sent again, and an operator is told', async () => {
  await app.db.updateTable('report_mails').set({ problem: null }).execute();
  const id = await saved(admin, 'kind=unp');
  await set(admin, id, [zaria]);
  smtp.vanishes(true);
  await due(id);
  expect(await mailsTo(id, zaria)).toHaveLength(1);
  smtp.vanishes(false);
  expect((await reportTroubles(app.db))[0]?.words).toMatch(/^An email with a report/);
  expect(await mailsTo(id, zaria)).toHaveLength(1);
});

test('a mail that nobody has begun for an hour is an alarm', async () => {
  await app.db.updateTable('report_mails').set({ problem: null, done_at: new Date() }).execute();
  const view_id = await saved(admin, 'kind=unp');
  await set(admin, view_id, [zaria]);
  const forgotten = (minutes: number) =>
    app.db
      .insertInto('report_mails')
      .values({
        id: ulid(Date.now() - minutes * 60_000),
        view_id,
        due_at: new Date(Date.now() - minutes),
        user_id: zaria.id,
      })
      .execute();
  await forgotten(30);
  expect(await reportTroubles(app.db)).toEqual([]);
  await forgotten(90);
  expect(await reportTroubles(app.db)).toMatchObject([
    { words: expect.stringMatching(/^An email with a report could not be sent/) as unknown },
  ]);
});
