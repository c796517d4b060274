import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { collisionRow, insertLines } from '#server/features/collisions/rows.ts';
import { describeFile, insertFiles } from '#server/features/files/commands.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { drawPicture } from '#server/gateways/picture-writer.ts';
import { pictureType } from '#server/gateways/pictures.ts';
import { type DemoCollision, demoCollisions } from './collisions.ts';
import { createRandom } from './random.ts';
import { drawingOf, type Scene, sceneNames } from './scenes.ts';
import { oneAtATime } from './seed.ts';
import { actorOf, chainOf } from './trail.ts';

/** Each scene is drawn and stored once, and shared by all collisions that show it. */
type Sketches = ReadonlyMap<Scene, { readonly id: string; readonly sha256: string }>;

/** Makes the demo's collisions of the year up to `now`, once, after `seedDemo`. All or nothing. */
export async function seedCollisions(db: Database, store: FileStore, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx);
    const some = trx.selectFrom('collisions').select('id').where('demo', '=', true).limit(1);
    if (await some.executeTakeFirst()) return;
    const staff = await trx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('demo', '=', true)
      .execute();
    const ids = new Map(staff.map(({ email, id }) => [email, id]));
    const sketches = await drawSketches(trx, store);
    for (const collision of demoCollisions(now)) {
      const by = ids.get(collision.madeBy.email);
      if (by !== undefined) await insert(trx, collision, by, sketches);
    }
  });
}

/** Ids are the same at each try, so that a retry uses whatever a failed try has left. */
async function drawSketches(trx: Transaction<DB>, store: FileStore): Promise<Sketches> {
  const random = createRandom('hanya demo sketches');
  const folder = await mkdtemp(path.join(tmpdir(), 'hanya-sketches-'));
  try {
    const drawn = await Promise.all(
      sceneNames.map(async (scene, index) => {
        const id = ulid(Date.UTC(2020, 0, 1) + index, random.number);
        const target = path.join(folder, id);
        await drawPicture(drawingOf(scene), target);
        const file = { ...(await describeFile('img', 'picture', pictureType, target)), id };
        await store.put(id, target, pictureType);
        return [scene, file] as const;
      }),
    );
    await insertFiles(
      trx,
      drawn.map(([, file]) => file),
      { createdBy: null, demo: true },
    );
    return new Map(drawn);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function insert(
  trx: Transaction<DB>,
  { id, body, organisation, madeAt, madeBy, scenes }: DemoCollision,
  createdBy: string,
  sketches: Sketches,
): Promise<void> {
  const img = scenes.flatMap((scene) => sketches.get(scene) ?? []);
  // Not the hash of any body, so that nothing a device sends can pass for this collision.
  const row = collisionRow(body, {
    id,
    hash: `demo ${id}`,
    organisation,
    createdBy,
    demo: true,
    onTheWay: null,
  });
  await trx
    .insertInto('collisions')
    .values({ ...row, created_at: madeAt })
    .execute();
  await insertLines(trx, body, id, { img, vid: undefined, vehicles: [] });
  const files = img.map((file) => ({ field: 'img', id: file.id, sha256: file.sha256 }));
  const entry = {
    event: 'collision.recorded',
    actor: actorOf(madeBy, createdBy),
    at: madeAt,
    before: null,
    after: { ...body, _id: id, organisation, files },
  } as const;
  await trx
    .insertInto('audit')
    .values(chainOf(id, [entry], 'collision'))
    .execute();
}
