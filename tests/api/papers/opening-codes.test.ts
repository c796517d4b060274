import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctBooking } from '#contract/booking-corrections.ts';
import { messageRegister } from '#contract/modules/after-ticket/messages.ts';
import { createOpeningCode } from '#server/modules/after-ticket/messages/rules.ts';
import { derivedKeys } from '#server/process/derived-keys.ts';
import { verifyAudit } from '#server/trail.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { messageEnv, sendAll, switchOn } from '#tests/support/messages.ts';
import { bodyOf, carries, keeps, said } from '#tests/support/objections.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

let standIn: StandIn;
let env: Record<string, string>;
let app: TestApp;
let officer: Person;
let admin: Person;

beforeAll(async () => {
  standIn = await startStandIn();
  standIn.play = 'accepted and silent';
  env = messageEnv(standIn.url);
  app = await startTestApp(env);
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
});
beforeEach(() => app.owner.deleteFrom('attempts').execute());

let phones = 0;
async function ticket(change: Parameters<typeof booked>[1] = {}) {
  phones += 1;
  const phone = `0803 559 0${100 + phones}`;
  const { _id: id } = await booked(officer, { phoneNo: phone, ...change });
  return { id, phone, code: await ticketCodeOf(app.db, id) };
}

const madeUp = 'ABCDEFGHJKMNPQRSTV';
const ask = (code: string, fields: Record<string, string> = {}) =>
  sendForm(app, `${code}/code`, fields);
const open = (code: string, digits: string) => sendForm(app, `${code}/more`, { code: digits });

const takenBy = (phone: string) =>
  standIn.taken.filter(
    ({ to, text }) => to.endsWith(phone.slice(-3)) && text.includes('your code'),
  );
const digitsIn = (text = '') => /(\d{6}) is your code/.exec(text)?.[1] ?? '';

/** Asks for a code, and answers what came to the phone. */
async function codeOf({ code, phone }: { code: string; phone: string }): Promise<string> {
  const response = await ask(code);
  expect(response.status, bodyOf(await response.text())).toBe(200);
  await sendAll(app, env);
  return digitsIn(takenBy(phone).at(-1)?.text);
}

