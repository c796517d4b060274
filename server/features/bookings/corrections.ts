import { type Selectable, sql, type Updateable } from 'kysely';
import { correctedFields } from '#contract/booking-fields.ts';
import { type Booking, type correctBooking, correctionMinutes } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Bookings } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, type Outcome } from '#server/http/refusal.ts';
import { sentColumns } from './booking-row.ts';
import { bookingNow } from './queries.ts';
import { correctedSince, correctionOver, needsPlateOrLicence, whyNotCorrected } from './rules.ts';

interface Row extends Selectable<Bookings> {
  /** Its officer may still correct it. */
  readonly isFresh: boolean;
}

const isOwn = ({ created_by }: Row, { userId }: Caller): boolean => created_by === userId;

const changedIn = (row: Row, given: BodyOf<typeof correctBooking>) =>
  correctedFields.filter(
    (field) => given[field] !== undefined && given[field] !== row[sentColumns[field]],
  );

/**
 * Corrects a booking under another version. The row is locked first: a payment, a clearance or a
 * withdrawal that comes at the same time either stands before, and is looked at, or comes after. Of
 * two corrections of one version one succeeds, the other gets a 409.
 */
export const correcting: Steps<typeof correctBooking, Booking, Row> = {
  id: ({ _id }) => _id,
  lock: (trx, { record: { _id } }) =>
    trx
      .selectFrom('bookings')
      .selectAll()
      .select(
        sql<boolean>`created_at > now() - make_interval(mins => ${correctionMinutes})`.as(
          'isFresh',
        ),
      )
      .where('id', '=', _id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  rule: (row, { body, caller }) => {
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
      body.reason,
    );
    if (why) return why;
    if (row.version !== body.version) return correctedSince;
    if (changedIn(row, body).length === 0) return invalid('registration', 'Nothing was changed.');
    const { registration = row.registration, license = row.license } = body;
    return registration === '' && license === '' ? needsPlateOrLicence : null;
  },
  change: async (trx, row, { record: { _id }, body, caller }) => {
    const { reason } = body;
    const changed = changedIn(row, body);
    const before = Object.fromEntries(changed.map((field) => [field, row[sentColumns[field]]]));
    const after = Object.fromEntries(changed.map((field) => [field, body[field]]));
    const former = changed
      .filter((field) => searched.includes(field) && row[sentColumns[field]] !== '')
      .flatMap((field) => formerOf(field, row[sentColumns[field]]));
    const columns = Object.fromEntries(
      changed.map((field) => [sentColumns[field], body[field]]),
    ) as Updateable<Bookings>;
    await trx
      .updateTable('bookings')
      .set({
        ...columns,
        version: row.version + 1,
        corrected_at: new Date(),
        former: sql<string>`concat_ws(${sql.join([sql`E'\\n'`, sql`nullif(former, '')`, ...former])})`,
      })
      .where('id', '=', _id)
      .execute();
    return { before, after: isOwn(row, caller) ? after : { ...after, reason } };
  },
  answer: (trx, { record: { _id } }) => bookingNow(trx, _id),
};

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
