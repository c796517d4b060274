import { demoPassword, demoSignIns } from '#contract/demo.ts';
import { organisationNames } from '#contract/places.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { seedCollisions } from '../demo/seed-collisions.ts';
import { seedWaiting } from '../demo/seed-waiting.ts';
import { closeDemo, seedDemo } from '../demo/seed.ts';
import { openSetup } from '../features/auth/setup.ts';
import { ownMapFaults } from '../features/map/own-map.ts';
import { openFileStore } from '../gateways/file-store.ts';

/** Opens or closes the demo accounts, as the configuration says. */
export async function prepareAccounts(db: Database, config: Config): Promise<void> {
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
export async function announce(db: Database, config: Config): Promise<void> {
  for (const fault of await ownMapFaults(config)) print(fault);
  if (config.demo) {
    print(`Demo accounts, each with the password ${demoPassword}:`);
    for (const { email, tries } of demoSignIns) print(`  ${email.padEnd(30)} ${tries}`);
    return;
  }
  sayUnserved(config);
  if (config.databaseUrl !== undefined && !config.files) {
    print(
      `Pictures and videos are kept in ${config.dataDir} of this machine alone: set FILES_URL before a second server shares this database.`,
    );
  }
  const code = await openSetup(db);
  if (code !== null) {
    print(
      `Make the first state admin with hanya create-admin (in a checkout npm run create-admin), or open ${config.publicUrl} and enter set-up code ${code}`,
    );
  }
}

function sayUnserved({ gatewayOf }: Config): void {
  const unserved = organisationNames.filter((organisation) => !gatewayOf[organisation]);
  if (unserved.length === 0) return;
  print(
    unserved.length === organisationNames.length
      ? 'No payment gateway is configured, so no bill can be made or paid.'
      : `No payment gateway serves ${unserved.join(', ')}, so no bill can be made or paid there.`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
