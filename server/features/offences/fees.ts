import { personSchema } from '#contract/bookings.ts';
import type { Fee, PricedOffence } from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import { offencesToday, today } from './queries.ts';

/** The catalogue as it costs today in an organisation, each with its next fee. */
export async function pricedCatalogue(
  db: Database,
  organisation: Organisation,
): Promise<PricedOffence[]> {
  const [offences, coming] = await Promise.all([
    offencesToday(db, organisation),
    db
      .selectFrom('offence_fees')
      .distinctOn('offence_id')
      .select(['offence_id', 'amount_kobo', 'from_day'])
      .where('organisation', '=', organisation)
      .where('from_day', '>', today)
      .orderBy('offence_id')
      .orderBy('from_day')
      .execute(),
  ]);
  const next = new Map(
    coming.map((fee) => [fee.offence_id, { amount: fee.amount_kobo / 100, from: fee.from_day }]),
  );
  return offences.map((offence) => ({ offence, next: next.get(offence.id) ?? null }));
}

/** The fees of an offence, the latest first, and at the end the catalogue's own. */
export async function feesOf(
  db: Database,
  organisation: Organisation,
  offence: Offence,
): Promise<Fee[]> {
  const rows = await db
    .selectFrom('offence_fees')
    .select([
      'amount_kobo',
      'from_day',
      'reason',
      'set_at',
      personIn('offence_fees.set_by', 'offence_fees.set_at').as('set_by'),
    ])
    .where('organisation', '=', organisation)
    .where('offence_id', '=', offence.id)
    .orderBy('from_day', 'desc')
    .execute();
  const set = rows.map((row) => ({
    amount: row.amount_kobo / 100,
    from: row.from_day,
    reason: row.reason,
    setBy: personSchema.parse(row.set_by),
    setAt: row.set_at.toISOString(),
  }));
  const own = { amount: offence.amount, from: null, reason: '', setBy: null, setAt: null };
  return [...set, own];
}
