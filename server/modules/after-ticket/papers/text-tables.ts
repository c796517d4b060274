import type { ReportTable } from '#contract/modules/reports/reports.ts';

type Cells = ReportTable['rows'][number]['cells'];

/** A table of words alone, whose rows open nothing. */
export const textTable = (
  title: string,
  columns: readonly string[],
  rows: readonly Cells[],
  note = '',
): ReportTable => ({
  title,
  total: null,
  of: rows.length,
  note,
  columns: columns.map((name) => ({ name, kind: 'text' })),
  rows: rows.map((cells) => ({ cells, opens: [] })),
});

/** What is recorded, a line for each fact that there is. */
export const factsTable = (
  title: string,
  facts: readonly (readonly [label: string, value: string])[],
): ReportTable =>
  textTable(
    title,
    ['Detail', 'As recorded'],
    facts.filter(([, value]) => value !== '').map(([label, value]) => [label, value]),
  );
