/** Drafts that a form holds open are not offered in another tab. The lock ends with its tab. */
const lockName = (id: string) => `hanya draft ${id}`;

/** Holds a draft open until the returned function is called. */
export function holdDraft(id: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // Given up before it was got, for instance when the page is left: nothing is held then.
  navigator.locks.request(lockName(id), () => promise).catch(() => undefined);
  return () => resolve(undefined);
}

/** The ids of the drafts that are open in some tab, out of those given. */
export async function openDrafts(ids: readonly string[]): Promise<string[]> {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return ids.filter((id) => names.has(lockName(id)));
}
