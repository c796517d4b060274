import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { ExceptionKind } from '#contract/exceptions.ts';
import type { Organisation } from '#contract/places.ts';
import type { DB } from '../../db/tables.ts';
import { system } from '../../http/caller.ts';
import { writeAudit } from '../audit/commands.ts';

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
  /** Tells one occasion from the next: finding the same again makes no second exception of it. */
  readonly occasion: string;
}

/** Puts something before a person, once, in the transaction of whoever found it. */
export async function putBeforePerson(trx: Transaction<DB>, found: Found): Promise<void> {
  const { kind, bookingId, occasion } = found;
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
    fingerprint: [kind, bookingId ?? `${found.gateway} ${found.billRef ?? ''}`, occasion].join(' '),
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

/** What stood in the way of a booking's bill: until it is settled, or the bill stands after all. */
export const billKinds = ['bill in doubt', 'bill refused', 'revenue head missing'] as const;

/** The bill of a booking stands: nothing is in its way any more. */
export async function closeDoubts(trx: Transaction<DB>, bookingId: string): Promise<void> {
  const closed = await trx
    .updateTable('payment_exceptions')
    .set({ closed_at: new Date() })
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', billKinds)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of closed) {
    await writeAudit(trx, system, {
      event: 'exception.settled',
      record: 'exception',
      id,
      before: { closed: false },
      after: { closed: true, because: 'The bill stands.' },
    });
  }
}
