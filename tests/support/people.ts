import { expect } from 'vitest';
import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { updateUser } from '#contract/user-changes.ts';
import type { User } from '#contract/users.ts';
import { type Answer, type Client, openSession, type Session } from '#tests/support/client.ts';
import { type Account, makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import type { TestApp } from '#tests/support/test-app.ts';

export type Staff = Exclude<Role, 'guest'>;

export interface Place {
  state?: AccountState | null;
  zone?: string | null;
}

/** Somebody with an account and a session, who calls the product. */
export interface Person extends Account, Session, Client {}

/** Who signs in to an account that stands. */
export async function signedInAs(
  { url }: Pick<TestApp, 'url'>,
  account: Account,
  password?: string,
): Promise<Person> {
  const session = await openSession(url, account.email, password);
  return { ...account, ...session, ...session.client };
}

export const makePerson = async (app: TestApp, role: Staff, place?: Place): Promise<Person> =>
  signedInAs(app, await makeAccount(app.db, role, place));

export const change = (by: Person, id: string, body: unknown): Promise<Answer<typeof updateUser>> =>
  by.call(updateUser, { params: { id }, body });

export async function changed(by: Person, id: string, body: unknown): Promise<User> {
  return (await by.ok(updateUser, { params: { id }, body })).data;
}

const columns = [
  'email',
  'password_hash',
  'first_name',
  'last_name',
  'username',
  'role',
  'state',
  'zone',
  'phone',
  'picture',
  'active',
] as const;

/** Expects a change to be refused and nothing to be written; answers the sentence. */
export async function refused(
  { db }: TestApp,
  asked: () => Promise<Answer<typeof updateUser>>,
  id: string,
  { status, code }: { status: number; code: string },
): Promise<string> {
  const record = () =>
    db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  const before = await record();
  const answer = await asked();
  expect(answer).toMatchObject({ status, body: { code } });
  expect(await record()).toEqual(before);
  const events = (await trailOf(db, { record: id })).map(({ event }) => event);
  expect(events).not.toContain('user.changed');
  return answer.ok ? '' : answer.body.error;
}
