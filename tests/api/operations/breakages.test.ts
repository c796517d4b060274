import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BreakageReport, reportBreakages } from '#contract/breakages.ts';
import { readOperations } from '#contract/operations.ts';
import { screenPaths } from '#contract/screen-paths.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { findTroubles } from '#server/features/alarms/queries.ts';
import { noteBreakages, pruneBreakages } from '#server/features/operations/breakages.ts';
import { asGuest, createClient, refusalOf } from '#tests/support/client.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
let another: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin', { state: null });
  officer = await makePerson(app, 'booking officer');
  another = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await sql`delete from breakages`.execute(app.owner);
  await sql`delete from attempts`.execute(app.owner);
});

const report: BreakageReport = {
  release: '1.0.0',
  place: '/unpaid',
  kind: 'render',
  name: 'TypeError',
  frames: [],
};
const script = 'unpaid-with-map-Bx3k9kQz.js';
const body = (...reports: readonly unknown[]) => ({ body: { reports } });
const send = (by: Pick<Person, 'ok'>, ...reports: readonly unknown[]) =>
  by.ok(reportBreakages, body(...reports));
const nobody = () => createClient(app.url);
const shown = async () => (await admin.ok(readOperations)).data?.breakages ?? [];
const accountsKept = async () =>
  (await app.db.selectFrom('breakage_accounts').selectAll().execute()).length;
const alarm = async () => (await findTroubles(app.db)).some(({ name }) => name === 'browsers');
const passes = (interval: string) =>
  sql
    .raw(`update breakage_accounts set at = at - interval '${interval}';
    update breakages set last_seen = last_seen - interval '${interval}',
      spread_at = spread_at - interval '${interval}'`)
    .execute(app.owner);

test('reports of the same release, place and cause are one row, whoever sends them', async () => {
  await send(officer, report, { ...report, place: '/paid' });
  await send(another, report);
  await send(nobody(), report);
  await send(asGuest(app.url), report);
  expect(await shown()).toMatchObject([
    { ...report, frames: '', count: 4, accounts: 2 },
    { ...report, place: '/paid', frames: '', count: 1, accounts: 1 },
  ]);
});

test('only a state admin of all states sees them', async () => {
  await send(officer, report);
  const ofOne = await makePerson(app, 'state admin', { state: 'Kaduna' });
  expect((await ofOne.ok(readOperations)).data).toBeNull();
});

test('a token that is over or forged counts as nobody', async () => {
  await send(createClient(app.url, 'eyJhbGciOiJub25lIn0.e30.'), report);
  expect(await shown()).toMatchObject([{ count: 1, accounts: 0 }]);
});

test('a report is no use of the session that sends it', async () => {
  const person = await makePerson(app, 'booking officer');
  await sql`update sessions set last_used_at = now() - interval '5 minutes'
            where user_id = ${person.id}`.execute(app.owner);
  const lastUse = async () =>
    (await sql`select last_used_at from sessions where user_id = ${person.id}`.execute(app.db))
      .rows;
  const before = await lastUse();
  await send(person, report);
  expect(await shown()).toMatchObject([{ accounts: 1 }]);
  expect(await lastUse()).toEqual(before);
});

test('a body of another form is refused whole, and so is a large one', async () => {
  for (const wrong of [
    { ...report, place: '/unpaid?search=KJA-482XG' },
    { ...report, name: 'Musa Adamu' },
    { ...report, message: 'KJA-482XG' },
    { ...report, frames: ['KJA-482XG'] },
    { ...report, release: '01K9HZNGVX2Z66Z1C0ABCDEFGH' },
  ])
    expect(await nobody().call(reportBreakages, body(report, wrong))).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
  const large = JSON.stringify({ reports: [report], more: 'x'.repeat(16 * 1024) });
  const headers = { 'content-type': 'application/json' };
  const sent = fetch(app.url + reportBreakages.path, { method: 'POST', headers, body: large });
  expect(await refusalOf(sent)).toMatchObject({ status: 413, code: 'too_large' });
  expect(await shown()).toEqual([]);
});

test('what has the form of a report and still names something is left out', async () => {
  const hidden = ['kja-KJA482XG.js:1:1', 'musa-adamu-08035550.js:1:803555'];
  await send(officer, { ...report, frames: hidden }, { ...report, release: '80.355.501' });
  const { rows } = await sql`select release, frames, count from breakages`.execute(app.db);
  expect(rows).toEqual([{ release: '1.0.0', frames: '', count: 1 }]);
});

test('frames of the build that serves are kept, those of another release are not', async () => {
  await sql`insert into releases (version, oldest_beside) values ('0.9.0', '0.9.0')
            on conflict do nothing`.execute(app.owner);
  const frames = [`${script}:1:2045`];
  const scripts = new Set([script]);
  const reports = [
    { ...report, frames },
    { ...report, release: '0.9.0', frames },
  ];
  await noteBreakages(app.db, scripts, null, reports);
  const { rows } = await sql`select release, frames from breakages order by 1`.execute(app.db);
  expect(rows).toEqual([
    { release: '0.9.0', frames: '' },
    { release: '1.0.0', frames: `${script}:1:2045` },
  ]);
});

