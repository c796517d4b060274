import { sql, type Transaction } from 'kysely';
import type { decideDouble } from '#contract/collision-doubles.ts';
import type { Collision } from '#contract/collisions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { doublesLike } from './queries.ts';
import type { Allowed } from './rules.ts';

/** Doubles of an organisation are noted and decided one after the other, each knowing those before. */
const inTurn = (trx: Transaction<DB>, organisation: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`doubles ${organisation}`}, 0))`.execute(trx);

/** Notes which collisions the new one is probably the same as: the last step of its transaction. */
export async function noteDoubles(
  trx: Transaction<DB>,
  { id, organisation, demo }: Pick<Collision, 'organisation' | 'demo'> & { readonly id: string },
  { vehicle, position, ...body }: NewCollision,
  allowed: Allowed,
): Promise<void> {
  await inTurn(trx, organisation);
  const { at } = await trx
    .selectFrom('collisions')
    .select(sql<Date>`coalesce(made_at, created_at)`.as('at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const scene = {
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    at: at.getTime(),
    counts: [body.noOfCars, body.noOfInjuries, body.noOfFatalities],
  };
  const plates = vehicle.map(({ plate }) => plate);
  const phones = vehicle.map(({ phone }) => phone);
  const scope = { organisation, zone: null, demo: demo ? 'only' : 'excluded' } as const;
  const found = await doublesLike(trx, scope, { scene, plates, phones, id }, allowed);
  if (found.length === 0) return;
  await trx
    .insertInto('collision_doubles')
    .values(
      found.slice(0, 20).map(({ id: other, likeness, metres, minutes, shares }) => {
        const [first_id, second_id] = id < other ? [id, other] : [other, id];
        return { first_id, second_id, likeness, metres, minutes, shares };
      }),
    )
    .execute();
}

/** Decides about two probable doubles, both of which the caller may see. */
export async function decide(
  { db }: Deps,
  actor: Actor,
  { userId }: Caller,
  { _id: one, organisation }: Collision,
  { other, verdict, was }: BodyOf<typeof decideDouble>,
): Promise<Outcome<null>> {
  const [first_id, second_id] = one < other ? [one, other] : [other, one];
  if (!['two', one, other].includes(verdict))
    return invalid('verdict', 'Say two, or the id of one of both.');
  return db.transaction().execute(async (trx) => {
    await inTurn(trx, organisation);
    const pair = sql<boolean>`(first_id, second_id) = (${first_id}, ${second_id})`;
    const known = await trx
      .selectFrom('collision_doubles')
      .select('verdict')
      .where(pair)
      .executeTakeFirst();
    if (!known) return notFound('double');
    if (known.verdict === verdict) return null;
    if (known.verdict !== was) return decidedMeanwhile;
    const leaves = verdict === one ? other : one;
    if (verdict !== 'two') {
      // Whoever counts does so everywhere, and whoever doesn't stands for no third.
      const { rows } = await sql`
        select from collision_doubles
        where verdict <> 'two' and not ${pair}
          and (${leaves} in (first_id, second_id)
            or ${verdict} in (first_id, second_id) and verdict <> ${verdict})
        limit 1`.execute(trx);
      if (rows.length > 0) return countsWithThird;
    }
    await trx
      .updateTable('collision_doubles')
      .set({ verdict, decided_by: userId, decided_at: sql`now()` })
      .where(pair)
      .execute();
    for (const id of [one, other]) {
      const comparedWith = id === one ? other : one;
      const change = { event: 'collision.compared', record: 'collision', id } as const;
      await writeAudit(trx, actor, {
        ...change,
        before: { comparedWith, found: was },
        after: { comparedWith, found: verdict },
      });
    }
    return null;
  });
}

const decidedMeanwhile = new Refusal(
  409,
  'decided_meanwhile',
  'Somebody else has decided about these two. Open the collision again.',
);
const countsWithThird = new Refusal(
  409,
  'counts_with_third',
  'One of them is linked with a third collision already. Decide there first.',
);
