import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Fee, setFee } from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { feesOf } from './fees.ts';
import { today } from './queries.ts';
import { whyNotFrom } from './rules.ts';

/**
 * Sets what an offence costs in an organisation from a future day on, in whole naira; a fee for the
 * same day is replaced. 400 for a day that has begun. Changes of one offence take turns.
 */
export async function putFee(
  db: Database,
  actor: Actor,
  caller: Caller,
  target: { organisation: Organisation; offence: Offence },
  { amount, from, reason }: Pick<BodyOf<typeof setFee>, 'amount' | 'from' | 'reason'>,
): Promise<Outcome<Fee>> {
  const { organisation, offence } = target;
  const key = { organisation, offence_id: offence.id, from_day: from };
  const record = `${organisation} ${offence.id}`;
  const refusal = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`fee ${record}`}, 0))`.execute(trx);
    const { day } = await trx
      .selectNoFrom(sql<string>`${today}::text`.as('day'))
      .executeTakeFirstOrThrow();
    const why = whyNotFrom(from, day);
    if (why) return why;
    const before = await trx
      .selectFrom('offence_fees')
      .select(['amount_kobo', 'reason'])
      .where((eb) => eb.and(key))
      .executeTakeFirst();
    const fee = { amount_kobo: amount * 100, reason, set_by: caller.userId, set_at: new Date() };
    await trx
      .insertInto('offence_fees')
      .values({ ...key, ...fee })
      .onConflict((conflict) =>
        conflict.columns(['organisation', 'offence_id', 'from_day']).doUpdateSet(fee),
      )
      .execute();
    await writeAudit(trx, actor, {
      event: 'fee.set',
      record: 'offence',
      id: record,
      before: before ? { amount: before.amount_kobo / 100, from, reason: before.reason } : null,
      after: { amount, from, reason },
    });
    return null;
  });
  if (refusal) return refusal;
  const set = (await feesOf(db, organisation, offence)).find((fee) => fee.from === from);
  return set ?? new Refusal(409, 'overtaken', 'The fee was changed by somebody else. Look again.');
}
