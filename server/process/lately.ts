/**
 * Answers what `read` last answered, reading anew after `forMs` milliseconds. Where that fails, as while
 * the database is away, the answer before it stands, which at first is `first`.
 */
export function lately<Answer>(
  first: Answer,
  forMs: number,
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  let answer: Promise<Answer> = Promise.resolve(first);
  let readAt = -Infinity;
  return () => {
    if (performance.now() - readAt < forMs) return answer;
    readAt = performance.now();
    const last = answer;
    answer = read().catch(() => last);
    return answer;
  };
}
