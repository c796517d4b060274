import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPicture } from '#contract/booking-pictures.ts';
import { uploadsIn } from '#server/http/multipart.ts';
import { aPicture as aSentPicture } from '#tests/support/booking-pictures.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { markPaid } from '#tests/support/factories.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
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

const ticket = async () => {
  const { _id: id } = await booked(officer, { phoneNo: '0803 555 0142' });
  return { id, code: await ticketCodeOf(app.db, id) };
};
const said = { proof: '0142', ground: 'not me', words: 'My brother drove that day.' };
const object = (code: string, change: Partial<typeof said> = {}, pictures: readonly Blob[] = []) =>
  sendForm(app, `${code}/objection`, { ...said, ...change }, pictures);

test('what is wrong in a form is said in it, with what was typed', async () => {
  const { code } = await ticket();
  const empty = await object(code, { words: ' ' });
  expect(empty.status).toBe(400);
  const page = await empty.text();
  expect(page).toContain('Enter what happened, in your own words.');
  expect(page).toMatch(/value="not me"\s+selected/);
  const strange = await object(code, { ground: 'because' });
  expect(await strange.text()).toContain('Select why you object.');
  const notes = new Blob(['no picture'], { type: 'image/jpeg' });
  const file = await object(code, { words: 'I was <b>not</b> there.' }, [notes]);
  expect(file.status).toBe(400);
  expect(await file.text()).toContain('I was &lt;b&gt;not&lt;/b&gt; there.');
  const picture = new Blob([await aPicture()], { type: 'image/jpeg' });
  const many = await object(code, {}, [picture, picture, picture, picture]);
  expect(await many.text()).toContain('Send at most 3 files.');
});

