import type { Transaction } from 'kysely';
import type { CourtCase, noteHearing } from '#contract/modules/after-ticket/court.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';
import { findCase } from './queries.ts';
import { isNotLocked, whyNotHeard } from './rules.ts';

export const hasEndedAlready = new Refusal(
  409,
  'already_decided',
  'The court’s decision has already been recorded. To correct the record, enter what is wrong with it.',
);

export interface Referred {
  readonly organisation: string;
  readonly zone: string;
  readonly hearing_day: string | null;
  readonly hearing_place: string | null;
  readonly ended: boolean;
  readonly decision: string | null;
  /** The day of the referral, Africa/Lagos. */
  readonly referred: string;
  readonly referredBy: string;
  readonly issuedBy: string;
  readonly completed: boolean;
  readonly paid: boolean;
}

export const notingHearing = (
  deps: Pick<Deps, 'fileAddresses'>,
): Steps<typeof noteHearing, CourtCase, Referred> => ({
  dutyFor: ({ organisation, zone }) => ({ organisation, zone }),
  id: ({ id }) => id,
  lock: (trx, { record }) => lockedCase(trx, record.id),
  rule: (found, { body: { day } }) =>
    found.ended ? hasEndedAlready : whyNotHeard(day, daysOf(found)),
  change: async (trx, { hearing_day, hearing_place }, { record: { id }, body }) => {
    const { day, place, suit } = body;
    await trx
      .updateTable('court_cases')
      .set({ hearing_day: day, hearing_place: place, suit })
      .where('booking_id', '=', id)
      .execute();
    return {
      before: hearing_day === null ? null : { hearing: hearing_day, place: hearing_place },
      after: { hearing: day, place, suit },
    };
  },
  answer: (trx, { record, caller }) => findCase({ ...deps, db: trx }, caller, record.id),
});

/** A referred case, locked with its ticket. */
export async function lockedCase(trx: Transaction<DB>, id: string): Promise<Outcome<Referred>> {
  await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
  const row = await trx
    .selectFrom('court_cases')
    .innerJoin('court_batches', 'court_batches.id', 'batch_id')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['court_cases.organisation', 'court_cases.zone', 'hearing_day', 'hearing_place'])
    .select(['ended', 'decision', 'locked_at', 'locked_by', 'created_by as issuedBy'])
    .select(['completed', 'paid'])
    .where('booking_id', '=', id)
    .forUpdate('court_cases')
    .executeTakeFirst();
  if (!row || row.locked_at === null || row.locked_by === null) return isNotLocked;
  return { ...row, referred: dayOf(row.locked_at), referredBy: row.locked_by };
}

/** The day on which a court decides, among the days of its case. */
export const daysOf = ({ referred, hearing_day }: Referred) => ({
  referred,
  hearing: hearing_day,
  today: dayOf(new Date()),
});
