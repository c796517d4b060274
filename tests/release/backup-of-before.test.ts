import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { aPerson, nothingTold, work } from '#tests/chaos/people.ts';
import { settleDown, untruthsOf } from '#tests/chaos/truths.ts';
import { openPayKaduna, type PayKaduna } from '#tests/histories/till.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { rowHashes } from '#tests/support/row-hashes.ts';
import { bareDatabase, cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type Installed, installOn, versions } from './installed.ts';

// By hand: npm run proofs -- release
const leastChanges = 40;
const place = temporaryFolder();
const [folder, identity] = [join(place, 'backups'), join(place, 'identity')];
const [older, newer] = versions();
/** A restore ends, forgets or makes these anew. */
const settled = [
  'sessions',
  'attempts',
  'password_resets',
  'unused_files',
  'outbox',
  'installation',
  'releases',
  'migrations',
  'bill_checks',
];

let before: ClonedDatabase;
let after: ClonedDatabase;
let gatewaysDatabase: ClonedDatabase;
let gateway: PayKaduna;
let books: Database;
const servers: Installed[] = [];

beforeAll(async () => {
  gatewaysDatabase = await cloneDatabase();
  gateway = await openPayKaduna(gatewaysDatabase.ownerUrl);
  books = openDatabase(gatewaysDatabase.ownerUrl, { max: 1 });
  [before, after] = [await bareDatabase(), await bareDatabase()];
}, 600_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await closeDatabase(books);
  await gateway.close();
  for (const database of [before, after, gatewaysDatabase]) await database.drop();
  rmSync(place, { recursive: true, force: true });
}, 600_000);

test('an encrypted backup of the version before is restored by the next one: every row, every file, and a trail that holds', async () => {
  const old = await installOn(join(place, 'old'), { database: before, gateway });
  servers.push(old);
  await old.hanya('migrate', { DATABASE_OWNER_URL: before.ownerUrl });
  await old.start();
  const db = openDatabase(before.ownerUrl, { max: 1 });
  const { email } = await makeAccount(db, 'zonal head');
  const told = nothingTold();
  const person = await aPerson(addressOf(old), email);
  const isOver = () => told.booked.size + told.paid.size + told.cleared.size >= leastChanges;
  await work(person, told, { name: 'Before', isOver });
  await settleDown({ db, books, person, dataDir: old.dataDir });
  expect(told.collisions.size).toBeGreaterThan(0);
  await old.stop();

  const [, recipient = ''] = (await old.hanya(`backup identity ${identity}`)).trim().split('=');
  await old.hanya(`backup ${folder}`, { BACKUP_RECIPIENTS: recipient });
  const rowsBefore = await rowHashes(before.ownerUrl);
  await closeDatabase(db);

  const settings = { BACKUP_IDENTITY_FILE: identity };
  const next = await installOn(join(place, 'next'), { database: after, gateway, settings });
  servers.push(next);
  await expect(
    next.hanya(
      `restore ${folder}`,
      { DATABASE_OWNER_URL: after.ownerUrl, BACKUP_IDENTITY_FILE: '' },
      newer,
    ),
  ).rejects.toThrow('BACKUP_IDENTITY_FILE');
  const said = await next.hanya(`restore ${folder}`, { DATABASE_OWNER_URL: after.ownerUrl }, newer);
  expect(said).toContain('was restored');
  const rowsAfter = await rowHashes(after.ownerUrl);
  const names = Object.keys(rowsBefore).filter((name) => !settled.includes(name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => rowsAfter[name] !== rowsBefore[name])).toEqual([]);
  expect(await next.hanya('audit verify', {}, newer)).toContain('holds');
  expect(await next.hanya(`backup check ${folder}`, {}, newer)).toContain(' holds: ');

  await next.hanya(`switch ${newer} --without-backup`);
  const restored = openDatabase(after.ownerUrl, { max: 1 });
  const again = await aPerson(addressOf(next), email);
  const scene = { db: restored, books, person: again, dataDir: next.dataDir };
  await settleDown(scene);
  expect(await untruthsOf(scene, told)).toEqual([]);
  await closeDatabase(restored);
  process.stdout.write(`${said}${told.booked.size} bookings of ${older} are in ${newer}\n`);
}, 900_000);

const addressOf = ({ port }: Installed): string => `http://127.0.0.1:${port}`;
