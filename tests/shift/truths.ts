import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfflineRecord } from '#contract/records.ts';
import type { Database } from '#server/db/database.ts';
import type { Promised } from './phone.ts';

/** A record as its officer made it, with the SHA-256 of each of its files. */
export interface Made {
  readonly kind: OfflineRecord;
  /** The name of its driver, or its location: of no other record. */
  readonly name: string;
  readonly files: readonly string[];
}

interface Scene {
  /** As the database's owner. */
  readonly db: Database;
  readonly dataDir: string;
  readonly officer: string;
}

/**
 * What the phone promised and the server doesn't have, and what the server has besides, each in a
 * sentence. `made` is everything that the officer made, by its id.
 */
export async function untruthsOf(
  scene: Scene,
  made: ReadonlyMap<string, Made>,
  promised: Promised,
): Promise<string[]> {
  const wrong: string[] = [...promised.troubles];
  const demand = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what);
  };
  const there = await recordsOf(scene);
  const trails = await trailsOf(scene.db);
  for (const [id, { kind, name }] of made) {
    const stored = promised.stored.has(id);
    const found = there.get(id);
    if (stored || promised.drafts.has(id))
      demand(
        found?.name === name && found.kind === kind,
        `${name} was ${stored ? 'called stored' : 'typed on the phone'} and is lost.`,
      );
  }
  for (const [id, { kind, name }] of there) {
    const own = made.get(id);
    demand(own?.name === name, `${name} is there and was made by nobody.`);
    const trail = trails.get(id) ?? [];
    const first = `${kind}.${kind === 'booking' ? 'made' : 'recorded'}`;
    demand(
      trail[0] === first && trail.filter((event) => event === first).length === 1,
      `The trail of ${name} is ${trail.join(', ')}.`,
    );
    if (kind === 'collision' && own) wrong.push(...(await untruthsOfFiles(scene, id, own, trail)));
  }
  return wrong;
}

async function untruthsOfFiles(
  { db, dataDir }: Scene,
  id: string,
  { name, files }: Made,
  trail: readonly string[],
): Promise<string[]> {
  // What came as a picture is kept beside the picture that is shown.
  const received = await db
    .selectFrom('coming_files as coming')
    .innerJoin('files as shown', 'shown.id', 'coming.file_id')
    .leftJoin('originals', 'originals.file_id', 'shown.id')
    .leftJoin('files as original', 'original.id', 'originals.original_id')
    .where('coming.collision_id', '=', id)
    .select(({ fn }) => [
      fn.coalesce('original.id', 'shown.id').as('file'),
      fn.coalesce('original.sha256', 'shown.sha256').as('sha256'),
    ])
    .execute();
  const wrong: string[] = [];
  const wanted = files.toSorted().join(', ');
  const got = received
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join(', ');
  if (got !== wanted)
    wrong.push(`${name} has ${received.length} files instead of ${files.length}, or others.`);
  for (const { file, sha256 } of received) {
    const path = join(dataDir, 'files', file);
    const bytes = existsSync(path) ? readFileSync(path) : '';
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      wrong.push(`A file of ${name} isn't there as it was stored.`);
  }
  const times = trail.filter((event) => event === 'collision.file-received').length;
  if (times !== files.length) wrong.push(`${name} received its files ${times} times.`);
  return wrong;
}

interface Found {
  readonly kind: OfflineRecord;
  readonly name: string;
}

async function recordsOf({ db, officer }: Scene): Promise<Map<string, Found>> {
  const bookings = await db
    .selectFrom('bookings')
    .where('created_by', '=', officer)
    .select(['id', 'name'])
    .execute();
  const collisions = await db
    .selectFrom('collisions')
    .where('created_by', '=', officer)
    .select(['id', 'location as name'])
    .execute();
  const found = (kind: Found['kind'], rows: typeof bookings) =>
    rows.map(({ id, name }) => [id, { kind, name }] as const);
  return new Map([...found('booking', bookings), ...found('collision', collisions)]);
}

/** The events of each record, in their order. */
async function trailsOf(db: Database): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('audit')
    .select(['record_id', 'event'])
    .where('record_type', 'in', ['booking', 'collision'])
    .orderBy('record_id')
    .orderBy('number')
    .execute();
  const trails = new Map<string, string[]>();
  for (const { record_id, event } of rows)
    trails.set(record_id, [...(trails.get(record_id) ?? []), event]);
  return trails;
}
