import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { closeDatabase, type Database, openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { readRoot, rootOf, writtenRoot } from './features/audit/roots.ts';
import { verifyAudit } from './features/audit/verification.ts';
import { AlreadyRunning, takeLock } from './lock.ts';
import { dayOf } from './time.ts';

/**
 * `verify [root …]` walks the audit trail and says where it breaks, `root [day]` prints a day's
 * root for somebody outside to keep. Both only read, beside a running server or without one.
 */
const usage = 'Use: npm run audit:verify [-- ROOT …] or npm run audit:root [-- YYYY-MM-DD]';

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...rest] = positionals;
if (command === 'verify') await withDatabase((db) => verify(db, rest));
else if (command === 'root' && rest.length <= 1) await withDatabase((db) => root(db, rest[0]));
else fail(usage);

async function verify(db: Database, written: readonly string[]): Promise<void> {
  const roots = written.map((text) => readRoot(text));
  if (roots.includes(undefined)) {
    fail('A root reads DAY:NUMBER:HASH, as npm run audit:root prints it.');
    return;
  }
  const { rows, seals, findings } = await verifyAudit(
    db,
    roots.filter((root) => root !== undefined),
  );
  for (const finding of findings) print(finding);
  if (findings.length > 0) process.exitCode = 1;
  const holds = findings.length === 0 ? 'holds' : 'does not hold';
  print(`The audit trail ${holds}: ${rows} rows under ${seals} seals.`);
}

async function root(db: Database, given: string | undefined): Promise<void> {
  const today = dayOf(new Date());
  const day = z.iso.date().safeParse(given ?? today);
  if (!day.success) {
    fail(`${String(given)} is not a day: write it as 2026-11-20.`);
    return;
  }
  const lastSeal = await rootOf(db, day.data);
  if (lastSeal) print(writtenRoot(day.data, lastSeal));
  else fail(`Nothing was sealed until the end of ${day.data}.`);
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const lock = config.databaseUrl === undefined ? lockUnlessRunning(config.dataDir) : null;
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataDir, config) : null;
  const db = openDatabase(config.databaseUrl ?? embedded?.appUrl ?? '');
  try {
    await work(db);
  } finally {
    await closeDatabase(db);
    if (lock) {
      await embedded?.stop();
      lock.release();
    }
  }
}

/** Null while a server runs on this folder: its database is read, and left running. */
function lockUnlessRunning(dataDir: string) {
  try {
    return takeLock(dataDir, 'npm run audit:verify');
  } catch (error) {
    if (error instanceof AlreadyRunning) return null;
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
