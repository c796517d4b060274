import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { forgotPassword, login, resetPassword } from '#contract/sign-in.ts';
import { makeLink } from '#server/features/auth/links.ts';
import { askReset } from '#server/features/auth/reset.ts';
import type { Actor } from '#server/http/caller.ts';
import { createClient, openSession, withoutStep } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { trailOf, until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
const newPassword = 'a new password for tests';

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const nobody = () => createClient(app.url);
const ask = (email: string) => nobody().call(forgotPassword, { body: { email } });
const reset = (token: string, password = newPassword, confirmPassword = password) =>
  nobody().call(resetPassword, { params: { token }, body: { password, confirmPassword } });
const signIn = (email: string, password: string) =>
  nobody().call(login, { body: { email, password } });

async function mailsTo(email: string): Promise<string[]> {
  const folder = path.join(app.dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.sort().map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(email));
}

/** The text of a mail as its reader sees it. */
function textOf(mail: string): string {
  const [head = '', ...parts] = mail.split('\r\n\r\n');
  const text = parts.join('\r\n\r\n');
  if (!head.includes('Content-Transfer-Encoding: quoted-printable')) return text;
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Asks for a mail, and answers with the code of its link. */
async function codeFor(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  await ask(email);
  await until('the mail was written', async () => (await mailsTo(email)).length > before);
  const text = textOf((await mailsTo(email)).at(-1) ?? '');
  const [, code] = /\/resetpassword#(\S+)/.exec(text) ?? [];
  if (code === undefined) throw new Error(`There is no link in: ${text}`);
  return code;
}

test('the answer waits for nothing that depends on whether there is such an account', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const holder = new pg.Client({ connectionString: app.ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table users, password_resets, audit in access exclusive mode');
  for (const asked of [email, 'nobody@example.com'])
    expect(await ask(asked)).toMatchObject({ status: 200 });
  await holder.end();
  await until('the mail was written', async () => (await mailsTo(email)).length === 1);
});

/** Asks from an address of its own each time, and answers with the codes that were mailed. */
async function codesFor(email: string, from: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  const send = ({ text }: { text: string }) =>
    Promise.resolve(void codes.push(/#(\S+)/.exec(text)?.[1] ?? ''));
  const deps = { ...app.pools, mailer: { send }, config: { demo: false, publicUrl: '' } };
  for (const address of from) {
    const actor: Actor = { id: null, role: 'nobody', address };
    await askReset(deps, actor, { email });
  }
  return codes;
}

test('an account gets at most five mails in ten minutes, from wherever they are asked for', async () => {
  const { id, email } = await makeAccount(app.db, 'operator');
  const from = [1, 2, 3, 4, 5, 6, 7].map((host) => `198.51.100.${host}`);
  expect(await codesFor(email, from)).toHaveLength(5);
  expect(await trailOf(app.db, { record: id })).toHaveLength(5);
});

test.each([
  ['one address', (_time: number) => '203.0.113.1'],
  ['one network of addresses', (time: number) => `2001:db8:1:2::${time}`],
])('a stranger who asks from %s leaves its owner mails to ask for', async (_where, address) => {
  const { email } = await makeAccount(app.db, 'operator');
  const strangers = Array.from({ length: 9 }, (_, time) => address(time));
  expect(await codesFor(email, strangers)).toHaveLength(3);
  const [own = ''] = await codesFor(email, ['192.0.2.1']);
  expect((await reset(own)).status).toBe(200);
});

test('no ask voids a link that was mailed before, that of a new account neither', async () => {
  const { id, email } = await makeAccount(app.db, 'operator');
  const first = await app.db
    .transaction()
    .execute((trx) => makeLink(trx, id, 7 * 24 * 60))
    .then(({ code }) => code);
  const [own = ''] = await codesFor(email, ['192.0.2.1']);
  const strangers = [1, 2, 3, 4].map((host) => `198.51.100.${host}`);
  const others = await codesFor(email, strangers);
  expect(others).toHaveLength(4);
  // What is wrong with a password is told to whoever has an open link alone.
  const isOpen = async (code: string) => {
    const answer = await reset(code, 'hanya traffic');
    return !answer.ok && answer.body.code !== 'reset_expired';
  };
  for (const code of [first, own, ...others]) expect(await isOpen(code)).toBe(true);
  expect((await reset(first)).status).toBe(200);
  for (const code of [first, own, ...others]) expect(await isOpen(code)).toBe(false);
});

test('a mail with a link under the public address is really written', async () => {
  const { id, email } = await makeAccount(app.db, 'operator');
  await app.db.updateTable('users').set({ first_name: 'Ṣọlá' }).where('id', '=', id).execute();
  const code = await codeFor(email);
  const [mail = ''] = await mailsTo(email);
  expect(textOf(mail)).toContain('Hello Ṣọlá,');
  expect(textOf(mail)).toContain(`${app.url}/resetpassword#${code}`);
  expect(mail).toMatch(/^Content-Transfer-Encoding: quoted-printable\r$/m);
  expect(mail).toContain(`To: ${email}`);
  expect(code.length).toBeGreaterThanOrEqual(32);
});

test('an unknown address gets the same answer, and no mail', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const closed = await makeAccount(app.db, 'operator');
  await app.db.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute();
  const known = await ask(email);
  expect(await ask('nobody@example.com')).toEqual(known);
  expect(await ask(closed.email)).toEqual(known);
  await until('the mail was written', async () => (await mailsTo(email)).length === 1);
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  expect(await mailsTo(closed.email)).toEqual([]);
});

test('249a: the link sets the new password, signs in, and ends every other session', async () => {
  const { id, email } = await makeAccount(app.db, 'operator');
  const before = [await openSession(app.url, email), await openSession(app.url, email)];
  const answer = await reset(await codeFor(email));
  expect(answer).toMatchObject({ status: 200, body: { user: { id } } });
  for (const { client } of before)
    expect(await client.call(listBookings)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
  const token = answer.ok ? withoutStep(answer.body).token : '';
  expect((await createClient(app.url, token).call(listBookings)).status).toBe(200);
  expect((await signIn(email, testPassword)).status).toBe(401);
  expect((await signIn(email, newPassword)).status).toBe(200);
  const [, , , done] = await trailOf(app.db, { record: id });
  expect(done).toMatchObject({
    event: 'user.password-reset',
    before: { sessions: 2 },
    after: { sessions: 0 },
    actor_role: 'nobody',
  });
});

test('a link works once', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const code = await codeFor(email);
  expect((await reset(code)).status).toBe(200);
  const again = await reset(code, 'yet another password');
  expect(again).toMatchObject({ status: 400, body: { code: 'reset_expired' } });
  expect((await signIn(email, newPassword)).status).toBe(200);
});

test('a link used twice at once works once', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const code = await codeFor(email);
  const answers = await Promise.all([reset(code), reset(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a link mailed earlier is void once the password has changed', async () => {
  const { email } = await makeAccount(app.db, 'operator');
  const [first, second] = [await codeFor(email), await codeFor(email)];
  expect((await reset(second)).status).toBe(200);
  expect(await reset(first)).toMatchObject({ status: 400, body: { code: 'reset_expired' } });
});

test('a link older than an hour, an unknown one and one of a closed account are refused alike', async () => {
  const [late, closed] = [
    await makeAccount(app.db, 'operator'),
    await makeAccount(app.db, 'operator'),
  ];
  const [lateCode, closedCode] = [await codeFor(late.email), await codeFor(closed.email)];
  const { expires_at } = await app.db
    .updateTable('password_resets')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', late.id)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  expect(expires_at.getTime()).toBeLessThan(Date.now());
  await app.db.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute();
  const answers = [await reset(lateCode), await reset('nonsense'), await reset(closedCode)];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 400, body: { code: 'reset_expired' } });
});
