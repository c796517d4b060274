import type { Kysely, Transaction } from 'kysely';
import type { AssertionOptions } from '#contract/assertion-options.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { addPasskey, Assertion, beginPasskey, removePasskey } from '#contract/passkeys.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import {
  addedFactor,
  lockFactors,
  type Removed,
  removedFactor,
  tellOfFactor,
  whyNotRemoved,
} from './factors.ts';
import { relyingParty } from './relying-party.ts';

/** Loaded by the first passkey: with all that it brings along, it would be a sixth of each start. */
const library = () => import('@simplewebauthn/server');

/** A device has so many minutes to answer. */
const challengeMinutes = 5;
const timeout = challengeMinutes * 60_000;
const mostPasskeys = 10;

const noName = new Refusal(
  409,
  'passkeys_unavailable',
  'Passkeys do not work here, because the address of this server is a number and not a name. Use an authenticator app.',
);
const enough = new Refusal(
  409,
  'too_many_passkeys',
  `An account can have at most ${mostPasskeys} passkeys. Remove one that you no longer use.`,
);
const known = new Refusal(409, 'passkey_exists', 'This passkey is already registered.');
const none = new Refusal(409, 'factor_missing', 'This account has no passkey.');
const notMade = invalid(
  'passkey',
  'The passkey was not accepted. It was for another page, or you took too long. Try again.',
);

type Purpose = 'add' | 'prove';

/** The options with which a browser makes a passkey in this session. */
export async function beginPasskeyOf(
  { db, config }: Deps,
  actor: Actor,
  { userId, name, sessionId }: Caller,
): Promise<Outcome<ResponseOf<typeof beginPasskey>['data']>> {
  const party = relyingParty(config.publicUrl);
  if (party === null) return noName;
  return db.transaction().execute(async (trx) => {
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const own = await passkeysOf(trx, userId);
    if (own.length >= mostPasskeys) return enough;
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: 'Hanya',
      rpID: party.id,
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(userId),
      timeout,
      excludeCredentials: own,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await keepChallenge(trx, sessionId, 'add', options.challenge);
    await writeAudit(trx, actor, {
      event: 'user.factor-begun',
      record: 'user',
      id: userId,
      before: null,
      after: { factor: 'passkey' },
    });
    return { ...options };
  });
}

/** Adds the passkey that the browser made; answers the recovery codes of a first factor. */
export async function addPasskeyOf(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { name, passkey }: BodyOf<typeof addPasskey>,
): Promise<Outcome<string[]>> {
  const { userId, sessionId } = caller;
  const party = relyingParty(deps.config.publicUrl);
  if (party === null) return noName;
  const factor = `passkey ${name}`;
  const codes = await deps.db.transaction().execute(async (trx) => {
    const had = await lockFactors(trx, userId);
    const expectedChallenge = await takeChallenge(trx, sessionId, 'add');
    if (expectedChallenge === null) return notMade;
    if (had.passkeys >= mostPasskeys) return enough;
    const { verifyRegistrationResponse } = await library();
    const verified = await orNull(() =>
      verifyRegistrationResponse({
        response: { ...passkey, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      }),
    );
    if (!verified?.verified) return notMade;
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    const added = await trx
      .insertInto('passkeys')
      .values({
        id,
        user_id: userId,
        name,
        public_key: Buffer.from(publicKey),
        counter,
        transports: passkey.response.transports,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added ? addedFactor(deps, trx, actor, { userId, had, factor }) : known;
  });
  if (!(codes instanceof Refusal)) tellOfFactor(deps, caller, factor, 'added');
  return codes;
}

/** Removes a passkey of the caller's own. 409 when it is the last factor and the role must have one. */
export const removingPasskey = (deps: Deps): Steps<typeof removePasskey, undefined, Removed> => ({
  id: (_none, { userId }) => userId,
  lock: async (trx, { params: { id }, caller: { userId } }) => {
    const had = await lockFactors(trx, userId);
    const row = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return notFound('passkey');
    const isLast = !had.app && had.passkeys === 1;
    return { userId, factor: `passkey ${row.name}`, isLast };
  },
  rule: ({ userId, isLast }, _call, trx) => whyNotRemoved(trx, userId, isLast),
  change: async (trx, removed, { params: { id }, caller }) => {
    const gone = await removedFactor(deps, trx, caller, removed);
    await trx.deleteFrom('passkeys').where('id', '=', id).execute();
    return gone;
  },
  answer: () => Promise.resolve(null),
});

/** The challenge for a passkey of the account; null where none works at this address. */
export async function assertionOptions(
  { config }: Pick<Deps, 'config'>,
  db: Kysely<DB>,
  userId: string,
): Promise<AssertionOptions | null> {
  const party = relyingParty(config.publicUrl);
  const own = party === null ? [] : await passkeysOf(db, userId);
  if (party === null || own.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id });
  return {
    challenge,
    timeout,
    rpId: party.id,
    allowCredentials: own.map((passkey) => ({ ...passkey, type: 'public-key' })),
    userVerification: 'required',
  };
}

/** The challenge with which a passkey proves in this session who is there. */
export async function beginProofOf(
  deps: Deps,
  actor: Actor,
  { userId, sessionId }: Caller,
): Promise<Outcome<AssertionOptions>> {
  return deps.db.transaction().execute(async (trx) => {
    const options = await assertionOptions(deps, trx, userId);
    if (options === null) return none;
    await keepChallenge(trx, sessionId, 'prove', options.challenge);
    await writeAudit(trx, actor, {
      event: 'user.proof-begun',
      record: 'user',
      id: userId,
      before: null,
      after: { by: 'passkey' },
    });
    return options;
  });
}

/**
 * True if a passkey of the account has signed this challenge, here, with its owner looked at by the
 * device. Its counter must have gone on since: one that has gone back is of a copy.
 */
export async function takeAssertion(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  trx: Transaction<DB>,
  userId: string,
  expectedChallenge: string | null,
  passkey: Assertion,
): Promise<boolean> {
  const party = relyingParty(config.publicUrl);
  const row = await trx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('id', '=', passkey.id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (party === null || !row || expectedChallenge === null) return false;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(
    () =>
      verifyAuthenticationResponse({
        response: { ...passkey, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(row.public_key),
          counter: row.counter,
        },
      }),
    (error) => log.warn({ userId, why: error.message }, 'a passkey was refused'),
  );
  if (!verified?.verified) return false;
  await trx
    .updateTable('passkeys')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  return true;
}

const passkeysOf = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('passkeys').select(['id', 'transports']).where('user_id', '=', userId).execute();

async function keepChallenge(
  db: Kysely<DB>,
  sessionId: string | null,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  const fresh = { challenge, expires_at: new Date(Date.now() + timeout) };
  await db
    .insertInto('passkey_challenges')
    .values({ session_id: sessionId ?? '', purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(fresh))
    .execute();
}

/** The last challenge of the session; it is used up, whatever comes of it. */
export async function takeChallenge(
  trx: Transaction<DB>,
  sessionId: string | null,
  purpose: Purpose,
): Promise<string | null> {
  const taken = await trx
    .deleteFrom('passkey_challenges')
    .where('session_id', '=', sessionId ?? '')
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at.getTime() > Date.now() ? taken.challenge : null;
}

/** The library throws at whatever doesn't fit. */
async function orNull<Answer>(
  verify: () => Promise<Answer>,
  heard: (error: Error) => void = () => undefined,
): Promise<Answer | null> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Error) heard(error);
    return null;
  }
}
