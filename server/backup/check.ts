import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { verifyAudit } from '#server/features/audit/verification.ts';
import { type Backup, filesOf, hashOfFile, hashOfText, readManifest } from './backup-folder.ts';
import { recordDrill } from './drill.ts';
import { loadBackup, settleRestored } from './restore.ts';

export interface Checked {
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
  readonly auditRows: number;
  /** One sentence for each thing that is wrong. */
  readonly findings: readonly string[];
}

/** For the database of a check, in MB: the machine's memory is for the one that works. */
const besideMemoryMb = 512;

/**
 * Reads a backup back into a database of its own, and compares every row and every file with the
 * manifest. It verifies the audit trail there, and removes the database. Throws `StartError` when
 * the backup can't be read back at all.
 */
export async function checkBackup(backup: Backup): Promise<Checked> {
  const manifest = await readManifest(backup);
  const { damaged, gone } = manifest.files;
  const findings = damaged
    .filter((id) => !gone.includes(id))
    .map((id) => `The file ${id} was missing or damaged already when the backup was taken.`);
  const configuration = join(backup.path, 'configuration.json');
  if (hashOfText(readText(configuration)) !== manifest.configurationSha256)
    findings.push(`${configuration} is missing or damaged.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'hanya-backup-check-'));
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded(dataDir, { databaseMemoryMb: besideMemoryMb });
  try {
    await loadBackup(embedded, backup, manifest, {
      async beforeCommit(owner) {
        const files = await damagedFiles(owner, backup, new Set(manifest.files.damaged));
        findings.push(...files);
        await settleRestored(owner);
      },
    });
    const db = openDatabase(embedded.appUrl);
    try {
      const trail = await verifyAudit(db);
      return {
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        tables: manifest.tables.length,
        files: manifest.files.count,
        auditRows: trail.rows,
        findings: [...findings, ...trail.findings],
      };
    } finally {
      await closeDatabase(db);
    }
  } finally {
    await embedded.stop();
    for (const folder of [embedded.folder, dataDir]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Checks a backup and writes the outcome down, also where it can't be read back at all. */
export async function holdDrill(backup: Backup): Promise<Checked> {
  try {
    const checked = await checkBackup(backup);
    const [first = '', ...others] = checked.findings;
    await recordDrill(backup, others.length === 0 ? first : `${first} And ${others.length} more.`);
    return checked;
  } catch (error) {
    await recordDrill(backup, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function damagedFiles(
  owner: pg.Client,
  backup: Backup,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const findings: string[] = [];
  const { rows } = await owner.query<{ id: string; sha256: string }>(
    'select id, sha256 from files order by id',
  );
  for (const { id, sha256 } of rows) {
    if (known.has(id)) continue;
    const path = join(filesOf(backup.folder), id);
    const found = await hashOfFile(path).catch(() => undefined);
    if (found !== sha256) findings.push(`${path} is missing or damaged.`);
  }
  return findings;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