/** Another six digits. */
const not = (digits: string, by = 1) => String((Number(digits) + by) % 1_000_000).padStart(6, '0');
const proofIn = (page: string) =>
  (/name="proof" value="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
const keyIn = (page: string) =>
  (/objection(\?expires=[^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
const keyOfAttempts = (what: string) => hash('sha256', `opening code ${what}`, 'buffer');
const countOf = async (what: string) =>
  (
    await app.owner
      .selectFrom('attempts')
      .select('count')
      .where('key', '=', keyOfAttempts(what))
      .executeTakeFirst()
  )?.count;
const codesOf = (id: string) =>
  app.owner
    .selectFrom('messages')
    .selectAll()
    .where('booking_id', '=', id)
    .where('purpose', '=', 'opening-code')
    .orderBy('made_at')
    .execute();
const pass = (interval: string) =>
  sql`update attempts set began_at = began_at - ${interval}::interval`.execute(app.owner);

test('where no messages are sent, no code is offered, and the four characters are all that there is', async () => {
  const { id, code } = await ticket();
  const page = await (await fetch(`${app.url}/t/${code}/more`)).text();
  expect(page).toContain('Last four characters of your phone number or licence');
  expect(page).not.toMatch(/text message|\/code"/);
  const asked = await ask(code);
  expect(asked.status).toBe(409);
  expect(await asked.text()).toContain('We cannot send codes. Enter four characters instead.');
  expect(await codesOf(id)).toEqual([]);
  await switchOn(app);
});

test('a code comes to the ticket’s phone at once, in one part, and opens the page', async () => {
  const one = await ticket();
  const start = await (await fetch(`${app.url}/t/${one.code}/more`)).text();
  expect(start).toContain('Last four characters of your phone number or licence');
  expect(start).toContain('Send me a code');
  const digits = await codeOf(one);
  expect(takenBy(one.phone)).toMatchObject([
    {
      text: `Kaduna State Traffic Authority: ${digits} is your code for 10 minutes. Do not share it, not even with an officer.`,
    },
  ]);
  const [row] = await codesOf(one.id);
  expect(row).toMatchObject({ channel: 'sms', parts: 1, state: 'accepted' });
  // Whatever waits is sent in the order of this.
  expect(row?.due_at.getTime()).toBeLessThan((row?.made_at.getTime() ?? 0) - 3_600_000);
  const opened = await open(one.code, `${digits.slice(0, 3)} ${digits.slice(3)} `);
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain('Your objection');
});

test('what a code has opened goes on with objection, files and messages, and a code opens once', async () => {
  const one = await ticket();
  const digits = await codeOf(one);
  const page = await (await open(one.code, digits)).text();
  const proof = proofIn(page);
  const key = keyIn(page);
  expect((await open(one.code, digits)).status).toBe(403);
  const stopped = await sendForm(app, `${one.code}/messages`, { proof, stop: 'yes' });
  expect(await stopped.text()).toContain('Send me messages again');
  const pdf = new Blob([`%PDF-1.7\n${'x'.repeat(70_000)}\n%%EOF\n`]);
  const objection = { ...said, proof };
  const taken = await sendForm(app, `${one.code}/objection${key}`, objection, [pdf]);
  const after = await taken.text();
  expect(after).toContain('We have your objection.');
  expect(proofIn(after)).toBe(proof);
  expect(
    (await sendForm(app, `${one.code}/objection/copy`, { proof })).headers.get('content-type'),
  ).toBe('application/pdf');
});

test('what one ticket’s page gives as proof opens no other, and nothing else signed opens any', async () => {
  const [one, other] = [await ticket(), await ticket()];
  const page = await (await open(one.code, await codeOf(one))).text();
  const proof = proofIn(page);
  const tried = (code: string, said: string) => sendForm(app, `${code}/more`, { proof: said });
  expect((await tried(one.code, proof)).status).toBe(200);
  for (const [code, forged] of [
    [other.code, proof],
    [madeUp, proof],
    [one.code, proof.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))],
    [one.code, proof.replace(/\d(?=&)/, (digit) => String((Number(digit) + 1) % 10))],
    [one.code, keyIn(page)],
    [one.code, '?expires='],
  ] as const) {
    const refused = await tried(code, forged);
    // It is no guess, so that it uses nothing up.
    expect(refused.status, forged).toBe(403);
    expect(await refused.text()).toContain('This page has expired.');
  }
});

test('after five wrong tries the right code is refused too', async () => {
  const one = await ticket();
  const digits = await codeOf(one);
  for (let by = 1; by <= 5; by += 1) {
    const wrong = await open(one.code, not(digits, by));
    expect(wrong.status).toBe(403);
    expect(await wrong.text()).toContain('This code does not open the ticket.');
  }
  expect((await open(one.code, digits)).status).toBe(403);
  expect((await open(one.code, await codeOf(one))).status).toBe(200);
});

test('the fifth try still opens, and what is no code is no try', async () => {
  const one = await ticket();
  const digits = await codeOf(one);
  for (const short of ['1', '12345', '1234567', 'abcdef'])
    expect((await open(one.code, short)).status).toBe(403);
  for (let by = 1; by <= 4; by += 1) await open(one.code, not(digits, by));
  expect((await open(one.code, digits)).status).toBe(200);
});

test('many guesses at once have no more than five tries, and many right ones open once', async () => {
  const one = await ticket();
  const digits = await codeOf(one);
  const [row] = await codesOf(one.id);
  const guesses = Array.from({ length: 20 }, (_, by) => open(one.code, not(digits, by + 1)));
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(403);
  expect(await countOf(`tries of ${row?.id ?? ''}`)).toBe(20);
  expect((await open(one.code, digits)).status).toBe(403);
  const next = await codeOf(one);
  const right = await Promise.all(Array.from({ length: 12 }, () => open(one.code, next)));
  expect(right.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code is over after ten minutes, and a newer one ends it', async () => {
  const one = await ticket();
  const [older, newer] = [await codeOf(one), await codeOf(one)];
  expect(older).not.toBe(newer);
  expect((await open(one.code, older)).status).toBe(403);
  const aged = (interval: string) =>
    sql`update messages set begun_at = now() - ${interval}::interval
        where booking_id = ${one.id} and purpose = 'opening-code'`.execute(app.owner);
  await aged('10 minutes');
  expect((await open(one.code, newer)).status).toBe(403);
  await aged('9 minutes');
  expect((await open(one.code, newer)).status).toBe(200);
});

test('one that could not be sent in time is dropped, and opens nothing', async () => {
  const { id, code, phone } = await ticket();
  const message = ulid();
  await app.owner
    .insertInto('messages')
    .values({
      id: message,
      booking_id: id,
      organisation: 'Kaduna',
      zone: 'Zaria',
      demo: false,
      purpose: 'opening-code',
      occasion: 'late',
      channel: 'sms',
      made_at: sql<Date>`now() - interval '11 minutes'`,
    })
    .execute();
  await sendAll(app, env);
  expect(await codesOf(id)).toMatchObject([
    {
      state: 'stopped',
      reason: 'The code expired before Hanya could send the message.',
      body: '',
    },
  ]);
  expect(takenBy(phone)).toEqual([]);
  expect((await open(code, createOpeningCode(derivedKeys([testSecret]))(message))).status).toBe(
    403,
  );
});

test('three codes are sent in an hour and five in a day, the same for a ticket that isn’t there', async () => {
  const { id, code } = await ticket();
  const words = async (of: string) => {
    const response = await ask(of);
    return [response.status, (await response.text()).replaceAll(of, 'CODE')] as const;
  };
  const both = async () => {
    const [known, unknown] = [await words(code), await words(madeUp)];
    expect(known).toEqual(unknown);
    return known;
  };
  for (let time = 0; time < 3; time += 1) expect((await both())[0]).toBe(200);
  const [status, page] = await both();
  expect(status).toBe(429);
  expect(page).toContain(
    'There were too many requests for a code. Use the newest code, or ask again in an hour.',
  );
  await pass('61 minutes');
  for (let time = 0; time < 2; time += 1) expect((await both())[0]).toBe(200);
  const [later, last] = await both();
  expect(later).toBe(429);
  expect(last).toContain('ask again tomorrow.');
  await pass('23 hours');
  expect((await both())[0]).toBe(200);
  expect(await codesOf(id)).toHaveLength(6);
});

test('many who ask at once for one ticket get three codes', async () => {
  const { id, code } = await ticket();
  const asked = await Promise.all(Array.from({ length: 12 }, () => ask(code)));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await codesOf(id)).toHaveLength(3);
});

test('from one network a hundred codes are asked for in a day, and refused ones use up no ticket', async () => {
  const { code } = await ticket();
  await ask(madeUp);
  await sql`update attempts set count = 100 where key = ${keyOfAttempts('from 127.0.0.1')}`.execute(
    app.owner,
  );
  const refused = await ask(code);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('ask again tomorrow.');
  expect(await countOf(`in an hour of ${code}`)).toBeUndefined();
});

test('a number or an organisation with too many codes gets none, and only the trail says so', async () => {
  const one = await ticket();
  const answer = async () => [(await ask(one.code)).status, (await codesOf(one.id)).length];
  expect(await answer()).toEqual([200, 1]);
  const full = async (what: string, count: number) => {
    expect(await countOf(what), what).toBeDefined();
    await sql`update attempts set count = ${count} where key = ${keyOfAttempts(what)}`.execute(
      app.owner,
    );
  };
  const number = `to 234${one.phone.replaceAll(' ', '').slice(1)} of Kaduna false`;
  await full(number, 10);
  expect(await answer()).toEqual([200, 1]);
  await full(number, 0);
  await full('of Kaduna false', 500);
  expect(await answer()).toEqual([200, 1]);
  const asked = (await trailOf(app.db, { record: one.id })).filter(
    ({ event }) => event === 'booking.code-asked',
  );
  expect(asked.map(({ after }) => after)).toEqual([
    null,
    { withheld: 'We have sent too many codes to this number today.' },
    { withheld: 'The organisation has sent too many codes today.' },
  ]);
});

test('the answer is the same without a ticket, without a phone, opted out and where messages are off', async () => {
  const [plain, silent] = [await ticket(), await ticket()];
  const without = await ticket({ phoneNo: '+44 7700 900123' });
  const elsewhere = await makePerson(app, 'booking officer', {
    state: 'Ogun',
    zone: 'Sagamu',
  });
  const { _id: ogun } = await booked(elsewhere, { phoneNo: '0803 559 0999', zone: 'Sagamu' });
  await sendForm(app, `${silent.code}/messages`, { proof: silent.phone, stop: 'yes' });
  const codes = [plain, silent, without].map(({ code }) => code);
  const pages = [];
  for (const code of [...codes, await ticketCodeOf(app.db, ogun), madeUp]) {
    const before = await (await fetch(`${app.url}/t/${code}/more`)).text();
    const response = await ask(code);
    const wrong = await open(code, '123456');
    pages.push(
      [before, response.status, await response.text(), wrong.status, await wrong.text()]
        .join('\n')
        .replaceAll(code, 'CODE'),
    );
  }
  expect(new Set(pages).size).toBe(1);
  expect(bodyOf(pages[0] ?? '')).toContain('If this ticket has a phone number that we can text,');
  await sendAll(app, env);
  // Whoever is opted out and asks for a code wants this one message.
  expect(takenBy(silent.phone)).toHaveLength(1);
  expect(await codesOf(without.id)).toMatchObject([{ state: 'stopped' }]);
  expect(await codesOf(ogun)).toEqual([]);
});

test('whoever uses up the four characters of a day keeps nobody out', async () => {
  const one = await ticket();
  const four = one.phone.slice(-4);
  const early = await (await sendForm(app, `${one.code}/more`, { proof: four })).text();
  for (let guess = 0; guess < 20; guess += 1) {
    await sendForm(app, `${one.code}/more`, { proof: String(9_000 + guess) });
    await pass('11 minutes');
  }
  const refused = await sendForm(app, `${one.code}/objection`, { ...said, proof: four });
  expect(refused.status).toBe(429);
  const page = bodyOf(await refused.text());
  carries(page);
  expect(page).toContain('Until tomorrow you need a code.');
  expect(page).not.toContain('name="proof"');
  expect(bodyOf(await (await fetch(`${app.url}/t/${one.code}/more`)).text())).not.toContain(
    'name="proof"',
  );
  const asked = await ask(one.code, { ground: 'paid', words: said.words, phone: said.phone });
  const typing = bodyOf(await asked.text());
  carries(typing);
  expect(typing).not.toContain('name="proof"');
  await sendAll(app, env);
  const code = digitsIn(takenBy(one.phone).at(-1)?.text);
  const kept = { ground: 'paid', words: said.words, phone: said.phone };
  const opened = await sendForm(app, `${one.code}/more`, { code, ...kept });
  expect(opened.status).toBe(200);
  keeps(await opened.text());
  // Whoever had opened the page before goes on too.
  const proof = proofIn(early);
  expect((await sendForm(app, `${one.code}/more`, { proof })).status).toBe(200);
});

test('a code that went to a number which was corrected since opens nothing, nor does an opened page', async () => {
  const one = await ticket();
  const opened = proofIn(await (await open(one.code, await codeOf(one))).text());
  const digits = await codeOf(one);
  await officer.ok(correctBooking, {
    params: { id: one.id },
    body: { version: 1, phoneNo: '0803 559 0888', reason: 'A digit was wrong.' },
  });
  expect((await open(one.code, digits)).status).toBe(403);
  expect((await sendForm(app, `${one.code}/more`, { proof: opened })).status).toBe(403);
});

test('no list, file, row or line of the trail has the code, and the trail says that one was asked for', async () => {
  const one = await ticket();
  const digits = await codeOf(one);
  const { data } = await admin.ok(messageRegister.list, { query: { booking: one.id } });
  const listed = data.find(({ purpose }) => purpose === 'opening-code');
  expect(listed?.text).toContain('****** is your code for 10 minutes.');
  const rows = await exportedRows(app, admin, messageRegister.file, {});
  expect(JSON.stringify(rows)).toContain('Code for the ticket page');
  const kept = await asOwner(
    app,
    `select (select json_agg(m) from messages m where booking_id = $1)::text as messages,
       (select json_agg(a) from audit a where record_id = $1)::text as trail,
       (select json_agg(t) from attempts t)::text as attempts`,
    [one.id],
  );
  for (const text of [JSON.stringify(data), JSON.stringify(rows), JSON.stringify(kept)])
    expect(text).not.toMatch(new RegExp(`(?<!\\d)${digits}(?!\\d)`));
  const trail = await trailOf(app.db, { record: one.id });
  expect(trail.filter(({ event }) => event === 'booking.code-asked')).toMatchObject([
    { actor_role: 'nobody', before: null, after: null },
  ]);
  // The page lists what was told of the ticket.
  expect(await (await open(one.code, digits)).text()).not.toContain('Code for the ticket page');
});

test('a form for a code that is no form, or long, is refused in one sentence and asks for none', async () => {
  const { id, code } = await ticket();
  const url = `${app.url}/t/${code}/code`;
  const json = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(json.status).toBe(400);
  expect((await fetch(url, { method: 'POST', body: 'a=b' })).status).toBe(415);
  const long = new Blob([new Uint8Array(200_000)]);
  expect((await sendForm(app, `${code}/code`, {}, [long])).status).toBe(413);
  expect(await codesOf(id)).toEqual([]);
});

test('each of these pages is small', async () => {
  const one = await ticket();
  const first = await (await fetch(`${app.url}/t/${one.code}/more`)).text();
  const asked = await (await ask(one.code)).text();
  const wrong = await (await open(one.code, '123456')).text();
  for (const page of [first, asked, wrong]) expect(Buffer.byteLength(page)).toBeLessThan(20_000);
});

test('the walk through the trail finds nothing wrong after all of this', async () => {
  const { findings } = await verifyAudit(app.owner);
  // Messages were switched on without a row.
  expect(findings.filter((found) => !found.startsWith('Duty '))).toEqual([]);
});
