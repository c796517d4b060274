import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { publishRoots } from '../features/audit/nightly.ts';
import { readRoot, rootOf, writtenRoot } from '../features/audit/roots.ts';
import { createMailer } from '../gateways/mail.ts';
import { withDatabase } from '../process/opened-database.ts';
import { StartError } from '../process/start-error.ts';
import { dayOf } from '../time.ts';
import { verifyAndNote, verifyAudit } from '../trail.ts';

/**
 * `verify [root …]` walks the audit trail and says where it breaks. `root [day]` prints a day's
 * root for somebody outside to keep. Both only read, beside a running server or without one.
 * `nightly` walks as `AUDIT_ROLE`, notes what it found, and sends the roots: no server does then.
 */
const usage =
  'Usage: hanya audit verify [ROOT …], hanya audit root [YYYY-MM-DD] or hanya audit nightly';

/** Nothing is signed here, so that whoever walks needn't know the servers' secret. */
const config = () => readConfig({ JWT_SECRET: randomBytes(32).toString('hex'), ...process.env });

const onDatabase = (work: (db: Database) => Promise<void>): Promise<void> =>
  withDatabase(config(), 'hanya audit verify', work);

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...rest] = positionals;
try {
  if (command === 'verify') await onDatabase((db) => verify(db, rest));
  else if (command === 'nightly' && rest.length === 0) await onDatabase(nightly);
  else if (command === 'root' && rest.length <= 1) await onDatabase((db) => root(db, rest[0]));
  else fail(usage);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail(error.message);
}

async function verify(db: Database, written: readonly string[]): Promise<void> {
  const roots = written.map((text) => readRoot(text));
  if (roots.includes(undefined)) {
    fail('Write a root as DAY:NUMBER:HASH, as hanya audit root prints it.');
    return;
  }
  const { rows, seals, findings } = await verifyAudit(
    db,
    roots.filter((root) => root !== undefined),
  );
  for (const finding of findings) print(finding);
  if (findings.length > 0) process.exitCode = 1;
  const holds = findings.length === 0 ? 'passes its check' : 'fails its check';
  print(`The audit trail ${holds}: ${rows} rows under ${seals} seals.`);
}

async function nightly(db: Database): Promise<void> {
  const settings = config();
  const { smtpUrl, mailFrom: from, dataDir } = settings;
  const { rows, seals, findings } = await verifyAndNote(db);
  for (const finding of findings) print(finding);
  if (findings.length > 0) process.exitCode = 1;
  print(`Checked ${rows} rows under ${seals} seals.`);
  await publishRoots({ db, config: settings, mailer: createMailer({ smtpUrl, from, dataDir }) });
}

async function root(db: Database, given: string | undefined): Promise<void> {
  const today = dayOf(new Date());
  const day = z.iso.date().safeParse(given ?? today);
  if (!day.success) {
    fail(`${String(given)} is not a day. Write the day as 2026-11-20.`);
    return;
  }
  const lastSeal = await rootOf(db, day.data);
  if (lastSeal) print(writtenRoot(day.data, lastSeal));
  else fail(`Nothing was sealed by the end of ${day.data}.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
