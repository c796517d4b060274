import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type {
  Device,
  KnownDevices,
  listKnownDevices,
} from '#contract/modules/field-work/devices.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { browserName } from '#server/http/browser-name.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenOrganisation } from '#server/scope/rules.ts';
import { authorityKeysOf } from './authority-keys.ts';

export { authorityKeysOf };

/** A ticket is shown to another officer within days, seldom within months of its phone's last day. */
const shownDays = 90;

/**
 * The devices whose tickets can be verified without a network: those of all zones of the caller's
 * organisation, and of accounts without a zone.
 */
export async function knownDevicesOf(
  { reading, config, keysFor }: Pick<Deps, 'reading' | 'config' | 'keysFor'>,
  caller: Caller,
  { organisation, since }: QueryOf<typeof listKnownDevices>,
): Promise<Outcome<KnownDevices>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const everywhere = { ...scope, zone: null, organisation: null };
  const state = scope.organisation === null ? null : stateOfOrganisation(scope.organisation);
  const at = new Date();
  const rows = await reading
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['devices.id', 'devices.certificate', 'devices.revoked_at'])
    .where(inScope('users', everywhere))
    .where('devices.valid_until', '>', sql<Date>`now() - make_interval(days => ${shownDays})`)
    .$if(state !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('devices.state', '=', state), eb('devices.state', 'is', null)]),
      ),
    )
    // What was being written while the last answer was read is told again.
    .$if(since !== undefined, (query) =>
      query.where('devices.changed_at', '>', new Date(Date.parse(since ?? '') - overlap)),
    )
    .orderBy('devices.id')
    .execute();
  return {
    publicUrl: config.publicUrl,
    organisation: scope.organisation,
    keys: authorityKeysOf({ keysFor }).known.map(({ id, key }) => ({ id, key })),
    devices: rows.map(({ id, certificate, revoked_at }) => ({
      id,
      certificate,
      revokedAt: revoked_at?.toISOString() ?? null,
    })),
    at: at.toISOString(),
  };
}

/** Milliseconds. */
const overlap = 600_000;

/** The devices that sign for an account, or did, the last seen first. */
export async function devicesOf(db: Database, userId: string): Promise<Device[]> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'agent', 'certified_at', 'last_seen_at', 'valid_until', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: browserName(row.agent),
    since: row.certified_at.toISOString(),
    lastSeen: row.last_seen_at.toISOString(),
    validUntil: row.valid_until.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}
