import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { ExceptionKind } from '#contract/exceptions.ts';
import { billMatters } from '#contract/payments.ts';
import type { Organisation } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { system } from '#server/http/caller.ts';
import { writeAudit } from '#server/features/audit/commands.ts';

/** What was found. `amountKobo` is what the gateway speaks of, where it names an amount. */
export interface Found {
  readonly kind: ExceptionKind;
  readonly bookingId: string | null;
  /** Where it is looked at when no booking is known; else it is the booking's. */
  readonly organisation?: Organisation;
  readonly gateway: string;
  readonly billRef: string | null;
  readonly amountKobo: number | null;
  readonly receipt: string;
  /** What happened, in one sentence. */
  readonly story: string;
  /** Finding the same again under this key makes no second exception. */
  readonly dedupeKey: string;
}

/** Puts something before a person, once, in the transaction of whoever found it. */
export async function raiseException(trx: Transaction<DB>, found: Found): Promise<void> {
  const { kind, bookingId, dedupeKey } = found;
  const row = {
    ...(await placeOf(trx, found)),
    id: ulid(),
    kind,
    booking_id: bookingId,
    gateway: found.gateway,
    bill_ref: found.billRef,
    amount_kobo: found.amountKobo,
    receipt: found.receipt,
    story: found.story,
    fingerprint: [kind, bookingId ?? `${found.gateway} ${found.billRef ?? ''}`, dedupeKey].join(
      ' ',
    ),
  };
  const inserted = await trx
    .insertInto('payment_exceptions')
    .values(row)
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return;
  await writeAudit(trx, system, {
    event: 'exception.found',
    record: 'exception',
    id: row.id,
    before: null,
    after: { kind, booking: bookingId, billRef: found.billRef, story: found.story },
  });
}

/** Where its booking belongs; else to everybody of the organisation named who sees all zones. */
async function placeOf(trx: Transaction<DB>, { bookingId, organisation }: Found) {
  if (bookingId === null) return { organisation: organisation ?? '', zone: '', demo: false };
  return trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
}

/** What stood in the way of a booking's bill does so no more; `because` is one sentence. */
export const resolveBillExceptions = (
  trx: Transaction<DB>,
  bookingId: string,
  because: string,
): Promise<void> =>
  close(trx, because, (query) =>
    query.where('booking_id', '=', bookingId).where('kind', 'in', billMatters),
  );

/** The gateway has shown amount and receipt of what it called paid. */
export const closeUnproven = (trx: Transaction<DB>, bookingId: string): Promise<void> =>
  close(trx, 'The gateway has proved the payment.', (query) =>
    query.where('booking_id', '=', bookingId).where('kind', '=', 'unproven'),
  );

/** A bill that no booking had is a booking's after all: its money counts there. */
export const closeUnknownBill = (
  trx: Transaction<DB>,
  { gateway, billRef }: { readonly gateway: string; readonly billRef: string },
): Promise<void> =>
  close(trx, 'The bill is that of a booking.', (query) =>
    query
      .where('kind', '=', 'unknown bill')
      .where('booking_id', 'is', null)
      .where('gateway', '=', gateway)
      .where('bill_ref', '=', billRef),
  );

const closing = (trx: Transaction<DB>) =>
  trx
    .updateTable('payment_exceptions')
    .set({ closed_at: new Date() })
    .where('closed_at', 'is', null);

type Closing = ReturnType<typeof closing>;

/** Closes what resolved itself, and writes down why. */
async function close(
  trx: Transaction<DB>,
  because: string,
  which: (open: Closing) => Closing,
): Promise<void> {
  for (const { id } of await which(closing(trx)).returning('id').execute()) {
    await writeAudit(trx, system, {
      event: 'exception.settled',
      record: 'exception',
      id,
      before: { closed: false },
      after: { closed: true, because },
    });
  }
}
