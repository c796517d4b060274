import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { correctCollision } from '#contract/collision-corrections.ts';
import type { Collision, Counts } from '#contract/collisions.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { injuredIn, killedIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { invalid } from '#server/http/refusal.ts';
import { findCollision } from './queries.ts';
import { countedSince } from './rules.ts';

const names = ['noOfCars', 'noOfInjuries', 'noOfFatalities'] as const;
const areSame = (one: Counts, other: Counts) => names.every((name) => one[name] === other[name]);

/**
 * Corrects what a collision counts. Additions and corrections of one collision take turns, so that each
 * is judged by what stands before it.
 */
export const correcting = ({
  fileAddresses,
}: Pick<Deps, 'fileAddresses'>): Steps<typeof correctCollision, Collision, Counts> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id } }) => {
    await sql`select lock_collision(${_id})`.execute(trx);
    return countsOf(trx, _id);
  },
  rule: (counts, { body }) => {
    if (!areSame(counts, body.was)) return countedSince;
    return areSame(counts, body) ? invalid('noOfFatalities', 'Change at least one count.') : null;
  },
  change: async (trx, was, { record: { _id: collision }, body, caller }) => {
    const { noOfCars, noOfInjuries, noOfFatalities, reason } = body;
    const id = ulid();
    await trx
      .insertInto('collision_corrections')
      .values({
        id,
        collision_id: collision,
        cars_were: was.noOfCars,
        injuries_were: was.noOfInjuries,
        fatalities_were: was.noOfFatalities,
        cars: noOfCars,
        injuries: noOfInjuries,
        fatalities: noOfFatalities,
        reason,
        corrected_by: caller.userId,
      })
      .execute();
    return { before: was, after: { _id: id, noOfCars, noOfInjuries, noOfFatalities, reason } };
  },
  answer: (trx, { record: { _id }, caller }) =>
    findCollision({ db: trx, fileAddresses }, caller, _id),
});

/** What counts now, read after the lock. */
const countsOf = (trx: Transaction<DB>, id: string): Promise<Counts> =>
  trx
    .selectFrom('collisions')
    .select([
      sql<number>`cars_in(collisions)`.as('noOfCars'),
      injuredIn.as('noOfInjuries'),
      killedIn.as('noOfFatalities'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
