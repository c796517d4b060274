import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { KeptRoot } from './verification.ts';

/**
 * The last seal of a day (`YYYY-MM-DD`, Africa/Lagos), which stands for everything up to then; null
 * when nothing was sealed until the end of that day.
 */
export async function rootOf(db: Database, day: string): Promise<KeptRoot | null> {
  const root = await db
    .selectFrom('audit_seals')
    .select(['number', 'hash'])
    .where('sealed_at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return root ?? null;
}

/** A root in writing: day, number of the seal, hash. */
export const writtenRoot = (day: string, { number, hash }: KeptRoot): string =>
  `${day}:${number}:${hash}`;

/** Reads a root as it was written down, whatever follows it; undefined when it isn't one. */
export function readRoot(text: string): KeptRoot | undefined {
  const [, number, hash] =
    /^\d{4}-\d{2}-\d{2}:(\d{1,15}):([0-9a-f]{64})(?:\s|$)/.exec(text.trim()) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}
