import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { type Backup, findBackup, readManifest } from '#server/backup/backup-folder.ts';
import { untar } from '#server/backup/untar.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Applied, schemaFiles } from '#server/db/migration-files.ts';
import { queues } from '#server/queues.ts';
import { runOn } from './one-connection.ts';
import { bareDatabase, type ClonedDatabase } from './template.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A password of the demo's accounts in both fixtures. */
export const demoPassword = 'hanya-demo-pass';

/** What was proposed and how it was decided, as tables of each kind had it. */
export const proposedIn = {
  duties: `select id, 'duty' as kind, organisation, demo, proposed_by, proposed_at,
      case when state in ('in force', 'ended') then 'confirmed' when state <> 'waiting' then state end
        as outcome, decided_by, decided_at, refusal
    from duties`,
  fee_proposals: `select id, 'fee', organisation, demo, proposed_by, proposed_at, outcome, decided_by,
      decided_at, refusal
    from fee_proposals`,
  payment_exceptions: `select id, 'settlement', organisation, demo, proposed_by, proposed_at,
      case when confirmed_by is not null then 'confirmed' end, confirmed_by,
      case when confirmed_by is not null then closed_at end, null
    from payment_exceptions where decision is not null`,
  report_closings: `select id, 'closing', organisation, demo, proposed_by, proposed_at,
      case state when 'closed' then 'confirmed' when 'waiting' then null else state end, decided_by,
      decided_at, refusal
    from report_closings`,
  statements: `select id, 'statement', organisation, demo, sent_by, sent_at,
      case state when 'in force' then 'confirmed' when 'waiting' then null else state end, decided_by,
      decided_at, refusal
    from statements where state = 'waiting' or decided_by is not null`,
  ticket_rules: `select id, 'set of rules', organisation, demo, proposed_by, proposed_at, outcome,
      decided_by, decided_at, refusal
    from ticket_rules`,
};
/** Unpacks what the version with dated migrations has left: its data folder, or a folder of backups. */
export async function unpack(what: 'backup' | 'data-folder', into: string): Promise<void> {
  const packed = resolve('tests/fixtures', `${what}-of-dated-migrations.tar.zst`);
  const complaint = await untar(createReadStream(packed).pipe(createZstdDecompress()), into);
  if (complaint !== undefined) throw new Error(complaint);
}

/** The backup that this version took, in `folder`. */
export async function unpackedBackup(folder: string): Promise<Backup> {
  await unpack('backup', folder);
  const [name = ''] = readdirSync(folder).filter((entry) => entry !== 'files');
  return findBackup(join(folder, name));
}

let files: readonly Applied[] | undefined;

/** Its files, in the order in which its databases and backups list them. */
async function datedFiles(): Promise<readonly Applied[]> {
  const folder = temporaryFolder();
  const { migrations } = await readManifest(await unpackedBackup(folder));
  rmSync(folder, { recursive: true });
  return migrations;
}

/** An empty database as that version left it, but for the order of columns. */
export async function databaseOfDatedMigrations(): Promise<ClonedDatabase> {
  files ??= await datedFiles();
  const database = await bareDatabase();
  const { ownerUrl, appUrl } = database;
  await migrate(ownerUrl, appUrl, { queues, only: schemaFiles() });
  const role = pg.escapeIdentifier(new URL(appUrl).username);
  await runOn(ownerUrl, `grant select on migrations, releases to ${role}`);
  await runOn(ownerUrl, `delete from migrations where name like '%.sql'`);
  await runOn(
    database.ownerUrl,
    `insert into migrations (name, checksum)
     select name, checksum from jsonb_to_recordset($1) as file (name text, checksum text)`,
    [JSON.stringify(files)],
  );
  await runOn(
    database.ownerUrl,
    `alter table bookings drop constraint known_signature, add constraint known_signature
       check (signature in ('', 'signed', 'refused')) not valid`,
  );
  return database;
}
