/** A form locks its draft, so that no other tab offers it. The lock ends with its tab. */
const lockName = (id: string) => `hanya draft ${id}`;

/** Locks a draft until the returned function is called. */
export function holdDraft(id: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // A lock that is never granted, for instance because the page is left, is no error.
  navigator.locks.request(lockName(id), () => promise).catch(() => undefined);
  return () => resolve(undefined);
}

/** Those of the given drafts that are open in some tab. */
export async function openDrafts(ids: readonly string[]): Promise<string[]> {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return ids.filter((id) => names.has(lockName(id)));
}
