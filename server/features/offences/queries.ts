import { type RawBuilder, sql } from 'kysely';
import { folded, spellingKey } from '#contract/folding.ts';
import { mostOftenUsed, type Offence, type OfferedOffence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { catalogue } from './catalogue.ts';

const byId: ReadonlyMap<string, Offence> = new Map(
  catalogue.map((offence) => [offence.id, offence]),
);

/**
 * The whole catalogue, group by group, with its own amounts in naira and none of the fees set
 * since.
 */
export function listOffences(): readonly Offence[] {
  return catalogue;
}

/** The catalogue's own entry of an id such as LGC-01; undefined when there is none. */
export function offenceById(id: string): Offence | undefined {
  return byId.get(id);
}

/** The ids of the offences that have this id or payment code, or every word of the search in their name. */
export function offencesCalled(search: string): string[] {
  const key = spellingKey(search);
  const words = folded(search).split(/[ ,.-]+/);
  return catalogue
    .filter(
      ({ id, code, name }) =>
        [id, code].some((one) => spellingKey(one) === key) ||
        words.every((word) => folded(name).includes(word)),
    )
    .map(({ id }) => id);
}

/** The day of a moment in Africa/Lagos. */
export const dayOf = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${moment} at time zone 'Africa/Lagos')::date`;

/** Today in Africa/Lagos, when the transaction began. */
export const today = dayOf(sql`now()`);

/** The owner of the fees: those of the demo count in the demo alone. */
export interface FeesOf {
  readonly organisation: Organisation;
  readonly demo: boolean;
}

/**
 * The whole catalogue as it costs today (Africa/Lagos), or on another day, in an organisation, group
 * by group; amounts are naira. Inside a transaction, today is the day on which it began, as in the rows it writes.
 */
export async function offencesToday(
  db: Database,
  { organisation, demo }: FeesOf,
  day = today,
): Promise<readonly Offence[]> {
  const fees = await db
    .selectFrom('offence_fees')
    .distinctOn('offence_id')
    .select(['offence_id', 'amount_kobo'])
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .where('from_day', '<=', day)
    .orderBy('offence_id')
    .orderBy('from_day', 'desc')
    .execute();
  const amounts = new Map(fees.map((fee) => [fee.offence_id, fee.amount_kobo / 100]));
  return catalogue.map((offence) => {
    const amount = amounts.get(offence.id);
    return amount === undefined ? offence : { ...offence, amount };
  });
}

/** The catalogue as in `offencesToday`, with the fees that are confirmed for days to come. */
export async function offeredOffences(db: Database, of: FeesOf): Promise<OfferedOffence[]> {
  const [offences, coming] = await Promise.all([
    offencesToday(db, of),
    db
      .selectFrom('offence_fees')
      .select(['offence_id', 'amount_kobo', 'from_day'])
      .where('organisation', '=', of.organisation)
      .where('demo', '=', of.demo)
      .where('from_day', '>', today)
      .orderBy('from_day')
      .execute(),
  ]);
  const later = Map.groupBy(coming, ({ offence_id }) => offence_id);
  return offences.map((offence) => ({
    ...offence,
    later: (later.get(offence.id) ?? []).map(({ from_day, amount_kobo }) => ({
      from: from_day,
      amount: amount_kobo / 100,
    })),
  }));
}

/** An offence as the line of a booking holds it: its place from 1, and its fee in kobo. */
interface PricedLine {
  readonly line: number;
  readonly offence_id: string;
  readonly code: string;
  readonly name: string;
  readonly penalty: string;
  readonly amount_kobo: number;
  /** '' where the rules of the day name none. */
  readonly law: string;
}

/** A query of these offences, in their order, as they cost on a day (Africa/Lagos), such as `today`. */
export const priced = (
  { organisation, demo }: FeesOf,
  offences: readonly Offence[],
  day: RawBuilder<string>,
): RawBuilder<PricedLine> => sql`(
  select chosen.line::integer as line, chosen.offence_id, chosen.code, chosen.name, chosen.penalty,
    coalesce((
      select fee.amount_kobo from offence_fees as fee
      where fee.organisation = ${organisation} and fee.demo = ${demo} and fee.offence_id = chosen.offence_id
        and fee.from_day <= ${day}
      order by fee.from_day desc limit 1
    ), chosen.amount_kobo) as amount_kobo,
    coalesce((
      select concat_ws(', ', named ->> 'law', nullif(named ->> 'section', ''))
      from (
        select rules from ticket_rules
        where ticket_rules.organisation = ${organisation} and ticket_rules.demo = ${demo}
          and from_day <= ${day}
        order by from_day desc limit 1
      ) as held cross join jsonb_array_elements(held.rules -> 'laws') as named
      where named ->> 'offence' = chosen.offence_id
    ), '') as law
  from unnest(
    ${offences.map(({ id }) => id)}::text[], ${offences.map(({ code }) => code)}::text[],
    ${offences.map(({ name }) => name)}::text[], ${offences.map(({ penalty }) => penalty)}::text[],
    ${offences.map(({ amount }) => amount * 100)}::bigint[]
  ) with ordinality as chosen (offence_id, code, name, penalty, amount_kobo, line)
)`;

/** An officer's newest bookings, beyond which nobody looks for what they book most often. */
const mostLookedAt = 2_000;

/** The offences that somebody booked most often in the last 90 days, on the most bookings first. */
export async function oftenUsed(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select offences from booking_search
      where created_by = ${userId} and created_at > now() - interval '90 days'
      order by created_at desc, booking_id desc limit ${mostLookedAt}
    ) as lately, unnest(lately.offences) as id
    group by id order by count(*) desc, id limit ${mostOftenUsed}`.execute(db);
  return rows.map(({ id }) => id).filter((id) => byId.has(id));
}
