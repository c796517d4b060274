import { hkdfSync } from 'node:crypto';
import type pg from 'pg';

/** `JWT_SECRET` and then `JWT_SECRET_PREVIOUS`, where there is one. */
export type Secrets = readonly [string, ...string[]];

/**
 * The secrets by which servers of one database know each other; undefined with the embedded database,
 * which has one server alone.
 */
export function sharedSecrets(config: {
  readonly databaseUrl?: string;
  readonly jwtSecret?: string;
  readonly jwtSecretPrevious?: string;
}): Secrets | undefined {
  const { databaseUrl, jwtSecret, jwtSecretPrevious } = config;
  if (databaseUrl === undefined || jwtSecret === undefined) return undefined;
  return [jwtSecret, ...(jwtSecretPrevious === undefined ? [] : [jwtSecretPrevious])];
}

/** Tells secrets apart in the database, and opens and signs nothing. */
export const secretFingerprint = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of the secret', 16)).toString('hex');

/** Which of the secrets the database has noted; null where it has noted none. */
export function whichIsNoted(
  noted: string | null,
  [newest, ...earlier]: Secrets,
): 'newest' | 'earlier' | 'another' | null {
  if (noted === null) return null;
  if (noted === secretFingerprint(newest)) return 'newest';
  return earlier.some((secret) => secretFingerprint(secret) === noted) ? 'earlier' : 'another';
}

export const anotherSecret =
  'JWT_SECRET is not the one that the other servers of this database have. Set it to theirs. While you change the secret, set JWT_SECRET_PREVIOUS to the old one. If the secret is lost, run hanya migrate --new-secret as docs/recovery.md says under “Secrets are lost”.';

/** As SQL: also for the shape of a version that noted none. */
export const notedSecret = `select to_jsonb(installation) ->> 'secret_fingerprint' as noted from installation`;

/** Why a server with these secrets must not start on a database, if it must not. */
export async function whyNotThisSecret(
  client: pg.ClientBase,
  secrets: Secrets,
): Promise<string | undefined> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('public.installation') is not null as known`,
  );
  if (known.rows[0]?.known !== true) return undefined;
  const { rows } = await client.query<{ noted: string | null }>(notedSecret);
  return whichIsNoted(rows[0]?.noted ?? null, secrets) === 'another' ? anotherSecret : undefined;
}

/** The owner notes which secret counts from now on. */
export async function noteSecret(owner: pg.ClientBase, [newest]: Secrets): Promise<void> {
  await owner.query(
    `update installation set secret_fingerprint = $1 where secret_fingerprint is distinct from $1`,
    [secretFingerprint(newest)],
  );
}
