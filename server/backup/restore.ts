import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { areContinued } from '#server/db/carry-over.ts';
import { migrate, type MigrateOptions } from '#server/db/migrate.ts';
import { type Applied, migrationsIn, schemaFiles } from '#server/db/migration-files.ts';
import { maybeSent } from '#server/db/restored.ts';
import { sharedSecrets } from '#server/db/shared-secret.ts';
import { beginEpoch, continueTransactionNumbers } from '#server/db/transaction-numbers.ts';
import { type FileStore, openFileStore } from '#server/gateways/file-store.ts';
import { type Decryption, decryptionWith } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import { queues } from '#server/queues.ts';
import { type Backup, type Manifest, readManifest } from './backup-folder.ts';
import { putBack } from './kept-files.ts';
import { compareRows, isJobs, keptTables, nameInSql, plainText, readRows } from './table-rows.ts';

export interface Addresses {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

/**
 * Reads a backup back into an empty installation, in one transaction: an interrupted run leaves it
 * empty and can be repeated. Files come first, so that every row finds its file. Throws
 * `StartError` when the target isn't empty or the backup is damaged.
 */
export async function restoreBackup(
  config: Pick<
    Config,
    | 'dataDir'
    | 'files'
    | 'backupIdentityFile'
    | 'auditRole'
    | 'databaseUrl'
    | 'jwtSecret'
    | 'jwtSecretPrevious'
  >,
  addresses: Addresses,
  backup: Backup,
): Promise<Manifest> {
  const decrypt = decryptionWith(config.backupIdentityFile);
  const manifest = await readManifest(backup, decrypt);
  const store = await openFileStore(config);
  try {
    await loadBackup(addresses, backup, manifest, {
      decrypt,
      settings: {
        auditRole: config.auditRole,
        secrets: sharedSecrets(config),
        // Its servers are those of this machine now, whose sessions begin anew anyway.
        takesNewSecret: true,
      },
      async beforeCommit(owner) {
        await putFiles(owner, store, backup, new Set(manifest.files.damaged), decrypt);
        await settleRestored(owner);
      },
    });
  } finally {
    store.close();
  }
  return manifest;
}

/**
 * Reads the rows of a backup into an empty database and compares them with the manifest. It commits
 * after `beforeCommit`, and brings all of it to this version's shape.
 */
export async function loadBackup(
  { ownerUrl, appUrl }: Addresses,
  backup: Backup,
  manifest: Manifest,
  {
    decrypt,
    settings = {},
    beforeCommit,
  }: {
    readonly decrypt: Decryption;
    readonly settings?: Pick<MigrateOptions, 'auditRole' | 'secrets' | 'takesNewSecret'>;
    readonly beforeCommit: (owner: pg.Client) => Promise<void>;
  },
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'hanya restore' });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await requireEmpty(owner);
    const { auditRole } = settings;
    await migrate(ownerUrl, appUrl, { queues, auditRole, only: shapeOf(manifest) });
    await owner.query('begin');
    await owner.query(plainText);
    await loadRows(owner, backup, manifest, decrypt);
    await beforeCommit(owner);
    await owner.query('commit');
    await owner.query('analyze');
    // On to this version's shape, where the backup is of an older one, and its rights.
    await migrate(ownerUrl, appUrl, { queues, ...settings });
    await noteRestored(owner);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Nothing was restored: ${reason}.`, { cause: error });
  } finally {
    await owner.end();
  }
}

async function requireEmpty(owner: pg.Client): Promise<void> {
  const others = await owner.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'hanya%' and pid <> pg_backend_pid()`,
  );
  if (others.rows.length > 0)
    throw new StartError('A server is running on this database. Stop it first, on every machine.');
  for (const table of ['users', 'bookings', 'collisions', 'audit']) {
    const { rows: made } = await owner.query<{ made: boolean }>(
      `select to_regclass($1) is not null as made`,
      [`public.${table}`],
    );
    if (!made[0]?.made) continue;
    const { rows } = await owner.query(`select from ${table} limit 1`);
    if (rows.length > 0)
      throw new StartError(
        'The database already has records. You can restore a backup only into an empty database. Set DATA_DIR or DATABASE_URL to another one.',
      );
  }
}

