import type { Figure } from '#contract/answers.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type {
  exportReconciliation,
  ReconciledBy,
  Totals,
} from '#contract/modules/money/reconciliation.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Cell, type Column, exportList } from '#server/lists/commands.ts';
import { reconcile } from './queries.ts';

const first: Readonly<Record<ReconciledBy, string>> = {
  day: 'Day',
  zone: 'Zone',
  officer: 'Officer',
  head: 'Revenue head',
};

const money = ['Issued', 'Billed', 'Paid', 'Cleared', 'Withdrawn', 'Outstanding'] as const;

const number = (name: string): Column => ({ name, kind: 'amount', width: 14 });
const columnsOf = (by: ReconciledBy): Column[] => [
  { name: first[by], kind: 'text', width: 22 },
  { name: 'Details', kind: 'text', width: 34 },
  ...money.flatMap((name) => [number(name), number(`${name} (naira)`)]),
  number('Exceptions'),
  number('Received'),
  number('Received (naira)'),
  number('Refunded'),
  number('Refunded (naira)'),
  number('Net (naira)'),
];

/** The rows of a reconciliation and their total, as they are shown, in a file. 403 as `reconcile`. */
export async function exportReconciliationOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportReconciliation>,
) {
  const shown = await reconcile(reports, caller, filters);
  if (shown instanceof Refusal) return shown;
  const { rows, total } = shown;
  const lines = [
    ...rows.map((row) => [row.label, row.detail, ...cellsOf(row)]),
    ['Total', '', ...cellsOf(total)],
  ];
  return exportList(db, actor, caller, {
    event: 'reconciliation.exported',
    format,
    filters,
    name: `reconciliation-by-${filters.by}`,
    columns: columnsOf(filters.by),
    ids: lines.map((_, index) => String(index)),
    rowsOf: (ids) => Promise.resolve(ids.map((id) => lines[Number(id)] ?? [])),
  });
}

/** Naira, in kobo on the way. */
const netOf = ({ received, givenBack }: Totals): number =>
  (Math.round(received.amount * 100) - Math.round(givenBack.amount * 100)) / 100;

function cellsOf(figures: Totals): Cell[] {
  const { issued, billed, paid, cleared, withdrawn, outstanding, exceptions, received, givenBack } =
    figures;
  const both = ({ count, amount }: Figure) => [count, amount];
  return [
    ...[issued, billed, paid, cleared, withdrawn, outstanding].flatMap(both),
    exceptions,
    ...both(received),
    ...both(givenBack),
    netOf(figures),
  ];
}
