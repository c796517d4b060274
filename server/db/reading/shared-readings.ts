import { asOneRead, currentRead } from './one-read.ts';
import { laterOf, type LogPosition } from './positions.ts';

interface Reading<T> {
  readonly answer: Promise<T>;
  readonly everybodyLeft: AbortController;
  /** The callers who still want the answer. */
  wantedBy: number;
  /** The latest change that one of them must see. */
  mustSee: LogPosition | undefined;
}

/**
 * Callers with the same question share readings. A caller who comes during one waits for the next,
 * which begins when that one ends: nobody is answered from before they asked. So a question that a
 * hundred screens ask at once is read twice. `question` must name all that the answer depends on,
 * the caller's scope above all. A reading ends once all its callers are gone, and sees every change
 * that one of them must see.
 */
export function sharedReadings<T>(): (question: string, read: () => Promise<T>) => Promise<T> {
  const begun = new Map<string, Reading<T>>();
  const next = new Map<string, Reading<T>>();

  function begin(question: string, read: () => Promise<T>): Reading<T> {
    const everybodyLeft = new AbortController();
    const before = begun.get(question)?.answer;
    const start = async (): Promise<T> => {
      everybodyLeft.signal.throwIfAborted();
      if (next.get(question) === reading) next.delete(question);
      begun.set(question, reading);
      try {
        const { mustSee } = reading;
        return await asOneRead({ signal: everybodyLeft.signal, mustSee }, read);
      } finally {
        if (begun.get(question) === reading) begun.delete(question);
      }
    };
    const reading: Reading<T> = {
      // In a later turn, so that `reading` is there when it starts.
      answer: Promise.resolve(before).then(start, start),
      everybodyLeft,
      wantedBy: 0,
      mustSee: undefined,
    };
    (before ? next : begun).set(question, reading);
    return reading;
  }

  return async (question, read) => {
    const own = currentRead();
    if (own === undefined) return read();
    own.signal.throwIfAborted();
    const reading = next.get(question) ?? begin(question, read);
    reading.wantedBy += 1;
    reading.mustSee = laterOf(reading.mustSee, own.mustSee);
    const leave = () => {
      reading.wantedBy -= 1;
      if (reading.wantedBy > 0) return;
      reading.everybodyLeft.abort();
      if (next.get(question) === reading) next.delete(question);
    };
    own.signal.addEventListener('abort', leave, { once: true });
    try {
      return await reading.answer;
    } finally {
      own.signal.removeEventListener('abort', leave);
    }
  };
}
