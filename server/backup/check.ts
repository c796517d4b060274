import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { type Decryption, decryptionWith, storedAt } from '#server/process/encryption.ts';
import { verifyAudit } from '#server/trail.ts';
import { type Backup, hashOfText, readManifest, readStored, sumsOf } from './backup-folder.ts';
import { recordDrill } from './drill.ts';
import { whyNotKept } from './kept-files.ts';
import { loadBackup, settleRestored } from './restore.ts';
import { compareSums, type SumsCompared } from './sums.ts';

export interface Checked {
  readonly isReadBack: true;
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
 * manifest. It verifies the audit trail there, and removes the database. Without an identity, an
 * encrypted one is only compared with its sums. Throws `StartError` when it can't be read at all.
 */
export async function checkBackup(
  backup: Backup,
  { backupIdentityFile }: Pick<Config, 'backupIdentityFile'> = {},
): Promise<Checked | SumsCompared> {
  if (existsSync(sumsOf(backup.path)) && backupIdentityFile === undefined)
    return compareSums(backup);
  const decrypt = decryptionWith(backupIdentityFile);
  const manifest = await readManifest(backup, decrypt);
  const { damaged, gone } = manifest.files;
  const findings = damaged
    .filter((id) => !gone.includes(id))
    .map((id) => `The file ${id} was already missing or damaged when the backup was taken.`);
  const configuration = storedAt(join(backup.path, 'configuration.json'));
  const settings = await readStored(configuration, decrypt).catch(() => '');
  if (hashOfText(settings) !== manifest.configurationSha256)
    findings.push(`${configuration} is missing or damaged.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'hanya-backup-check-'));
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded(dataDir, { databaseMemoryMb: besideMemoryMb });
  try {
    await loadBackup(embedded, backup, manifest, {
      decrypt,
      async beforeCommit(owner) {
        const files = await damagedFiles(owner, backup, new Set(manifest.files.damaged), decrypt);
        findings.push(...files);
        await settleRestored(owner);
      },
    });
    const db = openDatabase(embedded.appUrl);
    try {
      const trail = await verifyAudit(db);
      return {
        isReadBack: true,
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
export async function holdDrill(
  backup: Backup,
  config?: Pick<Config, 'backupIdentityFile'>,
): Promise<Checked | SumsCompared> {
  try {
    const checked = await checkBackup(backup, config);
    const [first = '', ...others] = checked.findings;
    const words = others.length === 0 ? first : `${first} And ${others.length} more.`;
    await recordDrill(backup, words, checked.isReadBack);
    return checked;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // PostgreSQL may quote a row, and the outcome is stored unencrypted.
    const words = existsSync(sumsOf(backup.path)) ? 'Run hanya backup check to see why.' : reason;
    await recordDrill(backup, words, false);
    throw error;
  }
}

async function damagedFiles(
  owner: pg.Client,
  backup: Backup,
  known: ReadonlySet<string>,
  decrypt: Decryption,
): Promise<string[]> {
  const findings: string[] = [];
  const { rows } = await owner.query<{ id: string; sha256: string }>(
    'select id, sha256 from files order by id',
  );
  for (const file of rows.filter(({ id }) => !known.has(id))) {
    const why = await whyNotKept(backup.folder, file, decrypt);
    if (why !== undefined) findings.push(why);
  }
  return findings;
}
