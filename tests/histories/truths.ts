import type { Database } from '#server/db/database.ts';
import type { Played, World } from './play.ts';
import type { Taken } from './till.ts';

/** Where a booking stands, as its rows say. Amounts are kobo. */
interface Standing {
  readonly id: string;
  readonly paid: boolean;
  readonly completed: boolean;
  readonly withdrawn: boolean;
  readonly priceKobo: number;
  readonly payments: readonly { readonly amount_kobo: number; readonly receipt: string }[];
  readonly exceptions: readonly { readonly kind: string; readonly receipt: string }[];
  readonly events: readonly string[];
}

/** Every rule that these bookings break, each in a sentence; empty when all hold. */
export async function untruths(
  db: Database,
  tills: World['tills'],
  played: readonly Played[],
): Promise<string[]> {
  const found = await Promise.all(
    played.map(async ({ id, billRef, history }) => {
      const booking = await standing(db, id);
      const wrong = wrongOf(booking, await tills[history.gateway].taken(billRef));
      return wrong.map((what) => `${what} ${JSON.stringify({ history, booking })}`);
    }),
  );
  return found.flat();
}

function wrongOf(booking: Standing, taken: Taken | null): string[] {
  const { paid, completed, withdrawn, payments, exceptions, events, priceKobo } = booking;
  const times = (event: string) => events.filter((one) => one === event).length;
  const shown = (kind: string) =>
    exceptions.filter((one) => one.kind === kind && one.receipt === taken?.receipt).length;
  const foreign = taken !== null && taken.currency !== 'NGN';
  const exact = taken?.amountKobo === priceKobo && !foreign;
  const settledBy = payments[0]?.receipt;
  // Another amount that came before the withdrawal; the bill was not asked about since.
  const wasShownBefore =
    !exact && shown('other amount') === 1 && shown('paid after withdrawal') === 0;
  const rules: Readonly<Record<string, boolean>> = {
    'Paid without its one payment.': payments.length === (paid ? 1 : 0),
    'Paid with another amount.': payments.every(({ amount_kobo }) => amount_kobo === priceKobo),
    'Paid without money at the gateway.': !paid || taken !== null,
    'Paid though the gateway took another amount.': !paid || exact,
    'Exact money did not pay it.': !exact || withdrawn || paid,
    'Cleared without being paid.': !completed || paid,
    'Both paid and withdrawn.': !(paid && withdrawn),
    'Settled not exactly once.': times('booking.paid') === (paid ? 1 : 0),
    'Cleared not exactly once.': times('booking.cleared') === (completed ? 1 : 0),
    'Withdrawn not exactly once.': times('booking.withdrawn') === (withdrawn ? 1 : 0),
    'Another amount was not put before a person once.':
      taken === null || exact || foreign || withdrawn || shown('other amount') === 1,
    'Money after the withdrawal was not put before a person once.':
      taken === null ||
      foreign ||
      !withdrawn ||
      shown('paid after withdrawal') === 1 ||
      wasShownBefore,
    'Money of another currency was not put before a person once.':
      !foreign || exceptions.filter(({ kind }) => kind === 'unproven').length === 1,
    'A second payment was not put before a person once.':
      !paid || taken?.receipt === settledBy || shown('second payment') === 1,
    'An exception of money that fits.': exceptions.every(({ receipt }) => receipt !== settledBy),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

async function standing(db: Database, id: string): Promise<Standing> {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'paid', 'completed', 'withdrawn_at', 'price_kobo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [payments, exceptions, events] = await Promise.all([
    db
      .selectFrom('payments')
      .select(['amount_kobo', 'receipt'])
      .where('booking_id', '=', id)
      .execute(),
    db
      .selectFrom('payment_exceptions')
      .select(['kind', 'receipt'])
      .where('booking_id', '=', id)
      .execute(),
    db
      .selectFrom('audit')
      .select('event')
      .where('record_type', '=', 'booking')
      .where('record_id', '=', id)
      .execute(),
  ]);
  return {
    id,
    paid: booking.paid,
    completed: booking.completed,
    priceKobo: booking.price_kobo,
    withdrawn: booking.withdrawn_at !== null,
    payments,
    exceptions,
    events: events.map(({ event }) => event),
  };
}
