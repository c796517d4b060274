interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface ListBounds {
  /** Counting stopped at the total. */
  readonly more?: boolean | undefined;
  /** The pages end after so many of the newest records. */
  readonly within?: number | undefined;
}

export const listAnswer = <Row>(
  data: Row[],
  total: number,
  { page, limit }: Page,
  { more = false, within }: ListBounds = {},
) => ({
  success: true as const,
  data,
  total,
  count: data.length,
  limit,
  ...(more ? { more: true as const } : {}),
  ...(within === undefined ? {} : { within }),
  pagination: {
    ...(page > 1
      ? { prev: { page: Math.min(page - 1, lastOf(total, limit, within)), limit } }
      : {}),
    ...(page * limit < Math.min(total, within ?? total) ? { next: { page: page + 1, limit } } : {}),
  },
});

const lastOf = (total: number, limit: number, within = total): number =>
  Math.max(1, Math.ceil(Math.min(total, within) / limit));
