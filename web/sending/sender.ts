import { connectionNow, onConnection } from '#web/api/connection.ts';
import { inOneTab } from '#web/device/locks.ts';
import { within } from '#web/device/within.ts';
import { onNetworkAgain } from './background-sync.ts';
import { changeRecord, countOutbox, listen, readOutbox, tell, withRecord } from './outbox.ts';
import {
  afterStep,
  type Course,
  nextSteps,
  type Outcome,
  pauseAfter,
  restAfter,
  type Step,
  untilNext,
} from './rules.ts';
import { take } from './steps.ts';
import { isDone, type WaitingRecord } from './waiting-record.ts';

/** The sender's view of its device. */
export interface Device {
  /** Reads the waiting records, the oldest first. */
  read: () => Promise<readonly WaitingRecord[]>;
  /** Does a step, and says what came of it; rejects where nothing is known, as when it was aborted. */
  take: (step: Step, signal: AbortSignal) => Promise<Outcome>;
  store: (step: Step, outcome: Outcome) => Promise<void>;
}

/** Reading or storing on the device failed: it is tried again after this long. Milliseconds. */
const pauseOfDevice = 5_000;

/** Whatever takes longer has been forgotten, and is tried again. Milliseconds. */
const longestStep = 3 * 60_000;

/** Sends what waits on a device, and starts again after every failure. */
export class Sender {
  readonly #device: Device;
  readonly #underWay = new Map<string, Step>();
  readonly #rests = new Map<string, { failures: number; until: number }>();
  readonly #lastTried = new Map<string, number>();
  #silence: Course['silence'] = null;
  /**
   * Counts how many times in a row the server was reachable again but took nothing, and when to try
   * next.
   */
  #backs: { failures: number; until: number } = { failures: 0, until: 0 };
  #called = Promise.withResolvers<undefined>();

  constructor(device: Device) {
    this.#device = device;
  }

  /** Looks again at what waits; rests go on. */
  look(): void {
    this.#called.resolve(undefined);
  }

  /** Tries again at once: everything that rests without an answer, or one record for whatever reason. */
  wake(id: string | null = null): void {
    this.#silence = null;
    this.#endRests(id);
  }

  #endRests(id: string | null): void {
    if (id !== null) this.#rests.delete(id);
    for (const [rested, { until }] of this.#rests)
      if (until - performance.now() <= longestOwnRest) this.#rests.delete(rested);
    this.look();
  }

