import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '#contract/sign-in.ts';
import { createUser, importUsers } from '#contract/user-changes.ts';
import { cellsOf, columnsOf } from '#server/lists/table.ts';
import { xlsxOf } from '#server/lists/xlsx.ts';
import { createClient } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { codeIn, mailsTo, mailTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const head = 'First Name,Last Name,Email,Phone,Role,State,Zone';
const sheet = (...rows: string[]) => [head, ...rows].join('\r\n');

async function send(content: string | Uint8Array<ArrayBuffer>, adds: string, by: Person = admin) {
  const files = [{ field: 'file', content }];
  return by.client.call(importUsers, { body: { adds }, files });
}

async function sent(content: string | Uint8Array<ArrayBuffer>, adds: string, by: Person = admin) {
  const answer = await send(content, adds, by);
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.data;
}

const usersAt = (domain: string) =>
  app.db
    .selectFrom('users')
    .selectAll()
    .where('email', 'like', `%@${domain}`)
    .orderBy('email')
    .execute();

test('a file is checked first, adds everybody at once, gives each a link, and adds nobody again', async () => {
  const file = sheet(
    'Hauwa,Bello,hauwa@first.example,8035550142,Booking Officer,,sabon gari',
    'Musa,Ibrahim,MUSA@first.example,0803 555 0143,zonal head,Kaduna,Zaria',
    'Grace,Duniya,grace@first.example,,observer,,',
  );
  const checked = await sent(file, 'nobody');
  expect(checked).toMatchObject({ added: 0, mailed: false });
  expect(checked.rows.map(({ faults }) => faults)).toEqual([[], [], []]);
  expect(checked.rows[0]).toMatchObject({ line: 2, place: 'Kaduna, Sabon Gari' });
  expect(await usersAt('first.example')).toEqual([]);

  expect(checked.handed).toEqual([]);
  const { added, handed } = await sent(file, 'all');
  expect(added).toBe(3);
  const made = await usersAt('first.example');
  expect(made).toMatchObject([
    { email: 'grace@first.example', role: 'observer', zone: null, added_by: admin.id },
    { email: 'hauwa@first.example', phone: '08035550142', zone: 'Sabon Gari', state: 'Kaduna' },
    { email: 'musa@first.example', role: 'zonal head', own_password: false },
  ]);
  const trail = await trailOf(app.db, { record: made[1]?.id ?? '' });
  expect(trail).toMatchObject([
    { event: 'user.added', after: { zone: 'Sabon Gari' } },
    { event: 'user.link-made', after: { sent: 'by hand', until: handed[1]?.until } },
  ]);
  expect(handed).toMatchObject([
    { name: 'Grace Duniya', email: 'grace@first.example' },
    { name: 'Hauwa Bello', email: 'hauwa@first.example' },
    { name: 'Musa Ibrahim', email: 'musa@first.example' },
  ]);
  const token = codeIn(handed[1]?.link ?? '');
  expect(JSON.stringify(trail)).not.toContain(token);
  const password = 'four unlike words here';
  const sets = () =>
    createClient(app.url).call(resetPassword, {
      params: { token },
      body: { password, confirmPassword: password },
    });
  expect((await sets()).status).toBe(200);
  expect((await sets()).status).toBe(400);
  for (const { email } of made) expect(codeIn(await mailTo(app, email))).not.toBe('');

  const again = await sent(file, 'all');
  expect(again).toMatchObject({ added: 0, handed: [] });
  expect(again.rows.map(({ exists }) => exists)).toEqual([true, true, true]);
  expect(await mailsTo(app, 'musa@first.example')).toHaveLength(1);
});

test('two who send the same file at once add each user once', async () => {
  const file = sheet(
    'Hauwa,Bello,b@twice.example,,operator,,Zaria',
    'Musa,Ibrahim,a@twice.example,,operator,,Zaria',
  );
  const answers = await Promise.all([sent(file, 'all'), sent(file, 'all'), sent(file, 'all')]);
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(2);
  expect(await usersAt('twice.example')).toHaveLength(2);
});

test.each([
  [`"'+234 803 555 0142"`, 0],
  [`'08035550142`, 0],
  [`"=""08035550142"""`, 0],
  [`="08035550142"`, 0],
  [`'=0803 555 0142`, 1],
  [`O'Brien`, 1],
])('a phone that a spreadsheet was made to take for text is read: %s', async (cell, faults) => {
  const [row] = (await sent(sheet(`A,B,forced@x.example,${cell},operator,,Zaria`), 'nobody')).rows;
  expect(row?.faults).toHaveLength(faults);
});

test('in one column of names a comma stands behind the surname', async () => {
  const file = ['Full Name,Email,Role,Zone', '"ADEYEMI, Tolu Ade",t@comma.example,operator,Zaria'];
  await sent([...file, 'Musa Bello Sani,u@comma.example,operator,Zaria'].join('\n'), 'all');
  expect(await usersAt('comma.example')).toMatchObject([
    { first_name: 'Tolu Ade', last_name: 'ADEYEMI' },
    { first_name: 'Musa', last_name: 'Bello Sani' },
  ]);
});

describe('a row with a fault says what to do', () => {
  const faultsOf = async (row: string, by?: Person) =>
    (await sent(sheet(row), 'nobody', by)).rows[0]?.faults ?? [];

  test.each<[string, string, RegExp]>([
    ['no zone for an officer', 'A,B,a@x.example,,booking officer,,', /Select a zone, or Hq/],
    ['a zone that is none', 'A,B,a@x.example,,operator,,Zaira', /Zaira is not a zone of Kaduna/],
    ['no such role', 'A,B,a@x.example,,driver,,Zaria', /Select a role/],
    ['no address', 'A,B,somebody,,operator,,Zaria', /Enter an email address/],
    ['two phones', 'A,B,a@x.example,08035550142/08035550143,operator,,Zaria', /Enter one phone/],
    ['another state', 'A,B,a@x.example,,operator,Ogun,Sagamu', /You cannot give more/],
    ['all states', 'A,B,a@x.example,,observer,All states,', /You cannot give more/],
  ])('%s', async (_what, row, says) => {
    expect(await faultsOf(row)).toEqual([expect.stringMatching(says)]);
  });

  test('headquarters is said, and a state that nobody can tell is asked for', async () => {
    expect(await faultsOf('A,B,a@x.example,,booking officer,,Hq')).toEqual([]);
    const everywhere = await makePerson(app, 'state admin', { state: null });
    const row = 'A,B,a@x.example,,observer,,';
    expect(await faultsOf(row, everywhere)).toEqual([expect.stringMatching(/Enter the state/)]);
  });

  test('a zone beyond that of a state admin of one zone', async () => {
    const local = await makePerson(app, 'state admin', { zone: 'Zaria' });
    const faults = await faultsOf('A,B,a@x.example,,operator,,Chikun', local);
    expect(faults).toEqual([expect.stringMatching(/You cannot give more/)]);
  });
});

test('with a faulty row nobody is added, until it is left out on purpose', async () => {
  const file = sheet(
    'Hauwa,Bello,hauwa@some.example,,operator,,Zaria',
    'Aisha,Sule,hauwa@some.example,,operator,,Zaria',
    'Musa,,musa@some.example,,operator,,Zaria',
  );
  expect(await send(file, 'all')).toMatchObject({ status: 409, body: { code: 'faulty_rows' } });
  expect(await usersAt('some.example')).toEqual([]);
  const left = await sent(file, 'faultless');
  expect(left.added).toBe(1);
  expect(left.rows.map(({ faults }) => faults)).toEqual([
    [],
    ['Line 2 has the same email address. Remove one of these lines.'],
    ['Enter a last name.'],
  ]);
});

test('an Excel workbook is read, and one column of names is parted', async () => {
  const { text } = columnsOf<string[]>();
  const columns = ['Name', 'Role', 'Zone', 'E-mail'].map((name, at) =>
    text(name, 20, (row) => row[at] ?? ''),
  );
  const rows = [['Ngozi Ada Obi', 'Operator', 'Giwa', 'ngozi@book.example']];
  const batches = Readable.from([cellsOf(columns, rows)]);
  const plain = columns.map(({ name, kind, width }) => ({ name, kind, width }));
  await sent(new Uint8Array(await xlsxOf({ columns: plain, batches })), 'all');
  expect(await usersAt('book.example')).toMatchObject([
    { first_name: 'Ngozi', last_name: 'Ada Obi', zone: 'Giwa' },
  ]);
});

test.each([
  ['without columns', 'a,b\r\nc,d', /The file has no column Email or Role or Zone/i],
  ['without users', sheet(), /has no users/],
  ['of a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]), /not a CSV file/],
  ['of too many', sheet(...Array.from({ length: 600 }, () => 'A,B')), /at most 500 lines/],
])('a file %s is a 400', async (_what, content, says) => {
  const answer = await send(content, 'nobody');
  expect(answer.status).toBe(400);
  expect(answer.ok ? '' : answer.body.error).toMatch(says);
});

test('a user of a zone is added without one by nobody who forgets it', async () => {
  const names = { firstName: 'Hauwa', lastName: 'Bello', email: 'h@forgot.example' };
  const body = { ...names, role: 'booking officer', state: 'Kaduna' };
  expect(await admin.client.call(createUser, { body })).toMatchObject({
    status: 400,
    body: { fields: { zone: 'Select a zone, or Hq for all zones.' } },
  });
  const { data } = await admin.client.ok(createUser, { body: { ...body, zone: '' } });
  expect(data).toMatchObject({ zone: null, ownPassword: false, mailed: false });
});