test('with the code alone, or a wrong proof, nobody sees more than with a code that no ticket has', async () => {
  const { code } = await ticket();
  const unknown = `${code.startsWith('7') ? '8' : '7'}${code.slice(1)}`;
  const withoutCode = (page: string, of: string) => page.replaceAll(of, 'CODE');
  const forms = await Promise.all(
    [code, unknown].map(async (one) =>
      withoutCode(await (await fetch(`${app.url}/t/${one}/more`)).text(), one),
    ),
  );
  expect(forms[0]).toBe(forms[1]);
  const answers = await Promise.all(
    [code, unknown].map(async (one) => {
      const response = await sendForm(app, `${one}/more`, { proof: '9999' });
      return [response.status, withoutCode(await response.text(), one)];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(403);
});

test('a wrong proof is said at its field, which is marked', async () => {
  const { code } = await ticket();
  const page = await (await sendForm(app, `${code}/more`, { proof: '9999' })).text();
  expect(page).toMatch(/<p class="wrong" role="alert" id="proof-wrong">These four characters/);
  expect(page).toMatch(
    /<input\s+id="proof"[^>]*aria-invalid="true" aria-describedby="proof-wrong"/,
  );
});

test('whoever guesses the second proof must wait soon, and the right one is refused meanwhile', async () => {
  const { code } = await ticket();
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await sendForm(app, `${code}/more`, { proof: `90${10 + guess}` })).status);
  expect(statuses).toContain(429);
  expect((await sendForm(app, `${code}/more`, { proof: '0142' })).status).toBe(429);
});

test('the second proof opens messages, and stops and starts them for the number', async () => {
  const { id, code } = await ticket();
  const stopped = () =>
    app.db
      .selectFrom('opt_outs')
      .select(sql<string>`phone`.as('phone'))
      .execute();
  const page = await (
    await sendForm(app, `${code}/messages`, { proof: '0142', stop: 'yes' })
  ).text();
  expect(page).toContain('Send me messages again');
  expect(await stopped()).toHaveLength(1);
  await sendForm(app, `${code}/messages`, { proof: '0142', stop: 'no' });
  expect(await stopped()).toHaveLength(0);
  const events = (await trailOf(app.db, { record: id })).map(({ event }) => event);
  expect(events.filter((event) => event === 'booking.opted-out')).toHaveLength(2);
});

test('a form that is no form, too large or without its length is refused in one sentence', async () => {
  const { code } = await ticket();
  const url = `${app.url}/t/${code}/objection`;
  const plain = await fetch(url, { method: 'POST', body: 'proof=0142' });
  expect(plain.status).toBe(415);
  const json = await fetch(url, {
    method: 'POST',
    body: '{"proof":"0142"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(json.status).toBe(400);
  const length = { 'content-type': 'multipart/form-data; boundary=x' };
  const cut = await fetch(url, { method: 'POST', body: '--x\r\nnonsense', headers: length });
  expect(cut.status).toBe(400);
  for (const response of [plain, json, cut])
    expect(response.headers.get('content-type')).toContain('text/html');
});

test('the second proof shows the vehicle, the messages and the receipt, and no signature', async () => {
  const { id, code } = await ticket();
  const send = async (shows: 'scene' | 'signature') =>
    (
      await officer.ok(addPicture, { params: { id }, ...(await aSentPicture({ shows })) })
    ).data.address.split('?')[0] ?? '';
  const [scene, signature] = [await send('scene'), await send('signature')];
  const place = { organisation: 'Kaduna', zone: 'Zaria', demo: false };
  const message = { booking_id: id, ...place, channel: 'sms', made_at: new Date('2026-11-02') };
  await app.owner
    .insertInto('messages')
    .values([
      {
        ...message,
        id: ulid(),
        purpose: 'issued',
        state: 'delivered',
        sent_at: new Date('2026-11-03'),
      },
      { ...message, id: ulid(), purpose: 'reminder', state: 'stopped', reason: 'It is paid.' },
      { ...message, id: ulid(), purpose: 'cleared', state: 'queued' },
    ])
    .execute();
  const page = async () => (await sendForm(app, `${code}/more`, { proof: '0142' })).text();
  const unpaid = await page();
  expect(unpaid).toContain(`src="${scene}?`);
  expect(unpaid).not.toContain(signature);
  expect(unpaid).toContain('2026-11-03: Ticket issued (delivered)');
  expect(unpaid).toContain('2026-11-02: Vehicle released (waiting)');
  expect(unpaid).not.toContain('Reminder');
  expect(unpaid).not.toContain('/receipt');
  await markPaid(app.db, id);
  const paid = await page();
  expect(paid).toContain(`/t/${code}/receipt`);
  expect(paid).toContain('This ticket is paid, so you can no longer object to it here.');
});

test('a ticket without pictures or messages says so', async () => {
  const { code } = await ticket();
  const page = await (await sendForm(app, `${code}/more`, { proof: '0142' })).text();
  expect(page).toContain('There are no pictures of the vehicle.');
  expect(page).toContain('We have sent no messages.');
  expect(page).toContain('Kaduna State Traffic Authority');
});

test('a form without its length is refused unread', async () => {
  const { code } = await ticket();
  const unsaid = () =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${app.url}/t/${code}/more`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('--x\r\n');
    });
  expect(await unsaid()).toBe(413);
});

test('what asks for messages to stop twice is written once', async () => {
  const { id, code } = await ticket();
  for (const _ of [1, 2]) await sendForm(app, `${code}/messages`, { proof: '0142', stop: 'yes' });
  const told = (await trailOf(app.db, { record: id })).filter(
    ({ event }) => event === 'booking.opted-out',
  );
  expect(told.map(({ before, after }) => [before, after])).toMatchObject([
    [
      { optedOut: false },
      { optedOut: true, reason: 'Somebody made this choice on the ticket’s page.' },
    ],
  ]);
  await sendForm(app, `${code}/messages`, { proof: '0142', stop: 'no' });
});

test('nothing of a form stays on the disk once it is answered, taken or refused', async () => {
  const picture = new Blob([await aPicture()], { type: 'image/jpeg' });
  const { code } = await ticket();
  expect((await object(code, {}, [picture])).status).toBe(200);
  expect((await object(code, { proof: '9999' }, [picture])).status).toBe(403);
  await expect.poll(() => readdir(uploadsIn(app.dataDir)), { timeout: 30_000 }).toEqual([]);
});

test('messages that are stopped from an address of staff are marked, not refused', async () => {
  const { _id: id } = await booked(officer, { phoneNo: '0803 555 0188' });
  const code = await ticketCodeOf(app.db, id);
  const change = async (stop: 'yes' | '') => {
    const sent = await sendForm(app, `${code}/messages`, { proof: '0188', stop });
    expect(sent.status).toBe(200);
    const rows = await trailOf(app.db, { record: id });
    return rows.findLast(({ event }) => event === 'booking.opted-out')?.after;
  };
  expect(await change('yes')).toMatchObject({ optedOut: true, fromStaff: true });
  const { rows } = await sql`
    select from security_events
    where kind = 'staff address' and about = ${`messages of ticket ${id}`}`.execute(app.db);
  expect(rows).toHaveLength(1);
  await sql`update sessions set address = '192.0.2.9'`.execute(app.owner);
  expect(await change('')).not.toHaveProperty('fromStaff');
});
