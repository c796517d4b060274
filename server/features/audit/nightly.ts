import { appendFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time.ts';
import { rootOf, writtenRoot } from './roots.ts';
import { type Verification, verifyAudit } from './verification.ts';

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

const dayMs = 86_400_000;
/** After days without a server, roots of at most so many are sent at once. */
const daysAtOnce = 31;

type NightlyDeps = Pick<Deps, 'db' | 'config' | 'mailer'>;

/** Every night one of the processes walks the trail, and sends the root of the day that ended. */
export async function workAudit(boss: PgBoss, deps: NightlyDeps): Promise<void> {
  await boss.work(verifyQueue.name, () => verifyAndNote(deps.db));
  await boss.schedule(verifyQueue.name, '11 2 * * *');
  await boss.work(rootQueue.name, () => publishRoots(deps));
  // Twenty past midnight in Lagos.
  await boss.schedule(rootQueue.name, '20 23 * * *');
}

/** Walks the trail and notes what it found: an alarm is raised by it. */
export async function verifyAndNote(db: Database): Promise<Verification> {
  const verification = await verifyAudit(db);
  const { rows, seals, findings } = verification;
  await db
    .insertInto('verifications')
    .values({ rows, seals, findings: [...findings] })
    .execute();
  return verification;
}

/**
 * Sends the roots of the days that ended and weren't sent yet to where the operator says: a line at
 * the end of a file, or a mail. Throws when they could not be sent; they are sent with the next.
 */
export async function publishRoots({ db, config, mailer }: NightlyDeps): Promise<void> {
  const { auditRootFile, auditRootMail } = config;
  if (auditRootFile === undefined && auditRootMail === undefined) return;
  const roots = await unpublishedRoots(db);
  if (roots.length === 0) return;
  const lines = roots.map(({ day, ...root }) => writtenRoot(day, root)).join('\n');
  if (auditRootFile !== undefined) await appendFile(auditRootFile, `${lines}\n`, { mode: 0o600 });
  if (auditRootMail !== undefined) {
    await mailer.send({
      to: auditRootMail,
      subject: `Hanya: root of the audit trail of ${roots.at(-1)?.day ?? ''}`,
      text: `Keep this line where nobody who looks after Hanya can change it. With it, npm run audit:verify shows whether anything up to that day was changed since.\n\n${lines}\n`,
    });
  }
  await db.insertInto('published_roots').values(roots).execute();
}

async function unpublishedRoots(db: Database) {
  const { rows } = await sql<{ last: string | null }>`
    select max(day)::text as last from published_roots`.execute(db);
  const last = rows[0]?.last ?? null;
  const yesterday = Date.now() - dayMs;
  const roots: { day: string; number: number; hash: string }[] = [];
  for (let back = 0; back < daysAtOnce; back += 1) {
    const day = dayOf(new Date(yesterday - back * dayMs));
    if (last !== null && day <= last) break;
    const root = await rootOf(db, day);
    if (!root) break;
    roots.unshift({ day, ...root });
    if (last === null) break;
  }
  return roots;
}