/** The files that make the tables of the backup. Throws `StartError` where this version lacks one. */
function shapeOf({ hanya, migrations }: Manifest): readonly Applied[] {
  // The older version that is continued has the tables and columns of today's schema.
  if (areContinued(migrations)) return schemaFiles();
  const files = migrationsIn();
  const lacking = migrations.find(
    ({ name, checksum }) => !files.some((file) => file.name === name && file.checksum === checksum),
  );
  if (!lacking) return migrations;
  throw new StartError(
    `The backup was taken by Hanya ${hanya} with the migration ${lacking.name}, which this version does not have. Restore the backup with that version, or with a later version that has the migration.`,
  );
}

async function loadRows(
  owner: pg.Client,
  backup: Backup,
  manifest: Manifest,
  decrypt: Decryption,
): Promise<void> {
  const tables = await keptTables(owner);
  const own = tables.filter((table) => !isJobs(table));
  const storedOf = (table: { schema: string; name: string }) =>
    manifest.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  await owner.query(`truncate ${own.map(nameInSql).join(', ')}`);
  for (const table of own) {
    await owner.query(`alter table ${nameInSql(table)} disable trigger user`);
  }
  for (const table of tables) {
    const stored = storedOf(table);
    if (!stored) throw new StartError(`The backup has no table ${table.schema}.${table.name}.`);
    await readRows(owner, stored, backup.path, decrypt);
    if (!isJobs(table)) await compareRows(owner, table, stored);
  }
  for (const table of own) {
    await owner.query(`alter table ${nameInSql(table)} enable trigger user`);
  }
  await continueSequences(owner);
}

/** Numbers that the database gives go on after the greatest that was read back. */
async function continueSequences(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('select setval(%L, max(%I)) from %I.%I having max(%I) is not null',
              pg_get_serial_sequence(format('%I.%I', nspname, relname), attname),
              attname, nspname, relname, attname) as statement
     from pg_attribute join pg_class on pg_class.oid = attrelid
       join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'sandbox') and relkind = 'r' and attnum > 0 and not attisdropped
       and pg_get_serial_sequence(format('%I.%I', nspname, relname), attname) is not null`,
  );
  for (const { statement } of rows) await owner.query(statement);
}

async function putFiles(
  owner: pg.Client,
  store: FileStore,
  backup: Backup,
  damaged: ReadonlySet<string>,
  decrypt: Decryption,
): Promise<void> {
  const { rows } = await owner.query<{ id: string; sha256: string; type: string }>(
    'select id, sha256, content_type as type from files order by id',
  );
  for (const file of rows) {
    if (damaged.has(file.id)) continue;
    const why = await putBack(store, backup.folder, file, decrypt);
    if (why !== undefined) throw new StartError(why);
  }
}

/**
 * Settles a restored database, as the owner, in a transaction. It doesn't know what happened since
 * the backup, but gateways and browsers do.
 */
export async function settleRestored(owner: pg.ClientBase): Promise<void> {
  await continueTransactionNumbers(owner);
  await beginEpoch(owner);
  await owner.query('delete from sessions');
  await owner.query('delete from password_resets');
  await owner.query('delete from attempts');
  // The records of these files may be found again by going forward: they wait anew.
  await owner.query('delete from unused_files');
  await holdMessages(owner);
  // Asking about every bill finds the payments since.
  await owner.query('update bill_checks set next_check_at = now()');
  // A bill may have been made since. As after a crash, a person looks at the gateway first, so that
  // no booking gets two. The shape of an older version has no column for a court's decision.
  await owner.query(
    `update bookings set bill_asked_at = now() - interval '1 hour'
     where bill_ref is null and not paid and withdrawn_at is null and price_kobo > 0
       and to_jsonb(bookings) ->> 'decided_at' is null`,
  );
  for (;;) {
    const { rows } = await owner.query<{ sealed: number }>('select seal_audit(1000) as sealed');
    if (rows[0]?.sealed === 0) break;
  }
}

/** Whatever waited to be sent may have been sent since the backup: it is held, and people see it. */
async function holdMessages(owner: pg.ClientBase): Promise<void> {
  await owner.query(`update messages set state = 'unknown', reason = $1 where state = 'queued'`, [
    maybeSent,
  ]);
  await owner.query('update report_mails set done_at = now(), problem = $1 where done_at is null', [
    maybeSent,
  ]);
  await noteRestored(owner);
}

/** What was due before this moment is held as well. The shape of an older version can't say it yet. */
async function noteRestored(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    `select from information_schema.columns
     where table_schema = 'public' and table_name = 'installation' and column_name = 'restored_at'`,
  );
  if (rows.length > 0) await owner.query('update installation set restored_at = now()');
}
