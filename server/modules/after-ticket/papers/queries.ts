import { type Kysely, sql } from 'kysely';
import { moneyMatters } from '#contract/payments.ts';
import type { Organisation } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';

/** Only what the public page shows of a ticket, and whose bill it has. */
export interface PublicTicket {
  readonly id: string;
  readonly organisation: Organisation;
  readonly demo: boolean;
  /** That the driver reads; '' for English. */
  readonly language: string;
  readonly reference: string;
  /** Kobo. */
  readonly priceKobo: number;
  readonly issuedAt: Date;
  readonly paid: boolean;
  readonly paidAt: Date | null;
  /** Null or '' without a payment that has one. */
  readonly receipt: string | null;
  /** The gateway that took its money; '' without a payment. */
  readonly gateway: string;
  readonly completed: boolean;
  readonly completedAt: Date | null;
  readonly version: number;
  readonly correctedAt: Date | null;
  readonly plate: string;
  readonly billRef: string | null;
  /** In Africa/Lagos; null where no rules held on its day. */
  readonly dueDay: string | null;
  /** What it is for, in the words of each offence. */
  readonly offences: readonly { readonly name: string; readonly law: string }[];
  /** A person looks at money that was found for it: nothing may be paid until then. */
  readonly inQuestion: boolean;
  /** Null while the ticket is valid. */
  readonly withdrawnAt: Date | null;
  /** A court's decision has ended it. */
  readonly decidedAt: Date | null;
}

const inQuestion = sql<boolean>`exists (
  select from payment_exceptions
  where booking_id = bookings.id and closed_at is null and kind in (${sql.join(moneyMatters)})
    and ${isUnpaid})`.as('inQuestion');

/**
 * The ticket of a code, without a check of scope: the code alone opens it. Demo tickets are found
 * in demo mode only.
 */
export async function ticketOfCode(
  db: Kysely<DB>,
  code: string,
  demoMode: boolean,
): Promise<PublicTicket | undefined> {
  return db
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.booking_id', 'bookings.id')
    .where('bookings.ticket_code', '=', code)
    .$if(!demoMode, (query) => query.where('bookings.demo', '=', false))
    .select([
      'bookings.id',
      sql<Organisation>`bookings.organisation`.as('organisation'),
      'bookings.demo',
      'bookings.language',
      'bookings.reference',
      'bookings.price_kobo as priceKobo',
      sql<Date>`coalesce(bookings.made_at, bookings.created_at)`.as('issuedAt'),
      'bookings.paid',
      'payments.confirmed_at as paidAt',
      'payments.receipt',
      sql<string>`coalesce(payments.gateway, '')`.as('gateway'),
      'bookings.completed',
      'bookings.completed_at as completedAt',
      'bookings.version',
      'bookings.corrected_at as correctedAt',
      'bookings.registration as plate',
      'bookings.bill_ref as billRef',
      'bookings.due_day as dueDay',
      inQuestion,
      sql<PublicTicket['offences']>`(
        select coalesce(jsonb_agg(
          jsonb_build_object('name', name, 'law', coalesce(law, '')) order by line.line), '[]')
        from booking_offences as line where line.booking_id = bookings.id)`.as('offences'),
      'bookings.withdrawn_at as withdrawnAt',
      'bookings.decided_at as decidedAt',
    ])
    .executeTakeFirst();
}

/** Who was booked, as a second proof is compared with, and where their ticket stands. */
export interface BookedPerson extends NonNullable<Awaited<ReturnType<typeof rowOfPerson>>> {
  readonly numbers: readonly string[];
}

const rowOfPerson = (db: Kysely<DB>, code: string, demoMode: boolean) =>
  db
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.booking_id', 'bookings.id')
    .where('ticket_code', '=', code)
    .$if(!demoMode, (query) => query.where('bookings.demo', '=', false))
    .select(['bookings.id', 'bookings.demo', 'paid', 'withdrawn_at', 'erased_at', 'price_kobo'])
    .select('bookings.language')
    .select(['phone_no as phone', 'phone_two', 'license', 'registration as plate', 'receipt'])
    .select(sql<Organisation>`bookings.organisation`.as('organisation'))
    .select(sql<string | null>`bookings.due_day`.as('due_day'))
    .executeTakeFirst();

/** The booked person of a ticket's code; undefined where no ticket has it. */
export async function bookedPersonOf(
  ...asked: Parameters<typeof rowOfPerson>
): Promise<BookedPerson | undefined> {
  const row = await rowOfPerson(...asked);
  return row && { ...row, numbers: [row.phone, row.phone_two, row.license] };
}

/** The code of the public page of a booking that the caller may read, and what it says of paying. */
export const publicTicketOf = (
  db: Kysely<DB>,
  bookingId: string,
): Promise<{ code: string; inQuestion: boolean }> =>
  db
    .selectFrom('bookings')
    .select(['ticket_code as code', inQuestion])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();

/** The gateway that took the money of a booking; '' without a payment. */
export async function gatewayOf(db: Kysely<DB>, bookingId: string): Promise<string> {
  const payment = await db
    .selectFrom('payments')
    .select('gateway')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return payment?.gateway ?? '';
}

/** Notes that the newest version of a ticket was seen by others; true the first time. */
export async function noteShown(
  db: Kysely<DB>,
  by: { readonly id: string } | { readonly ticket_code: string },
): Promise<boolean> {
  const row = await db
    .updateTable('bookings')
    .set((eb) => ({ shown_version: eb.ref('version') }))
    .where((eb) => eb.and(by))
    .where(sql<boolean>`shown_version is distinct from version`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
