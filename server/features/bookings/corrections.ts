import { sql, type Updateable } from 'kysely';
import { correctedFields } from '#contract/booking-fields.ts';
import { type Booking, type correctBooking, correctionMinutes } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { may } from '#contract/roles.ts';
import { happened } from '#server/acts/happened.ts';
import type { Bookings } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome } from '#server/http/refusal.ts';
import { sentColumns } from './booking-row.ts';
import { bookingById } from './queries.ts';
import {
  correctedSince,
  correctionOver,
  needsPlateOrLicence,
  whyNotCorrected,
  type Correctable,
} from './rules.ts';

type Correction = BodyOf<typeof correctBooking>;

/**
 * Corrects a booking under another version. The row is locked first: a payment, a clearance or a
 * withdrawal that comes at the same time either stands before, and is looked at, or comes after. Of
 * two corrections of one version one succeeds, the other gets a 409.
 */
export async function correct(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { _id: id }: Booking,
  { version, reason, ...given }: Correction,
): Promise<Outcome<Booking>> {
  const { db } = deps;
  const refusal = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('bookings')
      .selectAll()
      .select(
        sql<boolean>`created_at > now() - make_interval(mins => ${correctionMinutes})`.as(
          'isFresh',
        ),
      )
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const is: Correctable = {
      isOwn: row.created_by === caller.userId,
      isFresh: row.isFresh,
      isShown: row.shown_version !== null,
      paid: row.paid,
      completed: row.completed,
      isWithdrawn: row.withdrawn_at !== null,
    };
    const why = whyNotCorrected(is, reason);
    if (why) return why;
    if (row.version !== version) return correctedSince;
    const changed = correctedFields.filter(
      (field) => given[field] !== undefined && given[field] !== row[sentColumns[field]],
    );
    if (changed.length === 0) return invalid('registration', 'Nothing was changed.');
    const { registration = row.registration, license = row.license } = given;
    if (registration === '' && license === '') return needsPlateOrLicence;
    const before = Object.fromEntries(changed.map((field) => [field, row[sentColumns[field]]]));
    const after = Object.fromEntries(changed.map((field) => [field, given[field]]));
    const former = changed
      .filter((field) => searched.includes(field) && row[sentColumns[field]] !== '')
      .flatMap((field) => formerOf(field, row[sentColumns[field]]));
    const columns = Object.fromEntries(
      changed.map((field) => [sentColumns[field], given[field]]),
    ) as Updateable<Bookings>;
    await trx
      .updateTable('bookings')
      .set({
        ...columns,
        version: version + 1,
        corrected_at: new Date(),
        former: sql<string>`concat_ws(${sql.join([sql`E'\\n'`, sql`nullif(former, '')`, ...former])})`,
      })
      .where('id', '=', id)
      .execute();
    await happened(deps, trx, actor, {
      event: 'booking.corrected',
      record: 'booking',
      id,
      before,
      after: is.isOwn ? after : { ...after, reason },
    });
    return null;
  });
  if (refusal) return refusal;
  const now = await bookingById(db, id);
  if (!now) throw new Error(`Booking ${id} vanished.`);
  return now;
}

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
