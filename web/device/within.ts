/**
 * The result of some work, or a `TimeoutError` after so many milliseconds. A browser may forget a
 * request, and then never answers.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DOMException('The request took too long.', 'TimeoutError')),
    milliseconds,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
