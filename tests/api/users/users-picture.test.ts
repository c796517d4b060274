import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAvatar, createUser } from '#contract/user-changes.ts';
import { noPicture, readUser } from '#contract/users.ts';
import type { SentFile } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
let portrait: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer');
  portrait = await pictureOf(1600, 1200);
});
afterAll(() => app.stop());

async function pictureOf(width: number, height: number) {
  const background = { r: 10, g: 120, b: 90 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'somebody secret' } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}

const avatar = (content: SentFile['content'], name = 'me.jpg'): SentFile[] => [
  { field: 'avatar', content, name },
];

const send = (by: Person, files: readonly SentFile[], body: object = {}) =>
  by.client.call(changeAvatar, { body, files });

const stored = () =>
  readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /[0-9A-HJKMNP-TV-Z]{26}/.test(path),
  );

const picturesOf = (id: string) =>
  app.db.selectFrom('users').select('picture').where('id', '=', id).executeTakeFirstOrThrow();

test('253b: a picture of oneself is written anew, small and without what the camera noted', async () => {
  const { data } = await officer.client.ok(changeAvatar, { body: {}, files: avatar(portrait) });
  expect(data.avatar).toBe(data.picture);
  const response = await fetch(app.url + data.picture);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  // From a file, since the product lets its process decode pictures from files only.
  const copy = join(app.dataDir, 'copy.jpg');
  writeFileSync(copy, bytes);
  const { format, width, height } = await sharp(copy).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 512, height: 384 });
  expect(bytes.includes('somebody secret')).toBe(false);
  const [last] = (await trailOf(app.db, { record: officer.id })).slice(-1);
  expect(last).toMatchObject({ event: 'user.pictured', before: { picture: noPicture } });
});

test('the address is in every answer, and nobody sees the picture without it', async () => {
  const { data } = await officer.client.ok(readUser, { params: { id: officer.id } });
  expect(data.picture).toMatch(/^\/files\/.+signature=/);
  const [bare = ''] = data.picture.split('?');
  expect((await fetch(app.url + bare)).status).not.toBe(200);
});

test('a state admin sets the picture of somebody in scope; beyond it is a 404', async () => {
  const far = await makePerson(app, 'operator', { state: 'Ogun' });
  expect((await send(admin, avatar(portrait), { id: far.id })).status).toBe(404);
  const near = await makePerson(app, 'operator');
  expect((await send(admin, avatar(portrait), { id: near.id })).status).toBe(200);
  expect((await picturesOf(near.id)).picture).not.toBe(noPicture);
  expect((await picturesOf(far.id)).picture).toBe(noPicture);
});

test('220c: nobody else sets the picture of another, and an observer none at all', async () => {
  const other = await makePerson(app, 'operator');
  expect((await send(officer, avatar(portrait), { id: other.id })).status).toBe(403);
  const observer = await makePerson(app, 'observer');
  expect((await send(observer, avatar(portrait))).status).toBe(403);
  expect((await picturesOf(other.id)).picture).toBe(noPicture);
});

describe('what is no picture is a 400, and nothing of it is kept', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => SentFile[]]>([
    ['no file', () => []],
    ['an empty file', () => avatar('')],
    ['text called .jpg', () => avatar('not a picture at all')],
    ['a page', () => avatar('<html><script>alert(1)</script></html>', 'me.png')],
    ['a drawing that holds a script', () => avatar(svg, 'me.svg')],
    ['a picture that is cut off', () => avatar(portrait.slice(0, 300))],
    ['a file under another name', () => [{ field: 'picture', content: portrait }]],
    ['two pictures', () => [...avatar(portrait), ...avatar(portrait)]],
  ])('%s', async (_what, files) => {
    const who = await makePerson(app, 'operator');
    const before = stored();
    expect(await send(who, files())).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect((await picturesOf(who.id)).picture).toBe(noPicture);
    expect(stored()).toEqual(before);
  });
});

describe('a picture of a new user', () => {
  const aUser = (email: string) => ({
    firstName: 'Musa',
    lastName: 'Danjuma',
    email,
    role: 'operator',
    state: 'Kaduna',
    zone: '',
    password: 'a password for somebody new',
  });

  test('255b: comes with the user', async () => {
    const body = aUser('musa@kdsta.example');
    const { data } = await admin.client.ok(createUser, { body, files: avatar(portrait) });
    expect((await fetch(app.url + data.avatar)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('is not kept when the user is refused', async () => {
    const before = stored();
    const body = aUser(officer.email);
    const answer = await admin.client.call(createUser, { body, files: avatar(portrait) });
    expect(answer.status).toBe(409);
    expect(stored()).toEqual(before);
  });

  test('that is none refuses the user', async () => {
    const body = aUser('nobody@kdsta.example');
    const answer = await admin.client.call(createUser, { body, files: avatar('nothing') });
    expect(answer.status).toBe(400);
    const rows = await app.db.selectFrom('users').select('email').execute();
    expect(rows.map(({ email }) => email)).not.toContain(body.email);
  });
});
