import { AsyncResource } from 'node:async_hooks';
import type { AuditEvent } from '#contract/events.ts';
import { type ExportFormat, exportLimits, exportTypes } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';
import { csvOf } from './csv.ts';
import type { Ids } from './packed-ids.ts';
import { type Cell, cellsOf, type Column, type ColumnOf, type Table } from './table.ts';
import { xlsxOf } from './xlsx.ts';

export { xlsxOf };
export type { Cell, Column };

interface Export {
  readonly event: Extract<AuditEvent, `${string}.exported`>;
  readonly format: ExportFormat;
  /** As they were asked for, for the audit trail. */
  readonly filters: object;
  /** The name of the file, without its date and ending. */
  readonly name: string;
  readonly columns: readonly Column[];
  /**
   * Every record of the list in its order, as of one moment; one beyond the limit is enough. Their
   * rows are read later, a piece at a time, in the state that they have by then.
   */
  readonly ids: Ids;
  /** The most rows of each format; `exportLimits` where nothing else is said. */
  readonly limits?: Readonly<Record<ExportFormat, number>>;
  readonly rowsOf: (ids: readonly string[]) => Promise<readonly (readonly Cell[])[]>;
}

type ListFile = Download<(typeof exportTypes)[ExportFormat]>;

/** An export reads its rows in batches of so many. */
const batchSize = 500;

/**
 * Writes a list to a file. Before any of it is sent, `db` notes who takes it with which filters.
 * 400 for a list that is longer than its format holds.
 */
export async function exportList(
  db: Database,
  actor: Actor,
  caller: Caller,
  list: Export,
): Promise<Outcome<ListFile>> {
  const { event, format, filters, ids, limits = exportLimits } = list;
  if (ids.length > limits[format]) return tooLong(format, limits);
  // Functions can't be passed to a worker thread, so only these fields of a column go.
  const columns = list.columns.map(({ name, kind, width }) => ({ name, kind, width }));
  const table: Table = { columns, batches: batchesOf(list) };
  // The workbook is whole before it is sent. Where making it fails and is begun anew, it is still
  // taken once.
  const workbook = format === 'xlsx' ? await xlsxOf(table) : undefined;
  const after = { format, filters, rows: ids.length };
  await db
    .transaction()
    .execute((trx) =>
      writeAudit(trx, actor, { event, record: 'user', id: caller.userId, before: null, after }),
    );
  const today = dayOf(new Date());
  return {
    type: exportTypes[format],
    name: `${list.name}-${today}.${format}`,
    content: workbook ?? csvOf(table),
  };
}

interface ExportOfRows<Row> extends Omit<Export, 'columns' | 'ids' | 'rowsOf'> {
  readonly columns: readonly ColumnOf<Row>[];
  /** In their order; one beyond the limit is enough. */
  readonly rows: readonly Row[];
}

/** The same for rows that were read whole. */
export const exportRows = <Row>(
  db: Database,
  actor: Actor,
  caller: Caller,
  { rows, ...list }: ExportOfRows<Row>,
): Promise<Outcome<ListFile>> => {
  const rowOf = (id: string) => rows.slice(Number(id), Number(id) + 1);
  return exportList(db, actor, caller, {
    ...list,
    ids: rows.map((_, index) => String(index)),
    rowsOf: (ids) => Promise.resolve(cellsOf(list.columns, ids.flatMap(rowOf))),
  });
};

function batchesOf({ ids, rowsOf }: Export) {
  // The rows are read while the answer is sent, and still belong to the read that began it.
  return inBatches(ids, AsyncResource.bind(rowsOf));
}

async function* inBatches(ids: Export['ids'], rowsOf: Export['rowsOf']) {
  for (let from = 0; from < ids.length; from += batchSize)
    yield await rowsOf(ids.slice(from, from + batchSize));
}

/** The refusal of a list that is longer than its file may be. */
export function tooLong(
  format: ExportFormat,
  limits: Readonly<Record<ExportFormat, number>>,
): Refusal {
  const rowLimit = (name: ExportFormat) => limits[name].toLocaleString('en-NG');
  const sentence =
    format === 'xlsx'
      ? `An Excel file can have at most ${rowLimit('xlsx')} rows, and a CSV file ${rowLimit('csv')}. Narrow the list, or select CSV.`
      : `A file can have at most ${rowLimit('csv')} rows. Narrow the list first.`;
  return new Refusal(400, 'too_long', sentence);
}
