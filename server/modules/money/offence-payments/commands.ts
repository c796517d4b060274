import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type {
  exportOffencePayments,
  OffencePayment,
} from '#contract/modules/money/offence-payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { columns, inOrder, matchingCharges, toWire } from './queries.ts';

interface FileRow extends OffencePayment {
  /** The whole bill stands in the first row of its bill alone, so that the column adds up. */
  readonly bill: number | '';
}

const { text, amount, moment } = columnsOf<FileRow>();
const fileColumns = [
  text('Payer', 24, ({ payer }) => payer),
  text('Before It Was Corrected', 40, (row) => row.saidBefore),
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
  moment('Booked (WAT)', ({ madeAt }) => madeAt),
  amount('Offence (naira)', 16, (row) => row.amount),
  amount('Whole Bill (naira)', 18, ({ bill }) => bill),
  text('Bill Reference', 20, ({ billRef }) => billRef),
  text('Receipt', 16, ({ receipt }) => receipt),
  moment('Paid (WAT)', ({ paidAt }) => paidAt),
  amount(
    'Given Back (naira)',
    18,
    ({ givenBack }) => givenBack.reduce((sum, one) => sum + Math.round(one.amount * 100), 0) / 100,
  ),
  text('How It Was Given Back', 50, ({ givenBack }) =>
    givenBack
      .map(({ day, amount, proof, reason }) =>
        amount < 0
          ? `${day}, ${-amount} naira taken off again (${reason})`
          : `${day}, ${amount} naira: ${proof} (${reason})`,
      )
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
  const seen = new Set<string>();
  const firstOf = (booking: string) => !seen.has(booking) && seen.add(booking);
  return exportRows(db, actor, caller, {
    event: 'payments.exported',
    format,
    filters,
    name: 'payments-by-offence',
    columns: fileColumns,
    rows: rows.map(toWire).map((row): FileRow => ({
      ...row,
      bill: firstOf(row.booking) ? row.paid : '',
    })),
  });
}