describe('the alarm', () => {
  test('is not raised by one account, nor by who is not signed in', async () => {
    for (const by of [officer, officer, nobody(), asGuest(app.url)]) await send(by, report);
    expect(await alarm()).toBe(false);
  });

  test('is raised by two accounts that meet the same within ten minutes, and is over after an hour', async () => {
    await send(officer, report);
    await send(another, { ...report, name: 'RangeError' });
    expect(await alarm()).toBe(false);
    await passes('9 minutes');
    await send(another, report);
    expect(await alarm()).toBe(true);
    expect((await shown()).map(({ name, spreads }) => [name, spreads])).toContainEqual([
      'TypeError',
      true,
    ]);
    await passes('59 minutes');
    expect(await alarm()).toBe(true);
    await passes('2 minutes');
    expect(await alarm()).toBe(false);
  });

  test('is not raised by two accounts that meet it eleven minutes apart', async () => {
    await send(officer, report);
    await passes('11 minutes');
    await send(another, report);
    expect(await alarm()).toBe(false);
    expect(await shown()).toMatchObject([{ accounts: 2, spreads: false }]);
  });
});

test('who met it is known for a day, and what nobody meets for thirty days', async () => {
  await send(officer, report);
  await passes('25 hours');
  await send(another, { ...report, place: '/paid' });
  expect(await accountsKept()).toBe(1);
  await passes('25 hours');
  await pruneBreakages(app.db);
  expect(await accountsKept()).toBe(0);
  expect(await shown()).toHaveLength(2);
  await passes('28 days');
  await pruneBreakages(app.db);
  expect(await shown()).toMatchObject([{ place: '/paid' }]);
});

test('a flood is told apart up to five hundred rows of strangers and a thousand of all', async () => {
  const scripts = new Set([script]);
  const flood = (account: string | null, from: number) => {
    const reports = Array.from({ length: 600 }, (_, line) => ({
      ...report,
      frames: [`${script}:1:${from + line}`],
    }));
    return noteBreakages(app.db, scripts, account, reports);
  };
  const rows = async () => {
    const { rows: counted } = await sql<{ name: string; frames: string; count: number }>`
      select name, min(frames) as frames, count(*)::integer as count from breakages
      group by name order by count desc`.execute(app.db);
    return counted.map(({ name, count }) => [name, count]);
  };
  await flood(null, 1);
  expect(await rows()).toEqual([
    ['TypeError', 500],
    ['other', 1],
  ]);
  await flood(officer.id, 1_001);
  expect(await rows()).toEqual([
    ['TypeError', 999],
    ['other', 1],
  ]);
  // What is known is counted on.
  await noteBreakages(app.db, scripts, null, [{ ...report, frames: [`${script}:1:1`] }]);
  const { rows: first } = await sql`
    select count from breakages where frames = ${`${script}:1:1`}`.execute(app.db);
  expect(first).toEqual([{ count: 2 }]);
});

test('the same reports of many at once are all counted', async () => {
  const reports = ['/', '/map', '/paid', '/unpaid'].map((place) => ({ ...report, place }));
  await Promise.all(
    [officer, another].flatMap((by) =>
      [0, 1, 2, 3].map((turn) => send(by, ...reports.slice(turn), ...reports.slice(0, turn))),
    ),
  );
  expect(await shown()).toMatchObject(Array(4).fill({ count: 8, accounts: 2, spreads: true }));
});

test('calls that meet the same in opposite order never wait for each other in a ring', async () => {
  const places = screenPaths.map((place) => ({ ...report, place }));
  const scripts = new Set([script]);
  // PostgreSQL may find what is distinct without sorting it.
  const unsorted = openDatabase(`${app.appUrl}?options=-c%20enable_sort%3Doff`, { max: 8 });
  await noteBreakages(unsorted, scripts, null, places);
  const caller = async (number: number) => {
    const sent = number % 2 === 0 ? places : places.toReversed();
    for (let turn = 0; turn < 20; turn += 1)
      await noteBreakages(unsorted, scripts, officer.id, sent.slice(number, sent.length - turn));
  };
  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6, 7].map(caller));
  await closeDatabase(unsorted);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
});

// Last: whoever was refused stays so for a minute.
test('more than ten calls a minute of one account or one network are a 429', async () => {
  for (const by of [officer, nobody()]) {
    for (let time = 0; time < 10; time += 1) await send(by, report);
    expect(await by.call(reportBreakages, body(report))).toMatchObject({ status: 429 });
  }
  // They share the officer's address.
  await send(another, report);
});
