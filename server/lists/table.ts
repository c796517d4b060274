/** One column of an exported list. */
export interface Column {
  readonly name: string;
  /**
   * `amount` cells are numbers. `moment` cells are those of `momentOf`, or words without a moment.
   * Everything else is text, whatever it looks like.
   */
  readonly kind: 'text' | 'amount' | 'moment';
  /** In characters. */
  readonly width: number;
}

export type Cell = string | number;

/** A list for a file, its rows read a batch at a time. */
export interface Table {
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}
