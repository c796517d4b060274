import { randomBytes } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import pg from 'pg';
import { ulid } from 'ulid';
import type { BodyOf } from '#contract/endpoint.ts';
import type { changeAvatar } from '#contract/user-changes.ts';
import { type createUser, type HandedLink, updateUser } from '#contract/user-changes.ts';
import { noPicture, type User } from '#contract/users.ts';
import { carryOut, type Steps } from '#server/acts/carry-out.ts';
import type { DB, Users } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { hashPassword, voidLinks, whyNotPassword } from '#server/features/auth/commands.ts';
import { insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Call } from '#server/http/call.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { handedLink, queueLink } from './links.ts';
import { type Locked, lockUsers } from './locked-users.ts';
import { accountRecord, pictureAddresses, userToWire } from './queries.ts';
import {
  differences,
  emailTaken,
  placeAfter,
  whyNotChanged,
  whyNotPlaced,
  type Workplace,
} from './rules.ts';
import { tellOfAdded, tellOfAdmin } from './telling.ts';

export { secondPeopleOf } from './second-people.ts';
export { inBackground, tellAdmins } from './telling.ts';

/** The longest side of a picture of somebody, in pixels. */
const pictureSide = 512;

/**
 * Adds a user within the caller's own rights, with a picture if one was sent, and answers the link
 * where no mail is set up; 409 when the email address has an account.
 */
export async function addUser(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  body: BodyOf<typeof createUser>,
  files: readonly UploadedFile[],
): Promise<Outcome<{ user: User; handed: HandedLink | null }>> {
  const refusal = whyNotPlaced(placeOf(body), holderOf(caller), areasOf);
  if (refusal) return refusal;
  const tooEasy = body.password === undefined ? null : whyNotPassword(body.password, body);
  if (tooEasy) return tooEasy;
  const password_hash = await hashPassword(body.password ?? nobodysPassword());
  const added = await withStoredFiles(
    deps,
    files,
    (pictures) =>
      deps.db.transaction().execute(async (trx) => {
        const picture = pictures[0]?.id ?? noPicture;
        const row = await insertUser(deps, trx, { actor, caller, body, password_hash, picture });
        if (!row) return emailTaken;
        await insertFiles(trx, pictures, { createdBy: caller.userId, demo: caller.demo });
        const handed = await handedLink(deps, trx, actor, row);
        return { user: userToWire(row, pictureAddresses(deps)), handed };
      }),
    { sender: caller.userId, side: pictureSide },
  );
  if (!(added instanceof Refusal)) tellOfAdded(deps, caller, [added.user]);
  return added;
}

const placeOf = ({ state, zone = null }: NewAccount['body']): Workplace => ({ state, zone });

/** The place beyond which an account gives nothing. */
export const holderOf = ({ state, scope }: Caller): Workplace => ({ state, zone: scope.zone });

/** A password that nobody knows, for an account whose owner sets one by a link. */
export const nobodysPassword = (): string => randomBytes(32).toString('base64');

interface NewAccount {
  readonly actor: Actor;
  readonly caller: Caller;
  readonly body: Omit<BodyOf<typeof createUser>, 'password' | 'confirmPassword'>;
  readonly password_hash: string;
  readonly picture: string;
}

