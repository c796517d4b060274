/** One column of an exported list. */
export interface Column {
  readonly name: string;
  /**
   * `amount` cells are numbers; `moment` cells are `lagosTime`; everything else is text, whatever
   * it looks like.
   */
  readonly kind: 'text' | 'amount' | 'moment';
  /** In characters. */
  readonly width: number;
}

export type Cell = string | number;

/** A list to be written to a file, its rows a batch at a time. */
export interface Table {
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
  ...({ hour: '2-digit', minute: '2-digit' } as const),
});

/** `2026-11-21 14:03` in Africa/Lagos, of an instant in UTC; '' for none. */
export const lagosTime = (instant: string | null): string =>
  instant === null ? '' : clock.format(new Date(instant));
