import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAvatar } from '#contract/user-changes.ts';
import { forgetAttempts } from '#server/http/attempts.ts';
import { openSession } from '#tests/support/client.ts';
import { anImage } from '#tests/support/collisions.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import {
  bodyOf,
  carries,
  file,
  keyedObjection,
  keyOf,
  sendObjection,
} from '#tests/support/objections.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const ticket = async () =>
  ticketCodeOf(app.db, (await booked(officer, { phoneNo: '0803 555 0142' }))._id);

const madeUp = 'ABCDEFGHJKMNPQRSTV';
const long = file('a.jpg', new Uint8Array(9 * 1024 * 1024));

test('strangers who send long forms take no place from an officer’s pictures', async () => {
  const open: ClientRequest[] = [];
  // Half of them have opened a page of their own, whose key lets their files be read.
  for (const isOpened of [true, false])
    for (const localAddress of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      for (let number = 0; number < 8; number += 1) {
        const code = isOpened ? await ticket() : `${madeUp.slice(0, 15)}${200 + open.length}`;
        const key = isOpened ? await keyOf(app, code) : '';
        const sent = request(`${app.url}/t/${code}/objection${key}`, {
          method: 'POST',
          localAddress,
          headers: {
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 47_000_000,
          },
        });
        sent.on('error', () => undefined);
        sent.write(
          '--x\r\ncontent-disposition: form-data; name="words"\r\n\r\nI was not there.\r\n',
        );
        open.push(sent);
      }
  await wait(300);
  // A short form takes no place.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const content = await sharp({ create: { width: 400, height: 400, channels: 3, noise } } as never)
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(content.length).toBeGreaterThan(64 * 1024);
  const picture = { ...(await anImage('avatar')), content };
  for (let time = 0; time < 4; time += 1)
    expect((await officer.call(changeAvatar, { body: {}, files: [picture] })).status).toBe(200);
  for (const sent of open) sent.destroy();
});

test('files of somebody who hasn’t opened the ticket’s page are not read, and no word is lost', async () => {
  const code = await ticket();
  const refused = await sendObjection(app, code, [long]);
  expect(refused.status).toBe(403);
  const page = bodyOf(await refused.text());
  carries(page);
  expect(page).toContain('This page has expired.');
  expect((await keyedObjection(app, code, [long])).status).not.toBe(403);
});

test('the key of one ticket’s page opens no other', async () => {
  const [one, other] = [await ticket(), await ticket()];
  const key = await keyOf(app, one);
  expect((await sendObjection(app, other, [long], {}, key)).status).toBe(403);
});

test('twenty wrong proofs of a ticket use up its day, however slowly they are tried', async () => {
  const code = await ticket();
  const tried = (proof: string) => sendForm(app, `${code}/more`, { proof });
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await tried(String(9_000 + guess))).status).toBe(403);
    // Eleven minutes later, and whatever is forgotten then.
    await sql`update attempts set began_at = began_at - interval '11 minutes'`.execute(app.owner);
    await forgetAttempts(app.db);
  }
  const last = await tried('0142');
  expect(last.status).toBe(429);
  expect(await last.text()).toContain('Try again tomorrow, or ask at the office.');
  await sql`update attempts set began_at = began_at - interval '1 day'`.execute(app.owner);
  await forgetAttempts(app.db);
  expect((await tried('0142')).status).toBe(200);
});

test('a code that is cut within a sign of two halves is a code like any other', async () => {
  const code = `${'a'.repeat(59)}%F0%9F%98%80`;
  expect((await fetch(`${app.url}/t/${code}/more`)).status).toBe(200);
  for (const part of ['more', 'objection', 'messages'])
    expect((await sendForm(app, `${code}/${part}`, { proof: '0000' })).status, part).toBe(403);
});

const wrongly = (part: string, code: string) => sendForm(app, `${code}/${part}`, { proof: '0000' });

test.each([
  ['made-up', (each: number) => Promise.resolve(`${madeUp.slice(0, 15)}${100 + each}`)],
  ['real', ticket],
] as const)(
  'wrong proofs of %s tickets hold nobody back from signing in for the first time',
  async (_which, codeOf) => {
    // The pages’ own limit of a minute is over.
    await sql`update attempts set began_at = began_at - interval '61 seconds'`.execute(app.owner);
    for (let each = 0; each < 12; each += 1) {
      const code = await codeOf(each);
      for (let guess = 0; guess < 9; guess += 1)
        expect(
          (await wrongly(['more', 'objection', 'messages'][guess % 3] ?? '', code)).status,
        ).toBe(403);
    }
    const { email } = await makeAccount(app.db, 'booking officer');
    expect((await openSession(app.url, email)).client).toBeDefined();
  },
  60_000,
);
