import { Link } from 'react-router';
import type { placeAndDays } from '#contract/list-filters.ts';
import type { Withdrawals } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { count, exactNaira } from '#web/format/money.ts';
import type { ListFilters } from '#web/lists/list-address.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const share = new Intl.NumberFormat('en-NG', { style: 'percent', maximumFractionDigits: 1 });

/** `12.5%` of 0.125. */
export const rateOf = ({ rate }: Pick<Withdrawals, 'rate'>): string => share.format(rate);

/** The address of an officer's withdrawn bookings, under the same filters. */
export function withdrawnAddress(
  { officer }: Withdrawals,
  filters: ListFilters<typeof placeAndDays>,
): string {
  return callAddress('/bookings', {}, { ...filters, withdrawn: true, bookedBy: officer.id });
}

/** The last column opens what was withdrawn, where anything was. */
export function withdrawalColumns(
  filters: ListFilters<typeof placeAndDays>,
  rows: readonly Withdrawals[],
): Column<Withdrawals>[] {
  const columns: Column<Withdrawals>[] = [
    {
      key: 'officer',
      header: 'Officer',
      cell: ({ officer }) => <TwoLine second={officer.role}>{officer.name}</TwoLine>,
    },
    {
      key: 'issued',
      header: 'Issued',
      width: 110,
      align: 'end',
      cell: ({ issued }) => count(issued),
    },
    {
      key: 'withdrawn',
      header: 'Withdrawn',
      width: 110,
      align: 'end',
      cell: ({ withdrawn }) => count(withdrawn),
    },
    {
      key: 'amount',
      header: 'Amount withdrawn',
      width: 150,
      align: 'end',
      cell: ({ naira }) => exactNaira(naira),
    },
    {
      key: 'rate',
      header: 'Rate',
      width: 90,
      align: 'end',
      cell: (row) => <b>{rateOf(row)}</b>,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 110,
      align: 'end',
      cell: (row) =>
        row.withdrawn > 0 && (
          <Link className={buttonClass({ size: 'sm' })} to={withdrawnAddress(row, filters)}>
            Open
            <VisuallyHidden> what was withdrawn of {row.officer.name}</VisuallyHidden>
          </Link>
        ),
    },
  ];
  return rows.some(({ withdrawn }) => withdrawn > 0) ? columns : columns.slice(0, -1);
}
