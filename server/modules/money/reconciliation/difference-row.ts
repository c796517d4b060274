import type { Difference, DifferenceKind } from '#contract/modules/money/differences.ts';
import type { ExceptionKind } from '#contract/payments.ts';

export interface DifferenceRow {
  kind: DifferenceKind;
  gateway: string;
  bill_ref: string;
  booking_id: string | null;
  registration: string | null;
  zone: string | null;
  amount_kobo: number | null;
  receipt: string | null;
  day: string | null;
  line_kobo: number | null;
  line_receipt: string | null;
  line_day: string | null;
  difference_kobo: number;
  exception_id: string | null;
  exception_kind: ExceptionKind | null;
  exception_open: boolean | null;
}

/** A difference with its amounts in naira. */
export function toWire(row: DifferenceRow): Difference {
  const side = (kobo: number | null, day: string | null, receipt: string | null) =>
    kobo === null || day === null ? null : { amount: kobo / 100, day, receipt: receipt ?? '' };
  return {
    kind: row.kind,
    gateway: row.gateway,
    billRef: row.bill_ref,
    booking:
      row.booking_id === null
        ? null
        : { _id: row.booking_id, registration: row.registration ?? '', zone: row.zone ?? '' },
    ours: side(row.amount_kobo, row.day, row.receipt),
    theirs: side(row.line_kobo, row.line_day, row.line_receipt),
    difference: row.difference_kobo / 100,
    exception:
      row.exception_id === null || row.exception_kind === null
        ? null
        : { id: row.exception_id, kind: row.exception_kind, open: row.exception_open ?? false },
  };
}
