/** Milliseconds after which, and again, a start says what it waits for. */
const tellEveryMs = 10_000;

/**
 * Does a part of the start, however long it takes, and says every ten seconds which one: a slow machine
 * is not given up, and one that hangs shows where. `what` goes on after "Still".
 */
export async function tellingWaits<T>(
  what: string,
  work: () => T | Promise<T>,
  say: (line: string) => void = print,
): Promise<T> {
  const began = performance.now();
  const telling = setInterval(() => {
    say(`Still ${what}, after ${Math.round((performance.now() - began) / 1_000)} s.`);
  }, tellEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
