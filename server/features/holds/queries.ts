import { type Kysely, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { type Hold, holdSchema, type listHolds } from '#contract/holds.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { countedPage } from '#server/lists/counted-page.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

type Asked = Omit<QueryOf<typeof listHolds>, 'page' | 'limit'>;

export const isInForce = sql<boolean>`(holds.lifted_at is null
  and (holds.until_day is null or holds.until_day >= ${today}))`;

export const allHolds = (db: Kysely<DB>) =>
  db.selectFrom('holds').innerJoin('bookings', 'bookings.id', 'booking_id');

/** Those that a list is narrowed to. */
export function matchingHolds(
  db: Kysely<DB>,
  caller: Caller,
  { state, booking, from, to, ...place }: Asked,
) {
  const scope = chosenPlace(caller.scope, place);
  if (scope instanceof Refusal) return scope;
  const day = sql<string>`lagos_day(set_at)`;
  return allHolds(db)
    .where(inScope('holds', scope))
    .$if(booking !== undefined, (those) => those.where('booking_id', '=', booking ?? ''))
    .$if(state === 'in force', (those) => those.where(isInForce))
    .$if(state === 'over', (those) => those.where((eb) => eb.not(isInForce)))
    .$if(from !== undefined, (those) => those.where(day, '>=', from ?? ''))
    .$if(to !== undefined, (those) => those.where(day, '<=', to ?? ''));
}

export const columns = [
  'holds.id',
  'booking_id as booking',
  'holds.organisation',
  'holds.zone',
  'for_whom as forWhom',
  'reason',
  'until_day as until',
  'set_at',
  'lifted_at',
  'lift_reason',
  sql<string>`coalesce(nullif(registration, ''), license)`.as('plate'),
  sql<string>`case when lifted_at is not null then 'lifted'
    when ${isInForce} then 'in force' else 'ran out' end`.as('state'),
  personIn('set_by', 'set_at').as('by'),
  personIn('lifted_by', 'lifted_at').as('lifter'),
] as const;

interface Row extends Record<string, unknown> {
  readonly set_at: Date;
  readonly lifted_at: Date | null;
}

export const toWire = ({ set_at, lifted_at, lift_reason, lifter, ...row }: Row): Hold =>
  holdSchema.parse({
    ...row,
    at: set_at.toISOString(),
    lifted: lifted_at && { by: lifter, at: lifted_at.toISOString(), reason: lift_reason },
  });

export async function listHoldsOf(
  db: Database,
  caller: Caller,
  { page, limit, ...asked }: QueryOf<typeof listHolds>,
): Promise<Outcome<ResponseOf<typeof listHolds>>> {
  const matching = matchingHolds(db, caller, asked);
  if (matching instanceof Refusal) return matching;
  return countedPage(
    db,
    matching,
    { page, limit },
    (query) => query.select(columns).orderBy('set_at', 'desc').orderBy('holds.id', 'desc'),
    toWire,
  );
}
