import { type Kysely, sql, type Transaction } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { Closing } from '#contract/modules/reports/report-closings.ts';
import { type ReportKind, reportTypes } from '#contract/modules/reports/reports.ts';
import type { DB } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayAfter, dayBefore } from '#server/lists/rules.ts';

/** Closings of one report and place: each continues the one before. */
export interface Series {
  readonly kind: ReportKind;
  readonly organisation: string;
  readonly zone: string | null;
  readonly demo: boolean;
}

export type ClosedPeriod = DayRange & Pick<Closing, 'id' | 'version'> & { readonly waits: boolean };

/**
 * What stands of a series, the first days first: of each period its last version, and what waits.
 * The proposal `but` is left out.
 */
export async function periodsOf(
  db: Kysely<DB>,
  { kind, organisation, zone, demo }: Series,
  but = '',
): Promise<ClosedPeriod[]> {
  const { rows } = await sql<ClosedPeriod>`
    select distinct on (body ->> 'from', body ->> 'to', outcome)
           id, body ->> 'from' as from, body ->> 'to' as to, (body ->> 'version')::integer as version,
           outcome is null as waits
    from proposals
    where proposals.kind = 'closing' and organisation = ${organisation} and demo = ${demo}
      and zone is not distinct from ${zone} and body ->> 'report' = ${kind}
      and (outcome is null or outcome = 'confirmed') and id <> ${but}
    order by body ->> 'from', body ->> 'to', outcome, (body ->> 'version')::integer desc`.execute(
    db,
  );
  return rows;
}

/** Nobody else proposes or closes in a series before the transaction ends. */
export const lockSeries = (trx: Transaction<DB>, { kind, organisation, zone, demo }: Series) =>
  takeTurn(trx, JSON.stringify(['closing', kind, organisation, zone, demo]));

const same = (left: DayRange, right: DayRange): boolean =>
  left.from === right.from && left.to === right.to;

const words = ({ from, to }: DayRange): string => (from === to ? from : `${from} to ${to}`);

const outOfOrder = (sentence: string): Refusal => new Refusal(409, 'out_of_order', sentence);

/**
 * Null where some days may be closed beside what stands of their series: they follow what is closed
 * without a gap and without an overlap, or are a closed period again. The first closing sets where a
 * series begins. A report of one day, such as UNP, follows nothing.
 */
export function whyNotInOrder(
  kind: ReportKind,
  asked: DayRange,
  periods: readonly ClosedPeriod[],
): Refusal | null {
  const waiting = periods.find(({ waits }) => waits);
  if (waiting)
    return outOfOrder(
      `The closing for ${words(waiting)} is waiting for a second person to confirm it. That person must decide first.`,
    );
  const [first] = periods;
  if (!first || !reportTypes[kind].isOfDays || periods.some((one) => same(one, asked))) return null;
  const last = periods.reduce((late, one) => (one.to > late.to ? one : late));
  const beside = periods.find(({ from, to }) => from <= asked.to && to >= asked.from);
  if (beside)
    return outOfOrder(
      `These days overlap a closed period: ${words(beside)}. To close that period again, select exactly its days. Otherwise select days from ${dayAfter(last.to)} onwards.`,
    );
  const eve = dayBefore(asked.from);
  if (periods.some(({ to }) => to === eve)) return null;
  const before = periods.findLast(({ to }) => to < asked.from);
  return outOfOrder(
    before
      ? `Close ${words({ from: dayAfter(before.to), to: eve })} first. The closed days end on ${before.to}.`
      : `The first period that was closed is ${words(first)}. You can no longer close earlier days.`,
  );
}

/** The period that a closing continues: the one that ends just before, or the last day before. */
export function periodBefore(
  kind: ReportKind,
  { from }: DayRange,
  periods: readonly ClosedPeriod[],
): ClosedPeriod | undefined {
  const closed = periods.filter(({ waits }) => !waits);
  return reportTypes[kind].isOfDays
    ? closed.findLast(({ to }) => to === dayBefore(from))
    : closed.findLast(({ to }) => to < from);
}
