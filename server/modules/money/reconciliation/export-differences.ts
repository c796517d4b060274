import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type { Difference, exportDifferences } from '#contract/modules/money/differences.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Cell, type Column, exportList } from '#server/lists/commands.ts';
import { bookingReference } from '#server/references.ts';
import { rowsOf } from './differences.ts';
import { oneOrganisation } from './statements.ts';

const text = (name: string, width: number): Column => ({ name, kind: 'text', width });
const amount = (name: string): Column => ({ name, kind: 'amount', width: 18 });

const columns: readonly Column[] = [
  text('Difference', 22),
  text('Bill Reference', 20),
  text('Reference', 19),
  text('Vehicle Registration', 18),
  text('Zone', 16),
  amount('Hanya (naira)'),
  text('Confirmed', 12),
  text('Receipt', 16),
  amount('Statement (naira)'),
  text('Paid', 12),
  text('Receipt in Statement', 20),
  amount('Difference (naira)'),
];

/** Every difference of the days as a file. 400 beyond `exportLimits`, else as `compare`. */
export async function exportDifferencesOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, organisation, ...days }: QueryOf<typeof exportDifferences>,
) {
  const scope = oneOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const rows = await rowsOf(reports, scope, days, sql`limit ${exportLimits[format] + 1}`);
  return exportList(db, actor, caller, {
    event: 'reconciliation.exported',
    filters: { ...days, organisation: scope.organisation, of: 'differences' },
    format,
    name: 'differences',
    columns,
    ids: rows.map((_, index) => String(index)),
    rowsOf: (ids) =>
      Promise.resolve(ids.flatMap((id) => rows.slice(Number(id), Number(id) + 1).map(cellsOf))),
  });
}

function cellsOf({ kind, billRef, booking, ours, theirs, difference }: Difference): Cell[] {
  return [
    kind,
    billRef,
    booking ? bookingReference(booking._id) : '',
    booking?.registration ?? '',
    booking?.zone ?? '',
    ours?.amount ?? '',
    ours?.day ?? '',
    ours?.receipt ?? '',
    theirs?.amount ?? '',
    theirs?.day ?? '',
    theirs?.receipt ?? '',
    difference,
  ];
}
