import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '#contract/sign-in.ts';
import { createUser, sendLink, updateUser } from '#contract/user-changes.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { codeIn, mailTo } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let other: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  other = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

let made = 0;
async function newUser(by: Person = admin) {
  made += 1;
  const names = { firstName: 'Hauwa', lastName: 'Bello', email: `hauwa.${made}@links.example` };
  const body = { ...names, role: 'operator', state: 'Kaduna', zone: 'Zaria' };
  return (await by.client.ok(createUser, { body })).data;
}

const link = (by: Person, id: string) => by.client.call(sendLink, { params: { id } });
const opens = (token: string) => {
  const password = 'four unlike words here';
  const body = { password, confirmPassword: password };
  return createClient(app.url).call(resetPassword, { params: { token }, body });
};
const correct = (by: Person, id: string, email: string) =>
  by.client.call(updateUser, { params: { id }, body: { email } });

describe('where no mail is set up', () => {
  test('whoever added a user hands over a link, which opens once and ends those before', async () => {
    const { id, email } = await newUser();
    const first = await admin.client.ok(sendLink, { params: { id } });
    const again = await admin.client.ok(sendLink, { params: { id } });
    expect(again.data).toMatchObject({ email });
    expect((await opens(codeIn(first.data.link ?? ''))).status).toBe(400);
    expect((await opens(codeIn(again.data.link ?? ''))).status).toBe(200);
    expect((await opens(codeIn(again.data.link ?? ''))).status).toBe(400);
    const trail = await trailOf(app.db, { record: id });
    const shown = JSON.stringify(trail);
    expect(shown).toContain('by hand');
    expect(shown).not.toContain(codeIn(again.data.link ?? ''));
    // From then on the account is its owner's.
    expect(await link(admin, id)).toMatchObject({ status: 409, body: { code: 'no_mail' } });
  });

  test('whoever adds a user is answered the first link, once', async () => {
    const { handed, id } = await newUser();
    expect(handed?.name).toBe('Hauwa Bello');
    const code = codeIn(handed?.link ?? '');
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){4}$/);
    // As somebody types it from paper.
    expect((await opens(code.toLowerCase())).status).toBe(200);
    const trail = await trailOf(app.db, { record: id });
    expect(trail.slice(0, 3)).toMatchObject([
      { event: 'user.added' },
      { event: 'user.link-made', after: { sent: 'by hand', until: handed?.until } },
      { event: 'user.password-reset' },
    ]);
  });

  test('nobody else takes an account over by a link', async () => {
    const { id } = await newUser();
    expect((await link(other, id)).status).toBe(403);
    const { id: standing } = await makeAccount(app.db, 'state admin');
    expect((await link(other, standing)).status).toBe(409);
  });
});

test('with mail every link goes to the account’s own address, whoever sends it', async () => {
  const mailing = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    const by = await makePerson(mailing, 'state admin');
    const { id, email } = await makeAccount(mailing.db, 'booking officer');
    const { data } = await by.client.ok(sendLink, { params: { id } });
    expect(data).toMatchObject({ email, link: null });
    const jobs = await mailing.owner
      .selectFrom('pgboss.job' as never)
      .select('data' as never)
      .where('name' as never, '=', 'mail-link' as never)
      .execute();
    expect(jobs).toEqual([{ data: { userId: id, by: expect.any(String) as unknown } }]);
  } finally {
    await mailing.stop();
  }
});

test('nobody sends a link to themselves, or to a closed account', async () => {
  expect(await link(admin, admin.id)).toMatchObject({ body: { code: 'own_account' } });
  const { id } = await newUser();
  await app.owner.updateTable('users').set({ active: false }).where('id', '=', id).execute();
  expect(await link(admin, id)).toMatchObject({ body: { code: 'closed_account' } });
});

describe('an address is corrected', () => {
  test('until somebody signs in with it: earlier links end, and the new address has one', async () => {
    const { id, email } = await newUser();
    const old = codeIn(await mailTo(app, email));
    const right = `right.${email}`;
    expect(await correct(admin, id, right)).toMatchObject({ body: { data: { email: right } } });
    expect((await opens(old)).status).toBe(400);
    expect((await opens(codeIn(await mailTo(app, right)))).status).toBe(200);
    expect(await correct(admin, id, email)).toMatchObject({ status: 403 });
  });

  test('also not once somebody has signed in with a first password', async () => {
    const { id, email } = await newUser();
    const password_hash = (
      await app.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow()
    ).password_hash;
    await app.owner.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await openSession(app.url, email);
    expect(await correct(admin, id, `late.${email}`)).toMatchObject({ status: 403 });
  });

  test('by nobody but whoever added it, who never counts as a second person beside it', async () => {
    const { id, email } = await newUser();
    expect(await correct(other, id, `mine.${email}`)).toMatchObject({ status: 403 });
  });

  test('to none that is taken, however many try at once', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    expect(await correct(admin, users[0]?.id ?? '', admin.email)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    const same = 'same@links.example';
    const answers = await Promise.all(users.map(({ id }) => correct(admin, id, same)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
