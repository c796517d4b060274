import { within } from './within.ts';

/** Only pages over HTTPS have locks; without them one page waits for itself alone. */
const inThisPage = new Map<string, Promise<unknown>>();

/**
 * Does something while no other tab of this browser holds the lock of this name. After
 * `maxWaitMs` milliseconds it goes on without the lock: its holder may be asleep.
 */
export async function withLock<Result>(
  name: string,
  maxWaitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!('locks' in navigator)) return inTurn(name, maxWaitMs, work);
  const { promise: freed, resolve: free } = Promise.withResolvers<undefined>();
  const { promise: granted, resolve: grant } = Promise.withResolvers<undefined>();
  const waiting = new AbortController();
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      grant(undefined);
      return freed;
    })
    .catch(() => undefined);
  const timer = setTimeout(() => grant(undefined), maxWaitMs);
  try {
    await granted;
    return await work();
  } finally {
    clearTimeout(timer);
    waiting.abort();
    free(undefined);
  }
}

async function inTurn<Result>(
  name: string,
  maxWaitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = inThisPage.get(name);
  const turn = (async () => {
    if (before) await within(maxWaitMs, before).catch(() => undefined);
    return work();
  })();
  inThisPage.set(name, turn);
  try {
    return await turn;
  } finally {
    if (inThisPage.get(name) === turn) inThisPage.delete(name);
  }
}

/**
 * Has one tab of this browser do something, until the returned function is called. Another takes
 * over when that tab closes. A visible tab takes it from a hidden one. `work` ends when its signal
 * aborts.
 */
export function inOneTab(name: string, work: (signal: AbortSignal) => Promise<void>): () => void {
  const over = new AbortController();
  if (!('locks' in navigator)) {
    void work(over.signal);
    return () => over.abort();
  }
  let waiting = new AbortController();
  let leading = false;
  let stealing = false;

  async function takeTurns(): Promise<void> {
    while (!over.signal.aborted) {
      const turn = new AbortController();
      waiting = new AbortController();
      const options = stealing ? { steal: true } : { signal: waiting.signal };
      stealing = false;
      await navigator.locks
        .request(name, options, async () => {
          leading = true;
          await work(AbortSignal.any([over.signal, turn.signal]));
        })
        // Another tab took it, or waiting was given up in order to take it.
        .catch(() => pause(100));
      leading = false;
      turn.abort();
    }
  }

  const onVisible = () => {
    if (document.visibilityState === 'hidden' || leading) return;
    stealing = true;
    waiting.abort();
  };
  document.addEventListener('visibilitychange', onVisible);
  // The tab that leads so far may be asleep.
  stealing = document.visibilityState !== 'hidden';
  void takeTurns();
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    over.abort();
    waiting.abort();
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
