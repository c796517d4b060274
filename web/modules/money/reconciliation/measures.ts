import type { DayRange } from '#contract/day-range.ts';
import type {
  ReconciledBy,
  Reconciliation,
  ReconciliationRow,
} from '#contract/modules/money/reconciliation.ts';
import { callAddress } from '#web/api/call-address.ts';
import { plural } from '#web/format/words.ts';

export const measures = [
  'issued',
  'billed',
  'paid',
  'cleared',
  'outstanding',
  'withdrawn',
  'decided',
  'received',
  'givenBack',
] as const;
export type Measure = (typeof measures)[number];
/** What a row counts, and may link. */
export type Counted = Measure | 'exceptions';

export const measureWords: Readonly<Record<Measure, string>> = {
  issued: 'Issued',
  billed: 'Billed',
  paid: 'Paid',
  cleared: 'Cleared',
  outstanding: 'Outstanding',
  withdrawn: 'Withdrawn',
  decided: 'Decided in court',
  received: 'Received',
  givenBack: 'Refunded',
};

export const byWords: Readonly<Record<ReconciledBy, string>> = {
  day: 'Day',
  zone: 'Zone',
  officer: 'Officer',
  head: 'Revenue head',
};

/** "48 bookings", "3 lines", "12 payments": what a measure counts. */
export function counted(by: ReconciledBy, measure: Measure, number: number): string {
  if (measure === 'givenBack') return plural(number, 'refund');
  if (by === 'head') return plural(number, 'line');
  return plural(number, measure === 'received' ? 'payment' : 'booking');
}

export interface Section extends DayRange {
  organisation?: string | undefined;
  zone?: string | undefined;
}

/**
 * The lists behind the figures of a row, or of the total; a figure that no list can show has none. A
 * revenue head has a part of each ticket, which lists of tickets don't show.
 */
export function addressesOf(
  { from, to, organisation, zone }: Section,
  by: ReconciledBy,
  row: ReconciliationRow | null,
): Partial<Record<Counted, string>> {
  if (row?.filter === null) return {};
  const days = by === 'day' && row ? { from: row.key, to: row.key } : { from, to };
  const query = { ...days, organisation, zone, ...row?.filter };
  const list = (path: string, more = {}) => callAddress(path, {}, { ...query, ...more });
  const others = {
    givenBack: callAddress(
      '/refunds',
      {},
      {
        ...query,
        offence: undefined,
        state: 'counted',
        of: 'tickets',
        head: by === 'head' ? row?.key : undefined,
      },
    ),
    exceptions: list('/exceptions'),
  };
  if (by === 'head') {
    const share = { ...query, offence: undefined, each: 'head', head: row?.key };
    const rows = measures.flatMap((figure) =>
      figure === 'givenBack'
        ? []
        : [[figure, callAddress('/report-rows', {}, { figure, ...share })] as const],
    );
    return { ...Object.fromEntries(rows), ...others };
  }
  return {
    issued: list('/bookings'),
    billed: list('/bookings', { billed: 'true' }),
    paid: list('/bookings', { _boolpaid: 'true' }),
    cleared: list('/completed'),
    outstanding: list('/unpaid'),
    received: list('/bookings', { by: 'paid', min: '1' }),
    withdrawn: list('/bookings', { withdrawn: 'true' }),
    decided: list('/bookings', { decided: 'true' }),
    ...others,
  };
}

/** The open points about the bookings, in words. */
export function openPoints({ by, total }: Reconciliation): string[] {
  const { issued, billed, paid, cleared } = total;
  const uncleared = paid.count - cleared.count;
  const unbilled = issued.count - billed.count;
  return [
    ...(uncleared > 0 ? [`${counted(by, 'paid', uncleared)} paid and not cleared`] : []),
    ...(unbilled > 0 ? [`${counted(by, 'issued', unbilled)} without a bill`] : []),
  ];
}
