import { demoPassword, demoSignIns } from '#contract/demo.ts';
import { organisationNames } from '#contract/places.ts';
import { seedCollisions } from '#server/demo/seed-collisions.ts';
import { seedWaiting } from '#server/demo/seed-waiting.ts';
import { closeDemo, seedDemo } from '#server/demo/seed.ts';
import { openSetup } from '#server/features/auth/setup.ts';
import { ownMapFaults } from '#server/features/map/own-map.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import type { Config } from '../config/config.ts';
import { untilAnswered } from '../db/availability.ts';
import { closeDatabase, type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { sweepDrafts } from '../gateways/file-store-local.ts';
import { sweepUploads } from '../http/multipart.ts';
import { storedSecret } from './data-folder.ts';
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
  await tellingWaits('preparing the database for this version', () =>
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

/** Opens or closes the demo accounts, as the configuration says. */
async function prepareAccounts(db: Database, config: Config): Promise<void> {
  if (!config.demo) {
    await closeDemo(db);
    return;
  }
  const now = new Date();
  await seedDemo(db, now, config.modules);
  const store = await openFileStore(config);
  try {
    await seedCollisions(db, store, now);
    await seedWaiting(db, now, config.modules);
  } finally {
    store.close();
  }
}

/** Prints what of the map can't be used, and how to sign in, for whoever started the server. */
async function announce(db: Database, config: Config): Promise<void> {
  for (const fault of await ownMapFaults(config)) print(fault);
  if (config.demo) {
    print(`Demo accounts, each with the password ${demoPassword}:`);
    for (const { email, tries } of demoSignIns) print(`  ${email.padEnd(30)} ${tries}`);
    return;
  }
  sayUnserved(config);
  if (config.databaseUrl !== undefined && !config.files) {
    print(
      `Hanya keeps pictures and videos in ${config.dataDir} on this machine only. Set FILES_URL before a second server shares this database.`,
    );
  }
  const code = await openSetup(db);
  if (code !== null) {
    print(
      `Add the first state admin with hanya create-admin (in a checkout npm run create-admin), or open ${config.publicUrl} and enter set-up code ${code}`,
    );
  }
}

function sayUnserved({ gatewayOf }: Config): void {
  const unserved = organisationNames.filter((organisation) => !gatewayOf[organisation]);
  if (unserved.length === 0) return;
  print(
    unserved.length === organisationNames.length
      ? 'No payment gateway is set up, so nobody can create or pay a bill.'
      : `No payment gateway is set up for ${unserved.join(', ')}, so nobody can create or pay a bill there.`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
