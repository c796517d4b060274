import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { certifyDevice, revokeDevice } from '#contract/modules/field-work/devices.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { ShutOut } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { browserName } from '#server/http/browser-name.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome } from '#server/http/refusal.ts';
import { authorityKeysOf, idOfKey } from './authority-keys.ts';
import { devicesOf } from './queries.ts';
import {
  deviceRevoked,
  endOfCertificate,
  isOutdated,
  isPoint,
  mostDevices,
  tooManyDevices,
} from './rules.ts';

type Certified = ResponseOf<typeof certifyDevice>['data'];

const wrongKey = invalid('key', 'This key cannot sign tickets.');

interface Made {
  readonly device: Certified;
  /** False where the device had a certificate that still holds. */
  readonly isNew: boolean;
}

/** Certifies the key of the caller's device, or answers the certificate that it has. */
export async function certify(
  deps: Pick<Deps, 'db' | 'config' | 'keysFor'>,
  actor: Actor,
  caller: Caller,
  { key }: BodyOf<typeof certifyDevice>,
): Promise<Outcome<Made>> {
  const { config } = deps;
  const authorityKeys = authorityKeysOf(deps);
  const point = Buffer.from(key, 'base64url');
  if (!isPoint(point)) return wrongKey;
  const id = idOfKey(point);
  const { userId, scope, name, state, sessionId } = caller;
  const says = {
    officer: { id: userId, name },
    organisation: scope.organisation,
    zone: scope.zone,
  };
  const seen = {
    session_id: sessionId,
    agent: (actor.agent ?? '').slice(0, 300),
    last_seen_at: sql<Date>`now()`,
  };
  return deps.db.transaction().execute(async (trx): Promise<Outcome<Made>> => {
    // Concurrent devices of an account are counted one after the other.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const held = await trx
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    // A key signs for one account and one organisation: whoever goes elsewhere gets another.
    if (held && (held.revoked_at || held.user_id !== userId || held.state !== state))
      return deviceRevoked;
    const now = new Date();
    const answer = (certificate: string, until: Date, isNew: boolean): Made => ({
      device: { id, certificate, validUntil: until.toISOString(), publicUrl: config.publicUrl },
      isNew,
    });
    const newestKey = authorityKeys.known[0]?.id ?? '';
    if (held && !isOutdated(held.certificate, says, newestKey, now)) {
      await trx.updateTable('devices').set(seen).where('id', '=', id).execute();
      return answer(held.certificate, held.valid_until, false);
    }
    if (!held && (await heldBy(trx, userId)) >= mostDevices) return tooManyDevices;
    const until = endOfCertificate(now);
    const named = { sub: id, key, ...says };
    const certificate = await authorityKeys.certify(named, held?.certified_at ?? now, until);
    const row = { certificate, valid_until: until, changed_at: sql<Date>`now()`, ...seen };
    if (held) await trx.updateTable('devices').set(row).where('id', '=', id).execute();
    else
      await trx
        .insertInto('devices')
        .values({ id, user_id: userId, public_key: key, state, certified_at: now, ...row })
        .execute();
    await writeAudit(trx, actor, {
      event: 'user.device-certified',
      record: 'user',
      id: userId,
      before: held ? { device: id, validUntil: held.valid_until.toISOString() } : null,
      after: { device: id, browser: browserName(seen.agent), validUntil: until.toISOString() },
    });
    return answer(certificate, until, !held);
  });
}

/** A phone forgets its key when its officer signs out there, so that one counts no more. */
async function heldBy(trx: Transaction<DB>, userId: string): Promise<number> {
  const { held } = await trx
    .selectFrom('devices')
    .leftJoin('sessions', 'sessions.id', 'devices.session_id')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('devices.user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('valid_until', '>', sql<Date>`now()`)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return held;
}

/**
 * Takes devices of an account that is shut out out of use for good. Their tickets, past ones too,
 * are genuine no more to anybody who has heard of it.
 */
export async function revokeDevices(
  trx: Transaction<DB>,
  actor: Actor,
  which: ShutOut,
): Promise<void> {
  const revoked = await revoke(trx, actor, which);
  if (revoked.length > 0)
    await writeAudit(trx, actor, {
      event: 'user.devices-revoked',
      record: 'user',
      id: which.userId,
      ...revokedOf(revoked),
    });
}

/** The same without its row of the trail, or of one device alone; answers their ids, in order. */
async function revoke(
  trx: Transaction<DB>,
  actor: Actor,
  { userId, device, exceptSession = null }: ShutOut & { readonly device?: string },
): Promise<string[]> {
  const now = sql<Date>`now()`;
  const revoked = await trx
    .updateTable('devices')
    .set({ revoked_at: now, revoked_by: actor.id ?? userId, changed_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(device !== undefined, (query) => query.where('id', '=', device ?? ''))
    .$if(exceptSession !== null, (query) =>
      query.where(sql<boolean>`session_id is distinct from ${exceptSession}`),
    )
    .returning('id')
    .execute();
  return revoked.map(({ id }) => id).sort();
}

/** The trail's row of the devices that were revoked. */
const revokedOf = (devices: readonly string[]) => ({
  before: { devices },
  after: { devices: [] },
});

/** Revokes one device of an account. */
export const revoking: Steps<typeof revokeDevice, { id: string }, { device: string }> = {
  id: ({ id }) => id,
  lock: async (trx, { record: { id }, params: { device } }) => {
    const held = await trx
      .selectFrom('devices')
      .select('id as device')
      .where('id', '=', device)
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    return held ?? notFound('device');
  },
  change: async (trx, { device }, { record: { id }, actor }) =>
    revokedOf(await revoke(trx, actor, { userId: id, device })),
  answer: (trx, { record: { id } }) => devicesOf(trx, id),
};

/** Forgets devices whose certificates ended so many days ago; answers how many. */
export async function pruneDevices(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('devices')
    .where('valid_until', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
