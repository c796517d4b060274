import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { nairaOfKobo } from '#server/money.ts';

const dedupeKey = 'demo';

/** Three bookings whose payments do not fit, for somebody to look at: two in Zaria, one elsewhere. */
export async function seedExceptions(trx: Transaction<DB>): Promise<void> {
  const [short, unproven] = await Promise.all([
    newest(trx, false, 'Zaria'),
    newest(trx, false, 'Chikun'),
  ]);
  const twice = await newest(trx, true, 'Zaria');
  if (short) {
    const amountKobo = short.price - 50_000;
    await raiseException(trx, {
      ...of(short, 'other amount'),
      amountKobo,
      receipt: '00481207',
      description: `The payment gateway shows receipt 00481207 for ${nairaOfKobo(amountKobo)}, but the bill is for ${nairaOfKobo(short.price)}.`,
    });
  }
  if (twice) {
    await raiseException(trx, {
      ...of(twice, 'second payment'),
      amountKobo: twice.price,
      receipt: '00481344',
      description: `The payment gateway shows receipt 00481344 for ${nairaOfKobo(twice.price)}, but the booking was already paid with receipt ${twice.receipt ?? ''}.`,
    });
  }
  if (unproven) {
    await raiseException(trx, {
      ...of(unproven, 'unproven'),
      amountKobo: null,
      receipt: '',
      description: 'The payment gateway says that the bill is paid, but does not show a receipt.',
    });
  }
}

type Chosen = NonNullable<Awaited<ReturnType<typeof newest>>>;

const of = (
  { id, gateway, billRef }: Chosen,
  kind: 'other amount' | 'second payment' | 'unproven',
) => ({
  kind,
  bookingId: id,
  gateway: gateway ?? '',
  billRef,
  dedupeKey,
});

/** The newest booking of the demo in a zone of Kaduna that has its bill, paid or not. */
function newest(trx: Transaction<DB>, paid: boolean, zone: string) {
  return trx
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.booking_id', 'bookings.id')
    .select([
      'bookings.id',
      'bookings.bill_ref as billRef',
      'bookings.bill_gateway as gateway',
      'bookings.price_kobo as price',
      'payments.receipt',
    ])
    .where('bookings.organisation', '=', 'Kaduna')
    .where('bookings.zone', '=', zone)
    .where('bookings.demo', '=', true)
    .where('bookings.paid', '=', paid)
    .where('bookings.bill_ref', 'is not', null)
    .where('bookings.price_kobo', '>', 50_000)
    .orderBy('bookings.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