  /**
   * The server has answered somebody again. The sender tries at once, then less and less often:
   * some lines carry a short question and no record.
   */
  back(): void {
    const now = performance.now();
    if (now < this.#backs.until) return;
    const failures = this.#backs.failures + 1;
    this.#backs = { failures, until: now + pauseAfter(failures, Math.random()) };
    if (this.#silence) this.#silence = { ...this.#silence, until: now };
    this.#endRests(null);
  }

  /** Somebody else got no answer just now: it is tried again after a pause. */
  rest(): void {
    const failures = (this.#silence?.failures ?? 0) + 1;
    this.#silence = { failures, until: performance.now() + pauseAfter(failures, Math.random()) };
    this.look();
  }

  /** Sends until the signal aborts. */
  async send(signal: AbortSignal): Promise<void> {
    const stop = () => this.look();
    signal.addEventListener('abort', stop);
    while (!signal.aborted) {
      this.#called = Promise.withResolvers<undefined>();
      const wait = await this.#begin(signal).catch(() => pauseOfDevice);
      const timer = wait === null ? undefined : setTimeout(stop, wait);
      await this.#called.promise;
      clearTimeout(timer);
    }
    signal.removeEventListener('abort', stop);
  }

  /** Begins what is due; resolves to when to look again, in milliseconds. */
  async #begin(signal: AbortSignal): Promise<number | null> {
    const records = await this.#device.read();
    if (signal.aborted) return null;
    // One moment for both: a pause that ended in between would be neither due nor waited for.
    const now = performance.now();
    for (const step of nextSteps(records, this.#course(), now)) void this.#take(step, signal);
    return untilNext(records, this.#course(), now);
  }

  #course(): Course {
    return {
      underWay: this.#underWay,
      rests: this.#rests,
      silence: this.#silence,
      lastTried: this.#lastTried,
    };
  }

  async #take(step: Step, signal: AbortSignal): Promise<void> {
    const { _id } = step.record;
    this.#underWay.set(_id, step);
    this.#lastTried.set(_id, performance.now());
    try {
      const taken = this.#device.take(step, signal);
      // The bytes of a file take as long as they move; its sender cuts a line that stands still.
      const outcome = await (step.does === 'file' ? taken : within(longestStep, taken));
      this.#rest(_id, outcome);
      await within(longestStep, this.#device.store(step, outcome));
    } catch {
      // The step was aborted, or the device stores nothing just now: the stored record is sent
      // again.
      this.#rests.set(_id, { failures: 1, until: performance.now() + pauseOfDevice });
    }
    this.#underWay.delete(_id);
    this.look();
  }

  #rest(id: string, outcome: Outcome): void {
    const now = performance.now();
    const moved = outcome.is === 'no answer' ? outcome.moved === true : outcome.is === 'received';
    if (moved) this.#backs = { failures: 0, until: 0 };
    if (moved || outcome.is !== 'no answer') this.#silence = null;
    if (outcome.is === 'no answer') {
      this.rest();
      return;
    }
    const rest = restAfter(this.#rests.get(id), outcome, now, Math.random());
    if (rest) this.#rests.set(id, rest);
    else this.#rests.delete(id);
  }
}

/** Longer rests wait for a superior, whom no network brings. Milliseconds. */
const longestOwnRest = 10 * 60_000;

const deviceOf = (userId: string): Device => ({
  async read() {
    const outbox = await readOutbox(userId);
    if (outbox === null) throw new Error('The device cannot be read.');
    return outbox.records;
  },
  take: (step, signal) =>
    step.does === 'file'
      ? take(userId, step, signal)
      : withRecord(userId, step.record._id, async () => {
          const now = (await readOutbox(userId))?.records.find(
            ({ _id }) => _id === step.record._id,
          );
          // Its form was quicker, or somebody has changed it.
          if (!now || JSON.stringify(now) !== JSON.stringify(step.record))
            throw new Error('This step is not the next one any more.');
          return take(userId, step, signal);
        }),
  store: async (step, outcome) => {
    const change = (record: WaitingRecord) => afterStep(record, step, outcome, Date.now());
    if ((await changeRecord(userId, step.record._id, change)) !== 'done')
      throw new Error('The device cannot store anything at the moment.');
    tellIfReceived(userId, step, outcome);
  },
});

/** Tells once the server has all of a record that waited, its files too. */
function tellIfReceived(userId: string, step: Step, outcome: Outcome): void {
  const { _id: id, kind, label } = step.record;
  if (outcome.is !== 'received' || (step.does !== 'words' && step.does !== 'file')) return;
  const after = afterStep(step.record, step, outcome, Date.now());
  if (after !== 'gone' && isDone(after)) tell(userId, { is: 'received', id, kind, label });
}

/**
 * Sends a user's waiting records until the returned function is called. One tab does it: after
 * every pause, with a new network, and when somebody looks.
 */
export function keepSending(userId: string): () => void {
  const over = new AbortController();
  const { signal } = over;
  const sender = new Sender(deviceOf(userId));
  const wake = () => sender.wake();
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && wake(),
    { signal },
  );
  const stops = [
    onConnection(() => {
      if (connectionNow().answering) sender.back();
    }),
    listen(userId, (told) => {
      if (told.is === 'changed') sender.look();
      else if (told.is === 'no answer') sender.rest();
      else if (told.is === 'send now') sender.wake(told.id);
    }),
    onNetworkAgain(wake),
    countOutbox(userId),
    inOneTab(`hanya sending ${userId}`, (turn) => sender.send(turn)),
  ];
  return () => {
    over.abort();
    for (const stop of stops) stop();
  };
}
