import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { confirmException, readException, settleException } from '#contract/exceptions.ts';
import { proposeFee } from '#contract/fees.ts';
import { resetPassword } from '#contract/sign-in.ts';
import { createUser } from '#contract/user-changes.ts';
import { createClient, signedIn, withoutStep } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { booked } from '#tests/support/journey.ts';
import { codeIn, mailsTo, mailTo } from '#tests/support/mails.ts';
import { change, makePerson, type Person, signedInAs } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const given = 'known to whoever made it';
const own = 'known to its owner alone';

let app: TestApp;
let admin: Person;
let other: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  other = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

let made = 0;
/** An account that `by` adds, as the form does. */
async function add(by: Person, role: string): Promise<{ id: string; email: string }> {
  made += 1;
  const email = `added.${made}@kdsta.example`;
  const names = { firstName: 'Hauwa', lastName: 'Garba' };
  const body = { ...names, email, role, state: 'Kaduna', zone: '', password: given };
  const { data } = await by.client.ok(createUser, { body });
  expect(data.ownPassword).toBe(false);
  return { id: data.id, email };
}

async function setOwnPassword(email: string): Promise<void> {
  const token = codeIn(await mailTo(app, email));
  const body = { password: own, confirmPassword: own };
  const answer = await createClient(app.url).ok(resetPassword, { params: { token }, body });
  expect(withoutStep(answer).user.ownPassword).toBe(true);
}

const madeDaysAgo = (id: string, days: number) =>
  app.owner
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', id)
    .execute();

/** An account that is old enough and whose owner alone knows the password. */
async function settled(by: Person, role: string): Promise<Person> {
  const account = await add(by, role);
  await setOwnPassword(account.email);
  await madeDaysAgo(account.id, 4);
  return signedInAs(app, account, own);
}

async function proposedBy({ client }: Pick<Person, 'client'>): Promise<string> {
  const id = await anException(app.db, officer.client);
  const body = { decision: 'noted', reason: 'The bank returned it.' };
  await client.ok(settleException, { params: { id }, body });
  return id;
}

async function confirmedBy({ client }: Pick<Person, 'client'>, id: string) {
  const { data } = await client.ok(readException, { params: { id } });
  const body = { agrees: true, proposedAt: data.settlement?.at };
  return client.call(confirmException, { params: { id }, body });
}

describe('a settlement is confirmed by a second person', () => {
  test('not by an account whose maker knows the password, until its owner set another', async () => {
    const { id, email } = await add(other, 'state admin');
    await madeDaysAgo(id, 30);
    const known = { client: await signedIn(app.url, email, given) };
    const exception = await proposedBy(admin);
    expect(await confirmedBy(known, exception)).toMatchObject({
      status: 403,
      body: { code: 'first_password' },
    });
    await setOwnPassword(email);
    const alone = { client: await signedIn(app.url, email, own) };
    expect(await confirmedBy(alone, exception)).toMatchObject({ status: 200 });
  });

  test('not by an account in its first 3 days', async () => {
    const { id, email } = await add(other, 'zonal head');
    await setOwnPassword(email);
    const exception = await proposedBy(admin);
    const client = await signedIn(app.url, email, own);
    const refused = await confirmedBy({ client }, exception);
    expect(refused).toMatchObject({ status: 403, body: { code: 'new_account' } });
    await madeDaysAgo(id, 3.1);
    expect(await confirmedBy({ client }, exception)).toMatchObject({ status: 200 });
  });

  test('not by whoever added the account, nor by an account for whoever added it', async () => {
    const added = await settled(admin, 'state admin');
    const related = { status: 409, body: { code: 'related_accounts' } };
    expect(await confirmedBy(added, await proposedBy(admin))).toMatchObject(related);
    const theirs = await proposedBy(added);
    expect(await confirmedBy(admin, theirs)).toMatchObject(related);
    expect(await confirmedBy(other, theirs)).toMatchObject({ status: 200 });
  });
});

describe('a booking is withdrawn by a second person', () => {
  const withdraw = ({ client }: Pick<Person, 'client'>, id: string) =>
    client.call(withdrawBooking, { params: { id }, body: { reason: 'Written for another car.' } });

  test('not with a password that somebody else knows', async () => {
    const { id, email } = await add(admin, 'zonal head');
    await madeDaysAgo(id, 30);
    const head = { client: await signedIn(app.url, email, given) };
    const { _id } = await booked(officer.client);
    expect(await withdraw(head, _id)).toMatchObject({ body: { code: 'first_password' } });
  });

  test('by the state admin who added the officer only once the officer has an own password', async () => {
    const { email } = await add(admin, 'booking officer');
    const { _id } = await booked(await signedIn(app.url, email, given));
    expect(await withdraw(admin, _id)).toMatchObject({ body: { code: 'related_accounts' } });
    await setOwnPassword(email);
    expect(await withdraw(admin, _id)).toMatchObject({ status: 200 });
  });
});

test('the other state admins are told by mail of a new one, of a changed role and of a fee', async () => {
  const before = (await mailsTo(app, other.email)).length;
  const { email } = await add(admin, 'state admin');
  expect(await mailTo(app, other.email, before + 1)).toContain(email);
  const risen = await add(admin, 'operator');
  await change(admin, risen.id, { role: 'state admin' });
  expect(await mailTo(app, other.email, before + 2)).toContain(risen.email);
  const body = {
    amount: 7_000,
    from: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    reason: 'The gazette.',
    organisation: 'Kaduna',
  };
  await admin.client.ok(proposeFee, { params: { id: 'LGC-01' }, body });
  expect(await mailTo(app, other.email, before + 3)).toContain('The gazette.');
  const ownMails = (await mailsTo(app, admin.email)).join();
  expect(ownMails).not.toContain('The gazette.');
});
