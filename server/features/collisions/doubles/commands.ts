import { sql, type Transaction } from 'kysely';
import type { decideDouble } from '#contract/collision-doubles.ts';
import type { Collision } from '#contract/collisions.ts';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';
import { findCollision } from '../queries.ts';
import { doublesLike, doublesOf } from './queries.ts';
import type { Allowed } from './rules.ts';

/** Doubles of an organisation are noted and decided one after the other, each knowing those before. */
const inTurn = (trx: Transaction<DB>, organisation: string) =>
  takeTurn(trx, `doubles ${organisation}`);

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

interface Pair {
  readonly other: string;
  /** What was decided; null where nobody has. */
  readonly verdict: string | null;
}

/** Decides about two probable doubles, both of which the caller may see. */
export const deciding = ({
  fileAddresses,
}: Pick<Deps, 'fileAddresses'>): Steps<typeof decideDouble, Collision, Pair> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id, organisation }, body, caller }) => {
    const other = await findCollision({ db: trx, fileAddresses }, caller, body.other);
    if (other instanceof Refusal) return other;
    if (!['two', _id, body.other].includes(body.verdict))
      return invalid(
        'verdict',
        'Select “two” if these are two collisions. If they are the same collision, select the record that counts.',
      );
    await inTurn(trx, organisation);
    const known = await trx
      .selectFrom('collision_doubles')
      .select('verdict')
      .where(isPair(_id, body.other))
      .executeTakeFirst();
    return known ? { other: body.other, verdict: known.verdict } : notFound('pair of collisions');
  },
  rule: async (pair, { record: { _id }, body: { verdict, was } }, trx) => {
    if (pair.verdict === verdict) return null;
    if (pair.verdict !== was) return decidedMeanwhile;
    if (verdict === 'two') return null;
    // Whoever counts does so everywhere, and whoever doesn't stands for no third.
    const leaves = verdict === _id ? pair.other : _id;
    const { rows } = await sql`
      select from collision_doubles
      where verdict <> 'two' and not ${isPair(_id, pair.other)}
        and (${leaves} in (first_id, second_id)
          or ${verdict} in (first_id, second_id) and verdict <> ${verdict})
      limit 1`.execute(trx);
    return rows.length > 0 ? countsWithThird : null;
  },
  change: async (trx, pair, { record: { _id }, body: { verdict }, caller: { userId } }) => {
    if (pair.verdict === verdict) return [];
    await trx
      .updateTable('collision_doubles')
      .set({ verdict, decided_by: userId, decided_at: sql`now()` })
      .where(isPair(_id, pair.other))
      .execute();
    const compared = (id: string, comparedWith: string) => ({
      id,
      before: { comparedWith, found: pair.verdict },
      after: { comparedWith, found: verdict },
    });
    return [compared(_id, pair.other), compared(pair.other, _id)];
  },
  answer: (trx, { record: { _id }, caller: { scope } }) => doublesOf(trx, scope, _id),
});

const isPair = (one: string, other: string) => {
  const [first, second] = one < other ? [one, other] : [other, one];
  return sql<boolean>`(first_id, second_id) = (${first}, ${second})`;
};

const decidedMeanwhile = new Refusal(
  409,
  'decided_meanwhile',
  'Somebody else has already decided about these two collisions. Reload the page to see the latest.',
);
const countsWithThird = new Refusal(
  409,
  'counts_with_third',
  'One of these collisions is already linked to a third collision. Decide about that collision first.',
);
