interface Page {
  readonly page: number;
  readonly limit: number;
}

/**
 * A list's answer: one page of its rows, the number of all rows, and the pages before and after.
 */
export const listAnswer = <Row>(data: Row[], total: number, { page, limit }: Page) => ({
  success: true as const,
  data,
  total,
  count: data.length,
  limit,
  pagination: {
    ...(page > 1 ? { prev: { page: page - 1, limit } } : {}),
    ...(page * limit < total ? { next: { page: page + 1, limit } } : {}),
  },
});
