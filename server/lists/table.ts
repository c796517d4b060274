import { momentOf } from '#server/time.ts';

/** One column of an exported list. */
export interface Column {
  readonly name: string;
  /**
   * `amount` and `naira` cells are numbers. `moment` cells are those of `momentOf` and `day` cells
   * those of `dayOf`, or words without one. Everything else is text, whatever it looks like.
   */
  readonly kind: 'text' | 'amount' | 'naira' | 'moment' | 'day';
  /** In characters. */
  readonly width: number;
}

export type Cell = string | number;

/** A column with its cell of each row. */
export interface ColumnOf<Row> extends Column {
  readonly cell: (row: Row) => Cell;
}

/** Columns of text, of numbers, and of moments as `momentOf` writes them. */
export const columnsOf = <Row>() => ({
  text: (name: string, width: number, cell: (row: Row) => Cell): ColumnOf<Row> => ({
    name,
    width,
    cell,
    kind: 'text',
  }),
  amount: (name: string, width: number, cell: (row: Row) => Cell): ColumnOf<Row> => ({
    name,
    width,
    cell,
    kind: 'amount',
  }),
  moment: (name: string, of: (row: Row) => string | null, never = ''): ColumnOf<Row> => ({
    name,
    width: 17,
    cell: (row) => momentOf(of(row)) || never,
    kind: 'moment',
  }),
});

/** The cells of rows under these columns. */
export const cellsOf = <Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map(({ cell }) => cell(row)));

/** A list for a file, its rows read a batch at a time. */
export interface Table {
  /** The name of its sheet in a workbook of several: at most 31 letters, digits and spaces. */
  readonly sheet?: string;
  readonly columns: readonly Column[];
  readonly batches:
    | AsyncIterable<readonly (readonly Cell[])[]>
    | Iterable<readonly (readonly Cell[])[]>;
}
