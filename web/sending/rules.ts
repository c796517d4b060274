import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { factorNeeded } from '#contract/proof.ts';
import type { CallFailure } from '#web/api/call-failure.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** The sender's next step for a record. */
export type Step =
  | { does: 'words' | 'take out'; record: WaitingRecord }
  | { does: 'file' | 'give up' | 'replace'; record: WaitingRecord; file: WaitingFile };

/** The result of a step. */
export type Outcome =
  /** The server has it. `answer` is what it said; null where this version can't read that. */
  | { is: 'received'; answer: unknown }
  /**
   * Nobody answered, or somebody in between: all the others would wait for the same. `moved` where
   * some of a file has arrived.
   */
  | { is: 'no answer'; words: string; moved?: boolean }
  /** The server can't at the moment. */
  | { is: 'later'; words: string }
  | { is: 'refused'; words: string; code: string; wrong: Record<string, string> }
  | { is: 'too late'; words: string; code: string }
  /** The clock of the device was set back after the record was made. */
  | { is: 'made in future' }
  /** It was taken out, but the server has it. */
  | { is: 'arrived already' };

const laterStatuses = new Set([408, 425, 429]);

/** Said of what waits for its session alone. */
export const signInFirst = 'Sign in so that Hanya can send it.';
const noAnswer = 'The server did not respond. Hanya will send it again.';

/** The outcome that a failed call means for the record that was sent. */
export function outcomeOf({ status, code, message, fields }: CallFailure): Outcome {
  if (status === 401) return { is: 'no answer', words: signInFirst };
  // An answer that isn't the server's own, such as of a hotel's network, is none.
  if (status === 0 || (code === 'unreadable' && status < 500))
    return { is: 'no answer', words: noAnswer };
  if (status >= 500 || laterStatuses.has(status) || code === factorNeeded)
    return { is: 'later', words: message };
  if (code === 'made_in_future') return { is: 'made in future' };
  if (code === 'arrived_already') return { is: 'arrived already' };
  if (code === 'too_late' || code === 'too_many_late')
    return { is: 'too late', words: message, code };
  return { is: 'refused', words: message, code, wrong: fields };
}

/** The next step of a record; null where it waits for a person. */
export function stepOf(record: WaitingRecord): Step | null {
  const { stage, takenOut, problem, files } = record;
  if (stage === 'words') {
    if (takenOut) return { does: 'take out', record };
    return problem === 'refused' ? null : { does: 'words', record };
  }
  for (const file of files) {
    const does = fileSteps[file.state];
    if (does) return { does, record, file };
  }
  return null;
}

/** The next step for a file; none for one that waits for a person, or has arrived. */
const fileSteps = {
  waiting: 'file',
  replacing: 'replace',
  'not coming': 'give up',
  refused: null,
  done: null,
} as const;

/** A record after a step, as it is stored then; `now` is milliseconds, UTC, by the device's clock. */
export function afterStep(
  record: WaitingRecord,
  step: Step,
  outcome: Outcome,
  now: number,
): WaitingRecord | 'gone' {
  const tried = { ...record, tries: record.tries + 1, lastTriedAt: now };
  switch (outcome.is) {
    case 'received':
      return received(tried, step, outcome.answer);
    case 'no answer':
    case 'later':
      return { ...tried, answer: outcome.words };
    case 'too late':
      return { ...tried, answer: outcome.words, problem: 'too late', code: outcome.code };
    case 'made in future':
      // As the server asks: as made just now.
      return { ...tried, madeAt: new Date(now).toISOString(), answer: null };
    case 'arrived already':
      // Sending it again is harmless, and tells what became of it.
      return { ...tried, takenOut: null, answer: null };
    case 'refused':
      return refused(tried, step, outcome);
  }
}

const settled = { answer: null, problem: null, code: null, wrong: {} } as const;

/** The answer about a collision whose files have all arrived, in any way. */
const hasAll = z.object({ data: z.object({ filesToCome: z.literal(0) }) });

function received(record: WaitingRecord, step: Step, answer: unknown): WaitingRecord | 'gone' {
  switch (step.does) {
    case 'take out':
      return 'gone';
    case 'words':
      return {
        ...record,
        ...settled,
        stage: 'files',
        files: hasAll.safeParse(answer).success
          ? record.files.map((file) => ({ ...file, state: 'done' as const }))
          : record.files,
      };
    case 'file':
    case 'give up':
      return withFile({ ...record, answer: null }, step.file.id, { state: 'done', answer: null });
    case 'replace':
      return withFile({ ...record, answer: null }, step.file.id, {
        state: 'waiting',
        answer: null,
      });
  }
}

