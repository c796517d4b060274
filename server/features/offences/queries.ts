import { sql } from 'kysely';
import type { Offence } from '#contract/offences.ts';
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

/** Today in Africa/Lagos, when the transaction began. */
export const today = sql<string>`(now() at time zone 'Africa/Lagos')::date`;

/**
 * The whole catalogue as it costs today (Africa/Lagos) in an organisation, group by group; amounts
 * are naira. Inside a transaction, today is the day on which it began, as in the rows it writes.
 */
export async function offencesToday(
  db: Database,
  organisation: Organisation,
): Promise<readonly Offence[]> {
  const fees = await db
    .selectFrom('offence_fees')
    .distinctOn('offence_id')
    .select(['offence_id', 'amount_kobo'])
    .where('organisation', '=', organisation)
    .where('from_day', '<=', today)
    .orderBy('offence_id')
    .orderBy('from_day', 'desc')
    .execute();
  const amounts = new Map(fees.map((fee) => [fee.offence_id, fee.amount_kobo / 100]));
  return catalogue.map((offence) => {
    const amount = amounts.get(offence.id);
    return amount === undefined ? offence : { ...offence, amount };
  });
}
