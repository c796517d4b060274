import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import { z } from 'zod';
import { type ExceptionKind, billMatters } from '#contract/payments.ts';
import type { Organisation } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { system } from '#server/http/caller.ts';

/** A finding. `amountKobo` is the amount that the gateway names, if it names one. */
export interface Found {
  readonly kind: ExceptionKind;
  readonly bookingId: string | null;
  /** Where no booking is known, this organisation is shown it; otherwise the booking's is. */
  readonly organisation?: Organisation;
  readonly gateway: string;
  readonly billRef: string | null;
  readonly amountKobo: number | null;
  readonly receipt: string;
  /** For the person who settles it: what happened, in one sentence. */
  readonly description: string;
  /** The same kind of exception about the same booking or bill is raised once for each key. */
  readonly dedupeKey: string;
}

/** Raises an exception for a person to settle, once, in the transaction of whoever found it. */
export async function raiseException(trx: Transaction<DB>, found: Found): Promise<void> {
  const { kind, bookingId, dedupeKey } = found;
  const row = {
    ...(await placeOfException(trx, found)),
    id: ulid(),
    kind,
    booking_id: bookingId,
    gateway: found.gateway,
    bill_ref: found.billRef,
    amount_kobo: found.amountKobo,
    receipt: found.receipt,
    description: found.description,
    dedupe_key: [kind, bookingId ?? `${found.gateway} ${found.billRef ?? ''}`, dedupeKey].join(' '),
  };
  const inserted = await trx
    .insertInto('payment_exceptions')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return;
  await writeAudit(trx, system, {
    event: 'exception.found',
    record: 'exception',
    id: row.id,
    before: null,
    after: {
      kind,
      booking: bookingId,
      billRef: found.billRef,
      gateway: found.gateway,
      amount: found.amountKobo === null ? null : found.amountKobo / 100,
      receipt: found.receipt,
      story: found.description,
    },
  });
}

/** The booking's place; without a booking, everybody who sees all zones of the organisation. */
async function placeOfException(trx: Transaction<DB>, { bookingId, organisation }: Found) {
  if (bookingId === null) return { organisation: organisation ?? '', zone: '', demo: false };
  return trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
}

/** A bill, a payment or a withdrawal settles what was found about the booking's bill. */
export const exceptionsSettled = {
  'booking.billed': async (_deps, trx, { id, after }) => {
    await resolveBillExceptions(trx, id, 'Hanya has created the bill.');
    await closeUnknownBill(trx, billSchema.parse(after));
  },
  'booking.paid': (_deps, trx, { id }) => closeUnproven(trx, id),
  // Money that came before the decision is looked at like money that comes after it.
  'booking.court-decided': (_deps, trx, { id }) => raisePaidAndDecided(trx, id),
  'booking.withdrawn': (_deps, trx, { id }) =>
    resolveBillExceptions(trx, id, 'The booking was withdrawn.'),
} satisfies Part['follows'];

/** The audit row of a bill holds these. */
const billSchema = z.object({ billRef: z.string(), gateway: z.string() });

const raisePaidAndDecided = async (trx: Transaction<DB>, bookingId: string): Promise<void> => {
  const paid = await trx
    .selectFrom('payments')
    .select(['gateway', 'bill_ref', 'amount_kobo', 'receipt'])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'gateway')
    .executeTakeFirst();
  if (!paid) return;
  const { gateway, bill_ref: billRef, amount_kobo: amountKobo, receipt } = paid;
  await raiseException(trx, {
    kind: 'paid and decided',
    bookingId,
    gateway,
    billRef,
    amountKobo,
    receipt,
    description: `The driver paid the ticket with receipt ${receipt}. A court then decided on the ticket.`,
    dedupeKey: `${amountKobo} ${receipt}`,
  });
};

/** Closes the exceptions that held up a booking's bill; `because` is one sentence. */
const resolveBillExceptions = (
  trx: Transaction<DB>,
  bookingId: string,
  because: string,
): Promise<void> =>
  close(trx, because, (query) =>
    query.where('booking_id', '=', bookingId).where('kind', 'in', billMatters),
  );

/** Once the gateway has shown amount and receipt of what it only called paid before. */
const closeUnproven = (trx: Transaction<DB>, bookingId: string): Promise<void> =>
  close(trx, 'The payment gateway has confirmed the payment.', (query) =>
    query.where('booking_id', '=', bookingId).where('kind', '=', 'unproven'),
  );

/** Once a bill that no booking had turns out to be a booking's, which then counts its money. */
const closeUnknownBill = (
  trx: Transaction<DB>,
  { gateway, billRef }: { readonly gateway: string; readonly billRef: string },
): Promise<void> =>
  close(trx, 'The bill belongs to a booking.', (query) =>
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

/** Closes exceptions that nobody needs to settle any more, and audits it. */
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
