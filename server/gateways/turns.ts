type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `most` pieces of work run at once; the others wait in order. */
export function createTurns(most: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