/** Writes a new account and queues the mail with its first link; undefined where the address is taken. */
export async function insertUser(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<DB>,
  { actor, caller, body, password_hash, picture }: NewAccount,
): Promise<Selectable<Users> | undefined> {
  const row = await trx
    .insertInto('users')
    .values({
      ...userRow(body),
      password_hash,
      own_password: false,
      added_by: caller.userId,
      picture,
      demo: caller.demo,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await writeAudit(trx, actor, {
    event: 'user.added',
    record: 'user',
    id: row.id,
    before: null,
    after: { ...accountRecord(row), picture },
  });
  await queueLink(deps, trx, { userId: row.id, by: caller.name });
  return row;
}

function userRow(body: NewAccount['body']) {
  return {
    id: ulid(),
    email: body.email,
    first_name: body.firstName,
    last_name: body.lastName,
    username: body.username,
    role: body.role,
    ...placeOf(body),
    phone: body.phone,
  };
}

/** Gives an account the picture that was sent; 400 when none was. */
export const picturing = (
  deps: Deps,
  id: string,
): Steps<typeof changeAvatar, undefined, Locked> => ({
  id: () => id,
  before: ({ files }) => (files.length === 0 ? invalid('avatar', 'Select a picture.') : null),
  stores: ({ actor }) => ({ sender: actor.id, side: pictureSide }),
  lock: async (trx) => (await lockUsers(trx, [id])).get(id) ?? notFound('user'),
  change: async (trx, { row }, { actor }, kept) => {
    const picture = kept[0]?.id;
    if (picture === undefined) return notFound('user');
    await insertFiles(trx, kept, { createdBy: actor.id, demo: row.demo });
    await trx.updateTable('users').set({ picture }).where('id', '=', id).execute();
    return { before: { picture: row.picture }, after: { picture } };
  },
  answer: (trx) => wholeUser(deps, trx, id),
});

async function wholeUser(deps: Deps, trx: Transaction<DB>, id: string): Promise<User> {
  const row = trx.selectFrom('users').selectAll().where('id', '=', id);
  return userToWire(await row.executeTakeFirstOrThrow(), pictureAddresses(deps));
}

/**
 * Changes a user. A change of role, state, zone or activity ends the sessions
 * of the account. A person who narrows their own scope keeps the session they did it in.
 */
export const changeUser = (
  deps: Deps,
  call: Call<typeof updateUser, { readonly id: string }>,
): Promise<Outcome<User>> => carryOut(deps, updateUser, changing(deps), call).catch(ifTaken);

interface Changing {
  readonly by: Locked;
  readonly target: Locked;
}

const changing = (deps: Deps): Steps<typeof updateUser, { readonly id: string }, Changing> => ({
  id: ({ id }) => id,
  lock: async (trx, { record: { id }, caller }) => {
    const locked = await lockUsers(trx, [caller.userId, id]);
    const [by, target] = [locked.get(caller.userId), locked.get(id)];
    return by && target ? { by, target } : notFound('user');
  },
  rule: ({ by, target }, { body }) =>
    whyNotChanged(target.standing, by.standing, body, areasOf) ?? null,
  change: async (trx, { target: { row, standing } }, { body, actor, caller }) => {
    const place = placeAfter(standing, body);
    const next = {
      first_name: body.firstName ?? row.first_name,
      last_name: body.lastName ?? row.last_name,
      username: body.username ?? row.username,
      phone: body.phone ?? row.phone,
      email: body.email ?? row.email,
      role: body.role ?? standing.role,
      state: place.state,
      zone: place.zone,
      active: body.active ?? row.active,
      language: body.language ?? row.language,
    };
    const changed = { ...row, ...next };
    const difference = differences(accountRecord(row), accountRecord(changed));
    if (!difference) return [];
    const { role, state, zone, active, email } = difference.after;
    const standsElsewhere = [role, state, zone, active].some((value) => value !== undefined);
    const needsProof = standsElsewhere || email !== undefined;
    const unproved = needsProof ? await deps.sessions.whyNotProved(caller) : null;
    if (unproved) return unproved;
    await trx.updateTable('users').set(next).where('id', '=', row.id).execute();
    const keptSession = caller.userId === row.id ? caller.sessionId : null;
    const ended = standsElsewhere ? await deps.sessions.endAll(trx, row.id, keptSession) : [];
    if (email !== undefined) {
      await voidLinks(trx, row.id);
      await queueLink(deps, trx, { userId: row.id, by: caller.name });
    }
    // A phone changes place with its owner; a closed account signs no more tickets.
    if (active === false) await deps.consequences.shutOut(trx, actor, { userId: row.id });
    const { before, after } = difference;
    const afterwards = () => {
      for (const session of ended) deps.sessions.forget(session);
      if (keptSession !== null) deps.sessions.forget(keptSession);
      if (role === 'state admin')
        tellOfAdmin(deps, caller, userToWire(changed, pictureAddresses(deps)));
    };
    return { before, after, afterwards };
  },
  answer: (trx, { record: { id } }) => wholeUser(deps, trx, id),
});

/** The index of the addresses is the only one that a change of an account can break. */
function ifTaken(error: unknown): Refusal {
  if (error instanceof pg.DatabaseError && error.code === '23505') return emailTaken;
  throw error;
}
