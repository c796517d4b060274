import type { Config } from '../config/config.ts';
import { untilAnswered } from '../db/availability.ts';
import { closeDatabase, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { sweepDrafts } from '../gateways/file-store-local.ts';
import { sweepUploads } from '../http/multipart.ts';
import { storedSecret } from './data-folder.ts';
import { announce, prepareAccounts } from './first-steps.ts';
import { refuseToLeaveOutRecords } from './left-out.ts';
import { log } from './log.ts';
import { prepareDatabase } from './opened-database.ts';
import type { Close, Orders } from './serving.ts';
import { tellingWaits } from './telling-waits.ts';

export interface Opened {
  readonly orders: Omit<Orders, 'doesChores'>;
  /** Tells whoever runs the server how the first people sign in; called once it serves. */
  readonly announce: () => Promise<void>;
}

/**
 * Does once what must be done before any process serves. It clears up after earlier ones, opens the
 * database, brings it to this version's shape, and makes the first accounts. `onClose` gets the
 * closing steps, to be called in the opposite order. Throws `StartError`.
 */
export async function openInstallation(
  config: Config,
  onClose: (close: Close) => void,
): Promise<Opened> {
  await Promise.all([sweepUploads(config.dataDir), sweepDrafts(config.dataDir)]);
  const { appUrl, ownerUrl } = await tellingWaits('starting the database', () =>
    openServer(config, onClose),
  );
  await tellingWaits("giving the database this version's shape", () =>
    prepareDatabase(config, { appUrl, ownerUrl }),
  );
  // Without a limit of time: on a slow machine a year of demo takes minutes.
  const db = openDatabase(appUrl, { max: 2, connectionTimeoutMillis: 0 });
  onClose(() => closeDatabase(db));
  await untilAnswered(() => refuseToLeaveOutRecords(db, config));
  await tellingWaits('preparing the accounts and the demo', () =>
    untilAnswered(() => prepareAccounts(db, config)),
  );
  const jwtSecret = config.jwtSecret ?? storedSecret(config.dataDir);
  return { orders: { appUrl, jwtSecret }, announce: () => announce(db, config) };
}

async function openServer(
  config: Config,
  onClose: (close: Close) => void,
): Promise<{ appUrl: string; ownerUrl: string }> {
  if (config.databaseUrl !== undefined) {
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
    };
  }
  const embedded = await startEmbedded(config.dataDir, config);
  onClose(() => embedded.stop());
  embedded.keepRunning((line) => {
    log.warn(line);
  });
  if (!embedded.folder.startsWith(config.dataDir)) {
    process.stdout.write(`The database's files are in ${embedded.folder}\n`);
  }
  return embedded;
}
