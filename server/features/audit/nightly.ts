import { appendFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Held } from '#server/acts/differences.ts';
import type { Database } from '#server/db/database.ts';
import type { JobTaker } from '#server/db/queues.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { rootOf, writtenRoot } from './roots.ts';
import { type Verification, verifyTrail } from './verification.ts';

/** A walk through the trail of many years takes hours. */
const verifyQueue = {
  name: 'verify-audit',
  retryLimit: 0,
  expireInSeconds: 6 * 3_600,
  deadLetter: failedQueue.name,
} as const;
const rootQueue = {
  name: 'publish-root',
  retryLimit: 5,
  retryDelay: 600,
  retryBackoff: true,
  deadLetter: failedQueue.name,
} as const;

export const auditQueues = [verifyQueue, rootQueue];

/** After days without a server, roots of at most so many are sent at once. */
const daysAtOnce = 31;

type NightlyDeps = Pick<Deps, 'db' | 'config' | 'mailer'>;

/**
 * Every night one of the processes walks the trail, and sends the root of the day that ended. Where
 * `AUDIT_ROLE` walks, no server may: see `hanya audit nightly`.
 */
export async function workAudit(boss: JobTaker, deps: NightlyDeps, ofModules: Held): Promise<void> {
  if (deps.config.auditRole === undefined) {
    await boss.work(verifyQueue.name, () => verifyAndNote(deps.db, ofModules));
    await boss.work(rootQueue.name, () => publishRoots(deps));
  }
  await scheduleAudit(boss, deps);
}

/** Makes both schedules again as they should be, whatever somebody made of them meanwhile. */
export async function scheduleAudit(
  boss: Pick<PgBoss, 'schedule' | 'unschedule'>,
  { config: { auditRole } }: Pick<NightlyDeps, 'config'>,
): Promise<void> {
  if (auditRole !== undefined) {
    await boss.unschedule(verifyQueue.name);
    await boss.unschedule(rootQueue.name);
    return;
  }
  await boss.schedule(verifyQueue.name, '11 2 * * *');
  // Twenty past midnight in Lagos.
  await boss.schedule(rootQueue.name, '20 23 * * *');
}

/** Walks the trail and notes what it found: an alarm is raised by it. */
export async function verifyAndNote(db: Database, ofModules: Held): Promise<Verification> {
  const verification = await verifyTrail(db, ofModules);
  const { rows, seals, findings } = verification;
  await sql`select note_verification(${rows}, ${seals}, ${[...findings]}::text[])`.execute(db);
  return verification;
}

/**
 * Sends the root of the day that ended, and unsent ones before it, to the operator's place: a line
 * at the end of a file, or a mail. Throws when they could not be sent; they are sent with the next.
 */
export async function publishRoots({ db, config, mailer }: NightlyDeps): Promise<void> {
  const { auditRootFile, auditRootMail } = config;
  if (auditRootFile === undefined && auditRootMail === undefined) return;
  const roots = await unpublishedRoots(db);
  if (roots.length === 0) return;
  const walk = await lastWalk(db);
  const lines = roots
    .map(({ day, ...root }, at) =>
      at === roots.length - 1 ? `${writtenRoot(day, root)} ${walk}` : writtenRoot(day, root),
    )
    .join('\n');
  if (auditRootFile !== undefined) await appendFile(auditRootFile, `${lines}\n`, { mode: 0o600 });
  if (auditRootMail !== undefined) {
    await mailer.send({
      to: auditRootMail,
      subject: `Hanya: root of the audit trail of ${roots.at(-1)?.day ?? ''}`,
      text: `Keep this line where nobody who runs the server can change it. With it, hanya audit verify shows whether anything up to the day in the line has been changed since. The line also says what the last check of the trail found. If there was no check last night, ask the person who runs the server why.\n\n${lines}\n`,
    });
  }
  for (const { day } of roots) await sql`select note_published_root(${day}::date)`.execute(db);
}

/** What the last walk said, in words; that there was none in the night before is said as well. */
async function lastWalk(db: Database): Promise<string> {
  const { rows } = await sql<{ at: Date; rows: string; seals: string; places: number }>`
    select at, rows, seals, cardinality(findings) as places
    from verifications where at <= now() order by at desc limit 1`.execute(db);
  const [walk] = rows;
  if (!walk) return 'never checked';
  const { at, places } = walk;
  const found =
    places === 0
      ? 'nothing found'
      : `it fails its check in ${places} ${places === 1 ? 'place' : 'places'}`;
  const isLate = Date.now() - at.getTime() > 26 * 3_600_000;
  return `${isLate ? 'not checked last night; last ' : ''}checked ${at.toISOString()}, ${walk.rows} rows, ${walk.seals} seals, ${found}`;
}

/** Days without a root after which an operator is told: one may fail and be sent with the next. */
const rootDays = 3;

/** Says so when roots should go out and none has for days. */
export async function rootTroubles({
  db,
  config: { auditRootFile, auditRootMail },
}: Pick<NightlyDeps, 'db' | 'config'>): Promise<Trouble[]> {
  if (auditRootFile === undefined && auditRootMail === undefined) return [];
  const { rows } = await sql<{ days: number | null }>`
    select floor(extract(epoch from now() - coalesce(
      (select max(at) from published_roots where at <= now()),
      (select sealed_at from audit_seals order by number limit 1))) / 86400)::integer as days`.execute(
    db,
  );
  const days = rows[0]?.days ?? 0;
  return days < rootDays
    ? []
    : [{ name: 'root', words: `The root of the audit trail was last sent ${days} days ago.` }];
}

async function unpublishedRoots(db: Database) {
  const yesterday = Date.now() - dayMs;
  const { rows } = await sql<{ last: string | null }>`
    select max(day)::text as last from published_roots
    where day <= ${dayOf(new Date(yesterday))}::date`.execute(db);
  const last = rows[0]?.last ?? null;
  const roots: { day: string; number: number; hash: string }[] = [];
  for (let back = 0; back < daysAtOnce; back += 1) {
    const day = dayOf(new Date(yesterday - back * dayMs));
    // Yesterday's root goes out even where a row says that it did.
    if (back > 0 && last !== null && day <= last) break;
    const root = await rootOf(db, day);
    if (!root) break;
    roots.unshift({ day, ...root });
    if (last === null) break;
  }
  return roots;
}
