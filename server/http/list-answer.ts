interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The limits of a list's counting and reach. */
export interface Bounds {
  /** There may be more records than its total, which were not counted. */
  readonly more?: boolean | undefined;
  /** Its pages hold the newest so many records alone. */
  readonly within?: number | undefined;
}

/**
 * A list's answer: one page of its rows, the number of all rows, and the pages before and after.
 */
export const listAnswer = <Row>(
  data: Row[],
  total: number,
  { page, limit }: Page,
  { more = false, within }: Bounds = {},
) => ({
  success: true as const,
  data,
  total,
  count: data.length,
  limit,
  ...(more ? { more: true as const } : {}),
  ...(within === undefined ? {} : { within }),
  pagination: {
    ...(page > 1 ? { prev: { page: page - 1, limit } } : {}),
    ...(page * limit < Math.min(total, within ?? total) ? { next: { page: page + 1, limit } } : {}),
  },
});
