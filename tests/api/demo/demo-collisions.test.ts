import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCollisionSchema } from '#contract/new-collisions.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { demoCollisions } from '#server/demo/collisions.ts';
import { seedCollisions } from '#server/demo/seed-collisions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { linkHash, personalDigest } from '#server/features/audit/rules.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { type FileStore, openFileStore } from '#server/gateways/file-store.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const now = new Date('2026-03-03T14:20:00Z');
let clone: ClonedDatabase;
let db: Database;
let dataDir: string;
let store: FileStore;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl);
  dataDir = temporaryFolder();
  store = await openFileStore({ dataDir });
  await seedDemo(db, now);
  await seedCollisions(db, store, now);
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const collisions = () => db.selectFrom('collisions').selectAll().orderBy('created_at').execute();

test('there are about 60 over the year, all of the demo, in zones of their organisation', async () => {
  const all = await collisions();
  expect(all.length).toBeGreaterThan(45);
  expect(all.length).toBeLessThan(75);
  expect(all.every(({ demo }) => demo)).toBe(true);
  const first = all[0]?.created_at.getTime() ?? 0;
  expect(now.getTime() - first).toBeGreaterThan(300 * 86_400_000);
  expect(all.every(({ created_at }) => created_at <= now)).toBe(true);
  for (const { body, organisation } of demoCollisions(now))
    expect(areasOf(stateOfOrganisation(organisation))).toContain(body.zone);
});

test('each is one that a device could have sent', () => {
  for (const { body, scenes } of demoCollisions(now)) {
    expect(newCollisionSchema.parse(body)).toEqual(body);
    expect(body.vehicle).toHaveLength(body.noOfCars);
    expect(JSON.stringify(body)).not.toMatch(/[{]\w[}]|undefined/);
    expect(scenes.length).toBeGreaterThan(0);
  }
});

test('each shows a picture that is stored and can be read', async () => {
  const files = await db.selectFrom('files').selectAll().execute();
  expect(files).toHaveLength(8);
  for (const { id, bytes } of files) {
    const stream = await store.open(id);
    const picture = stream ? await buffer(stream) : Buffer.alloc(0);
    expect(picture.length).toBe(bytes);
    const path = join(dataDir, 'picture.jpg');
    writeFileSync(path, picture);
    expect(await sharp(path).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 800,
    });
  }
  const { shown } = await db
    .selectFrom('collision_files')
    .select((eb) => eb.fn.count<number>('collision_id').distinct().as('shown'))
    .executeTakeFirstOrThrow();
  expect(shown).toBe((await collisions()).length);
});

test('each is in the audit trail as if it had been recorded then', async () => {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('record_type', '=', 'collision')
    .execute();
  expect(rows).toHaveLength((await collisions()).length);
  for (const row of rows) {
    const link = {
      recordType: row.record_type,
      recordId: row.record_id,
      number: row.number,
      event: row.event,
      actorId: row.actor_id,
      actorRole: row.actor_role,
      address: row.address,
      at: row.at.toISOString(),
      digest: personalDigest(row.salt, row.before, row.after),
      previousHash: row.previous_hash,
    };
    expect(row.digest).toBe(link.digest);
    expect(row.hash).toBe(linkHash(link));
  }
});

test('a few have a vehicle in them that was booked more than once before, as it was then', async () => {
  const known = await db
    .selectFrom('collision_vehicles as vehicle')
    .innerJoin('collisions', 'collisions.id', 'vehicle.collision_id')
    .innerJoin('bookings', (join) =>
      join
        .onRef('bookings.registration', '=', 'vehicle.plate')
        .onRef('bookings.zone', '=', 'collisions.zone')
        .onRef('bookings.make', '=', 'vehicle.make')
        .onRef('bookings.model', '=', 'vehicle.model')
        .onRef('bookings.created_at', '<', 'collisions.created_at'),
    )
    .select((eb) => ['vehicle.plate', eb.fn.countAll<number>().as('bookings')])
    .groupBy(['vehicle.plate', 'collisions.id'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  expect(known).toHaveLength(3);
});

test('seeding again changes nothing', async () => {
  const before = await collisions();
  await Promise.all([seedCollisions(db, store, now), seedCollisions(db, store, new Date())]);
  expect(await collisions()).toEqual(before);
});
