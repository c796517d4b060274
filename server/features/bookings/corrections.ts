import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import {
  type correctBooking,
  type CorrectedField,
  correctedFields,
  correctionMinutes,
} from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import { may } from '#contract/roles.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { bookingColumns } from '#server/db/booking-columns.ts';
import type { Bookings, DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, type Refusal } from '#server/http/refusal.ts';
import { bookingNow } from './queries.ts';
import {
  correctedSince,
  correctionOver,
  needsPlateOrLicence,
  whyItStays,
  whyNotCorrected,
} from './rules.ts';

/** A booking, locked, as far as its correction depends on it. */
export interface CorrectableRow extends Selectable<Bookings> {
  /** Its officer may still correct it. */
  readonly isFresh: boolean;
}

type Given = Readonly<Partial<Record<CorrectedField, string | undefined>>>;

const isOwn = ({ created_by }: CorrectableRow, { userId }: Caller): boolean =>
  created_by === userId;

/** The fields that a correction changes. */
export const changedIn = (said: Readonly<Record<CorrectedField, string>>, given: Given) =>
  correctedFields.filter((field) => given[field] !== undefined && given[field] !== said[field]);

/** What a booking says in these fields. */
export const saidNow = (row: CorrectableRow, fields: readonly string[]) =>
  Object.fromEntries(
    correctedFields
      .filter((field) => fields.includes(field))
      .map((field) => [field, row[bookingColumns[field]]]),
  ) as Record<CorrectedField, string>;

/** Locks it: a payment, a clearance or a withdrawal comes before or after. */
export const lockToCorrect = (trx: Transaction<DB>, id: string): Promise<CorrectableRow> =>
  trx
    .selectFrom('bookings')
    .selectAll()
    .select(
      sql<boolean>`created_at > now() - make_interval(mins => ${correctionMinutes})`.as('isFresh'),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** The reason why a booking can't say this; null where it can. */
export function whyWrong(
  row: CorrectableRow,
  { registration = row.registration, license = row.license }: Given,
  changed: readonly CorrectedField[],
): Refusal | null {
  if (changed.length === 0) return invalid('registration', 'Change at least one field.');
  return registration === '' && license === '' ? needsPlateOrLicence : null;
}

/** The reason why a booking stays as it is, whoever corrects it; null where it doesn't. */
export const whyFixed = ({ completed, withdrawn_at, decided_at }: CorrectableRow): Refusal | null =>
  whyItStays({
    completed,
    isWithdrawn: withdrawn_at !== null,
    isDecided: decided_at !== null,
  });

/** Writes a correction: another version, and what it said before is found still. */
export async function correctRow(
  trx: Transaction<DB>,
  row: CorrectableRow,
  after: Given,
): Promise<void> {
  const changed = correctedFields.filter((field) => after[field] !== undefined);
  const former = changed
    .filter((field) => searched.includes(field) && row[bookingColumns[field]] !== '')
    .flatMap((field) => formerOf(field, row[bookingColumns[field]]));
  const columns = Object.fromEntries(
    changed.map((field) => [bookingColumns[field], after[field]]),
  ) as Updateable<Bookings>;
  await trx
    .updateTable('bookings')
    .set({
      ...columns,
      version: row.version + 1,
      corrected_at: new Date(),
      former: sql<string>`concat_ws(${sql.join([sql`E'\\n'`, sql`nullif(former, '')`, ...former])})`,
    })
    .where('id', '=', row.id)
    .execute();
}

/**
 * Corrects a booking under another version, by one person. Of two corrections of one version one
 * succeeds, the other gets a 409.
 */
export const correcting = ({
  consequences,
}: Pick<Deps, 'consequences'>): Steps<
  typeof correctBooking,
  Booking,
  { readonly row: CorrectableRow; readonly stopped: Refusal | null }
> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record }) => {
    const row = await lockToCorrect(trx, record._id);
    const stopped = await consequences.whyStopped(trx, 'booking.corrected', record);
    return { row, stopped };
  },
  rule: ({ row, stopped }, { body, caller }) => {
    const why = whyNotCorrected(
      {
        isOwn: isOwn(row, caller),
        isFresh: row.isFresh,
        isShown: row.shown_version !== null,
        paid: row.paid,
        completed: row.completed,
        isWithdrawn: row.withdrawn_at !== null,
        isDecided: row.decided_at !== null,
      },
      stopped,
      body.reason,
    );
    if (why) return why;
    if (row.version !== body.version) return correctedSince;
    return whyWrong(row, body, changedIn(saidNow(row, correctedFields), body));
  },
  change: async (trx, { row }, { body, caller }) => {
    const { reason } = body;
    const changed = changedIn(saidNow(row, correctedFields), body);
    const before = saidNow(row, changed);
    const after = Object.fromEntries(changed.map((field) => [field, body[field]]));
    await correctRow(trx, row, after);
    return { before, after: isOwn(row, caller) ? after : { ...after, reason } };
  },
  answer: (trx, { record: { _id } }) => bookingNow(trx, _id),
});

/** Fields that a search looks through: what they said before is found still. */
const searched: readonly string[] = ['registration', 'license', 'name', 'phoneNo', 'phoneTwo'];

/** A former value as the searched text has it: folded, and as a key. */
const formerOf = (field: string, value: string) => {
  if (field.startsWith('phone')) return [sql`phone_key(${value})`];
  if (field === 'name') return [sql`folded(${value})`, sql`usual_spellings(folded(${value}))`];
  return [sql`folded(${value})`, sql`spelling_key(${value})`];
};

/** 403 for whoever neither made the booking nor is a superior. */
export function mayCorrect(caller: Caller, booking: Booking): Outcome<Booking> {
  const isOwn = booking.createdBy.id === caller.userId;
  return isOwn || may(caller.role, 'withdraw a booking') ? booking : correctionOver;
}