function refused(
  record: WaitingRecord,
  step: Step,
  { words, code, wrong }: Extract<Outcome, { is: 'refused' }>,
): WaitingRecord {
  // The file whose place it takes is there, or given up: nobody needs it any more.
  if (step.does === 'replace' && (code === 'received_already' || code === 'given_up'))
    return withFile(record, step.file.id, { state: 'done', answer: null, reason: words });
  if ('file' in step) return withFile(record, step.file.id, { state: 'refused', answer: words });
  // A record that can't be taken out stays, and its answer says why.
  const takenOut = step.does === 'take out' ? null : record.takenOut;
  return { ...record, answer: words, code, wrong, problem: 'refused', takenOut };
}

function withFile(record: WaitingRecord, id: string, change: Partial<WaitingFile>): WaitingRecord {
  const files = record.files.map((file) => (file.id === id ? { ...file, ...change } : file));
  return { ...record, files };
}

/** A pause after so many failures in a row, until a moment of the device's steady clock. */
interface Rest {
  failures: number;
  until: number;
}

/**
 * The sender's knowledge besides the stored records; moments are milliseconds of a steady clock.
 */
export interface Course {
  underWay: ReadonlyMap<string, Step>;
  /** Pauses of records that the server can't take at the moment. */
  rests: ReadonlyMap<string, Rest>;
  /** After no answer: then one record finds out whether the server is back, for all. */
  silence: Rest | null;
  lastTried: ReadonlyMap<string, number>;
}

/** So many records are sent at once; a file fills the line by itself. */
const mostWords = 4;

const isFile = ({ does }: Step) => does === 'file';

/**
 * The steps that begin now. Words go before files, and who was tried longest ago comes first: none
 * blocks another.
 */
export function nextSteps(records: readonly WaitingRecord[], course: Course, now: number): Step[] {
  const { underWay, rests, silence, lastTried } = course;
  const others = [...underWay.values()];
  if (silence && (now < silence.until || others.length > 0)) return [];
  const due = records
    .filter(({ _id }) => !underWay.has(_id) && (rests.get(_id)?.until ?? 0) <= now)
    .toSorted(
      (one, other) =>
        (lastTried.get(one._id) ?? 0) - (lastTried.get(other._id) ?? 0) ||
        one._id.localeCompare(other._id),
    )
    .flatMap((record) => stepOf(record) ?? []);
  const words = due.filter((step) => !isFile(step));
  const files = due.filter(isFile);
  if (silence) return [...words, ...files].slice(0, 1);
  if (words.length === 0 && others.length === 0) return files.slice(0, 1);
  const wordsUnderWay = others.filter((step) => !isFile(step)).length;
  return words.slice(0, Math.max(0, mostWords - wordsUnderWay));
}

/** Milliseconds until the next step is due; null without any. */
export function untilNext(
  records: readonly WaitingRecord[],
  { underWay, rests, silence }: Course,
  now: number,
): number | null {
  const moments = records
    .filter((record) => !underWay.has(record._id) && stepOf(record))
    .map(({ _id }) => Math.max(rests.get(_id)?.until ?? 0, silence?.until ?? 0))
    // What is due and didn't begin waits for the end of what is under way.
    .filter((moment) => moment > now);
  return moments.length === 0 ? null : Math.min(...moments) - now;
}

// In milliseconds; the pause doubles from the first to the longest.
const firstPauseMs = 5_000;
const maxPauseMs = 5 * 60_000;
/** A superior takes their time. */
const pauseOfLate = 3_600_000;

/** Milliseconds of rest after so many failures in a row; `random` (0 to 1) spreads devices out. */
export function pauseAfter(failures: number, random: number): number {
  const whole = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(10, failures - 1));
  return Math.round(whole * (0.75 + random / 4));
}

/** The rest of a record after a step; null where it needs none. */
export function restAfter(
  before: Rest | undefined,
  { is }: Outcome,
  now: number,
  random: number,
): Rest | null {
  const failures = (before?.failures ?? 0) + 1;
  if (is === 'later') return { failures, until: now + pauseAfter(failures, random) };
  if (is === 'too late') return { failures, until: now + pauseOfLate };
  // One that is made as of now may be refused again if the clock goes on jumping.
  if (is === 'made in future' || is === 'arrived already')
    return { failures, until: now + pauseAfter(failures, random) };
  return null;
}

/** An older page may not know a newer answer, and the record has arrived all the same. */
export const success = z.looseObject({ success: z.literal(true) });

/** The call without its answer's schema. */
export const anyAnswer = <E extends Endpoint>(endpoint: E) => ({ ...endpoint, response: success });
