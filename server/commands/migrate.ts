import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { sharedSecrets } from '../db/shared-secret.ts';
import { takeLock } from '../process/lock.ts';
import { whyNotCarriedOver } from '../process/opened-database.ts';
import { StartError } from '../process/start-error.ts';
import { queues } from '../queues.ts';

/**
 * Brings the database to this version's shape and gives the application's role its rights, as the
 * owner. For servers that start with MIGRATE=off and don't know the owner's password. With
 * `--new-secret` this JWT_SECRET takes the place of one that is lost or no longer safe.
 */
const { values } = parseArgs({ options: { 'new-secret': { type: 'boolean', default: false } } });
const takesNewSecret = values['new-secret'];
try {
  const config = readConfig(process.env);
  const { databaseUrl, keepPersonsYears = null, auditRole } = config;
  const options = {
    queues,
    keepPersonsYears,
    auditRole,
    secrets: sharedSecrets(config),
    takesNewSecret,
    whyNotCarriedOver: () => whyNotCarriedOver(config),
  };
  if (databaseUrl === undefined) {
    const lock = takeLock(config.dataDir, 'hanya migrate');
    const embedded = await startEmbedded(config.dataDir, config);
    try {
      await migrate(embedded.ownerUrl, embedded.appUrl, options);
    } finally {
      await embedded.stop();
      lock.release();
    }
  } else {
    await migrate(config.databaseOwnerUrl ?? databaseUrl, databaseUrl, options);
  }
  process.stdout.write('The database is up to date with this version.\n');
  if (takesNewSecret)
    process.stdout.write(
      'The servers of this database now use this JWT_SECRET. Set it on each of them, and restart them.\n',
    );
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
