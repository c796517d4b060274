import { type RawBuilder, sql } from 'kysely';
import type { OffencePayment, ReportFigureRow } from '#contract/modules/reports/report-rows.ts';
import {
  correctionsInRow,
  readCorrections,
  saidBefore,
} from '#server/features/bookings/queries.ts';
import { columnsOf } from '#server/lists/table.ts';
import { givenBackOfLines } from '#server/modules/money/refunds/queries.ts';

/**
 * A person by their licence, else by phone and name, however they were spelt. A phone alone may be a
 * union's. An erased booking names nobody, and stands alone.
 */
const payer = sql`coalesce(
  'licence ' || nullif(spelling_key(bookings.license), ''),
  'phone ' || nullif(phone_key(bookings.phone_no), '') || ' ' || folded(bookings.name),
  bookings.id)`;

/** The counted rows of offences, each beside what all of them have of its payer. */
export const withPayers = (counted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select counted.*, ${payer} as payer, count(*) over of_payer as of_payer,
         sum(kobo) over of_payer as of_payer_kobo
  from (${counted}) as counted join bookings on bookings.id = counted.booking
  window of_payer as (partition by ${payer})`;

/** The kobo that were given back of counted rows of offences, whenever that was. */
export const givenBackOf = sql`coalesce(sum((
  select sum(amount_kobo) from (${givenBackOfLines(sql`counted.booking`, sql`counted.lines`)}) as given
)), 0)::bigint`;

const charges = sql`(
  select json_agg(json_build_object(
    'line', charge.line, 'offence', offence_id, 'name', name, 'amount', amount_kobo / 100.0,
    'givenBack', (
      select coalesce(json_agg(json_build_object('amount', given.amount_kobo / 100.0,
        'day', given.day, 'proof', coalesce(given.proof, ''), 'reason', given.reason)
        order by given.noted_at, given.id), '[]')
      from (${givenBackOfLines(sql`charge.booking_id`, sql`array[charge.line]`)}) as given
    )) order by charge.line)
  from booking_offences as charge
  where charge.booking_id = shown.booking and charge.line = any(shown.lines))`;

/** The payment of a row of `withPayers`, beside its booking; null where nothing was to pay. */
export const paymentShown = sql`(
  select json_build_object(
    'booking', shown.booking, 'payer', bookings.name, 'license', bookings.license, 'phoneNo', bookings.phone_no,
    'corrections', ${correctionsInRow}, 'madeAt', bookings.created_at, 'paidAt', confirmed_at,
    'paid', amount_kobo / 100.0, 'billRef', coalesce(bill_ref, ''), 'receipt', receipt,
    'ofPayer', json_build_object('count', of_payer, 'amount', of_payer_kobo / 100.0),
    'charges', ${charges})
  from payments where booking_id = shown.booking and kind = 'gateway')`;

export type PaymentFound = Omit<OffencePayment, 'saidBefore'> & { readonly corrections: unknown };

export const paymentInWords = ({
  corrections,
  madeAt,
  paidAt,
  ...row
}: PaymentFound): OffencePayment => ({
  ...row,
  saidBefore: saidBefore(readCorrections(corrections)),
  madeAt: new Date(madeAt).toISOString(),
  paidAt: new Date(paidAt).toISOString(),
});

interface FileRow extends ReportFigureRow {
  readonly payment: OffencePayment;
  /** The whole bill stands in the first row of its bill alone, so that the column adds up. */
  readonly bill: number | '';
}

/** The rows with a payment, as a file has them. */
export function filed(rows: readonly ReportFigureRow[]): FileRow[] {
  const seen = new Set<string>();
  const firstOf = (bill: string) => !seen.has(bill) && seen.add(bill);
  return rows.flatMap(({ payment, ...row }) =>
    payment ? [{ ...row, payment, bill: firstOf(row.record) ? payment.paid : '' }] : [],
  );
}

const givenBackIn = ({ payment }: FileRow) => payment.charges.flatMap((one) => one.givenBack);

const { text, amount, moment } = columnsOf<FileRow>();
export const paymentColumns = [
  text('Payer', 24, ({ payment }) => payment.payer),
  text('Payer Before Correction', 40, ({ payment }) => payment.saidBefore),
  text('Licence', 18, ({ payment }) => payment.license),
  text('Phone', 16, ({ payment }) => payment.phoneNo),
  amount('Payer’s Paid Offences', 24, ({ payment }) => payment.ofPayer.count),
  amount('Paid by the Payer (naira)', 22, ({ payment }) => payment.ofPayer.amount),
  text('Reference', 19, ({ record }) => record),
  text('Vehicle Registration', 18, ({ plate }) => plate),
  text('Offence', 10, ({ payment }) => payment.charges[0]?.offence ?? ''),
  text('Offence Name', 36, ({ payment }) => payment.charges[0]?.name ?? ''),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  moment('Booked (WAT)', ({ payment }) => payment.madeAt),
  amount('Offence (naira)', 16, (row) => row.amount ?? ''),
  amount('Bill Total (naira)', 18, ({ bill }) => bill),
  text('Bill Reference', 20, ({ payment }) => payment.billRef),
  text('Receipt', 16, ({ payment }) => payment.receipt),
  moment('Paid (WAT)', ({ payment }) => payment.paidAt),
  amount(
    'Refunded (naira)',
    18,
    (row) => givenBackIn(row).reduce((sum, one) => sum + Math.round(one.amount * 100), 0) / 100,
  ),
  text('Refund Details', 50, (row) =>
    givenBackIn(row)
      .map(({ day, amount, proof, reason }) =>
        amount < 0
          ? `${day}, ${-amount} naira taken off again (${reason})`
          : `${day}, ${amount} naira: ${proof} (${reason})`,
      )
      .join('; '),
  ),
];
