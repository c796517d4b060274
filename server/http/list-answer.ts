interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The answer of a list: one page of its rows, how many there are in all, and the pages beside it. */
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
