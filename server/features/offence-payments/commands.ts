import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type {
  exportOffencePayments,
  noteGivenBack,
  OffencePayment,
} from '#contract/offence-payments.ts';
import type { Person } from '#contract/people.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { nairaOfKobo } from '#server/money.ts';
import { dayOf } from '#server/time.ts';
import { columns, inOrder, matchingCharges, toWire } from './queries.ts';

const notPaid = new Refusal(
  409,
  'not_paid',
  'This ticket is not paid, so that nothing can be given back.',
);

interface Charge {
  /** Of the entry to be. */
  readonly id: string;
  readonly offence_id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
  /** Of its payment; null for none, as the moment is. */
  readonly kind: string | null;
  readonly confirmed_at: Date | null;
  readonly amount_kobo: number;
  /** Kobo that were given back of it already. */
  readonly back: number;
}

/** Of several at once none goes beyond what was paid. */
export const notingMoneyBack: Steps<typeof noteGivenBack, Booking, Charge> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id: booking }, body: { line } }) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', booking).forUpdate().execute();
    const charge = await trx
      .selectFrom('booking_offences as charge')
      .leftJoin('payments', 'payments.booking_id', 'charge.booking_id')
      .where('charge.booking_id', '=', booking)
      .where('charge.line', '=', line)
      .select(['offence_id', 'charge.organisation', 'charge.zone', 'charge.demo', 'kind'])
      .select(['charge.amount_kobo', 'confirmed_at'])
      .select(
        sql<number>`(select coalesce(sum(amount_kobo), 0)::bigint from given_back
          where booking_id = charge.booking_id and line = charge.line)`.as('back'),
      )
      .executeTakeFirst();
    return charge ? { id: ulid(), ...charge } : notFound('offence');
  },
  rule: ({ kind, confirmed_at, amount_kobo, back }, { body: { day, amount } }) => {
    if (kind !== 'gateway' || confirmed_at === null) return notPaid;
    if (day < dayOf(confirmed_at) || day > todayInLagos())
      return invalid('day', 'Choose a day from that of the payment to today.');
    const left = amount_kobo - back;
    if (koboOf(amount) <= left) return null;
    return new Refusal(
      409,
      'more_than_paid',
      `At most ${nairaOfKobo(left)} of this offence is left to give back. Look at it again.`,
    );
  },
  change: async (trx, charge, { record: { _id: booking_id }, body, caller }) => {
    const { id, offence_id: offence, back, organisation, zone, demo } = charge;
    const { line, amount, ...said } = body;
    const at = { organisation, zone, demo, noted_by: caller.userId };
    await trx
      .insertInto('given_back')
      .values({ id, booking_id, line, amount_kobo: koboOf(amount), ...said, ...at })
      .execute();
    return {
      before: { line, givenBack: back / 100 },
      after: { entry: id, line, offence, amount, ...said },
    };
  },
  answer: async (trx, { body: { line: _line, amount, ...said } }, { id }) => {
    const { noted_at, by } = await trx
      .selectFrom('given_back')
      .where('id', '=', id)
      .select(['noted_at', personIn('noted_by', 'noted_at').$castTo<Person>().as('by')])
      .executeTakeFirstOrThrow();
    return { amount, ...said, by, at: noted_at.toISOString() };
  },
};

const koboOf = (naira: number): number => Math.round(naira * 100);

const { text, amount, moment } = columnsOf<OffencePayment>();
const fileColumns = [
  text('Payer', 24, ({ payer }) => payer),
  text('Licence', 18, ({ license }) => license),
  text('Phone', 16, ({ phoneNo }) => phoneNo),
  amount('Paid Offences of the Payer', 24, ({ ofPayer }) => ofPayer.count),
  amount('Paid by the Payer (naira)', 22, ({ ofPayer }) => ofPayer.amount),
  text('Reference', 19, ({ booking }) => booking.slice(10)),
  text('Vehicle Registration', 18, ({ plate }) => plate),
  text('Offence', 10, ({ offence }) => offence),
  text('Name of Offence', 36, ({ name }) => name),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  moment('Booked', ({ madeAt }) => madeAt),
  amount('Offence (naira)', 16, (row) => row.amount),
  amount('Whole Bill (naira)', 18, ({ paid }) => paid),
  text('Bill Reference', 20, ({ billRef }) => billRef),
  text('Receipt', 16, ({ receipt }) => receipt),
  moment('Paid', ({ paidAt }) => paidAt),
  amount(
    'Given Back (naira)',
    18,
    ({ givenBack }) => givenBack.reduce((sum, one) => sum + Math.round(one.amount * 100), 0) / 100,
  ),
  text('How It Was Given Back', 50, ({ givenBack }) =>
    givenBack
      .map((one) => `${one.day}, ${one.amount} naira: ${one.proof} (${one.reason})`)
      .join('; '),
  ),
];

export async function exportOffencePaymentsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, sort, ...filters }: QueryOf<typeof exportOffencePayments>,
) {
  const matching = matchingCharges(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select(columns)
    .orderBy(inOrder(sort))
    .limit(exportLimits[format] + 1)
    .execute();
  return exportRows(db, actor, caller, {
    event: 'payments.exported',
    format,
    filters,
    name: 'payments-by-offence',
    columns: fileColumns,
    rows: rows.map(toWire),
  });
}
