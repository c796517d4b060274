const parts = new Map<string, Promise<unknown>>();

/**
 * Answers the calls of these addresses, each once, with a part of an answer that is on its way, until
 * the returned function is called. A part that turns out to be null is called for after all.
 */
export function answerAhead(ahead: ReadonlyMap<string, Promise<unknown>>): () => void {
  for (const [address, part] of ahead) parts.set(address, part);
  return () => {
    for (const [address, part] of ahead) if (parts.get(address) === part) parts.delete(address);
  };
}

/** The answer to the call of this address that another call brings along; null where none does. */
export function takePart(address: string): Promise<unknown> | null {
  const part = parts.get(address) ?? null;
  parts.delete(address);
  return part;
}
