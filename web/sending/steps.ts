import { type Capture, longestWayMs } from '#contract/capture.ts';
import { giveUpFile, receiveFile, replaceFile } from '#contract/coming-files.ts';
import type { Endpoint, SentBody } from '#contract/endpoint.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import type { OfflineRecord } from '#contract/records.ts';
import { CallFailure, offline, superseded } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { noteServerUnreachable } from '#web/api/connection.ts';
import { lastUser } from '#web/device/last-user.ts';
import { noteCutOff } from '#web/device/network.ts';
import { within } from '#web/device/within.ts';
import { readContent } from './outbox.ts';
import { anyAnswer, type Outcome, outcomeOf, type Step } from './rules.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** After so many ms without an answer, a step is sent again. */
const maxWaitMs = 60_000;

/** A browser that has not even given up after so long has forgotten it. Milliseconds. */
const longestAnswer = 90_000;

/**
 * Does a step for this user, and says what came of it. Never rejects, unless it was aborted: then
 * nothing is known.
 */
export async function take(userId: string, step: Step, signal: AbortSignal): Promise<Outcome> {
  const { record } = step;
  // The server knows of a booking’s pictures once they are there.
  if (record.kind === 'booking' && (step.does === 'give up' || step.does === 'replace'))
    return { is: 'received', answer: null };
  switch (step.does) {
    case 'words':
      return sendWords(userId, record, signal);
    case 'take out':
      return asked(userId, signal, (within) =>
        call(anyAnswer(takeOutRecord), { body: takenOutOf(record), signal: within, kept: true }),
      );
    case 'give up':
      return asked(userId, signal, (within) =>
        call(anyAnswer(giveUpFile), {
          params: { id: record._id, file: step.file.id },
          body: { reason: step.file.reason ?? '' },
          signal: within,
          kept: true,
        }),
      );
    case 'replace':
      return asked(userId, signal, (within) =>
        call(anyAnswer(replaceFile), {
          params: { id: record._id, file: step.file.replaces ?? '' },
          body: announcedAs(step.file),
          signal: within,
          kept: true,
        }),
      );
    case 'file':
      return sendFile(userId, record, step.file, signal);
  }
}

/**
 * Sends what was typed. Without a signal, as from a form, nothing ends the call before its answer:
 * whoever waits for it may leave.
 */
export async function sendWords(
  userId: string,
  record: WaitingRecord,
  signal?: AbortSignal,
): Promise<Outcome> {
  // Fetched beside the call: a booking is among one's own before it leaves what waits.
  const own = record.kind === 'booking' ? import('./own-bookings.ts').catch(() => null) : null;
  const outcome = await asked(userId, signal, (within) =>
    call(anyAnswer(makes[record.kind]), { body: bodyOf(record), signal: within, kept: true }),
  );
  if (outcome.is === 'received')
    await (await own)?.keepOwnBooking(userId, record).catch(() => undefined);
  return outcome;
}

/** The call that makes each kind of record. */
const makes = { booking: createBooking, collision: createCollision } satisfies Record<
  OfflineRecord,
  Endpoint
>;

type Made = (typeof makes)[OfflineRecord];

/** A record that waits, as its call sends it. */
export function bodyOf<E extends Made>(record: WaitingRecord) {
  const { body, toldPrice, shown, files } = record;
  return {
    ...body,
    capture: {
      ...captureOf(record),
      ...(toldPrice !== null && { toldPrice }),
      ...(shown === true && { shown }),
    },
    ...(files.length > 0 && record.kind === 'collision' && { coming: announced(record) }),
  } as SentBody<E>;
}

/** A device that had lost its clock says 1970; no record counts as longer on its way than this. */
function captureOf({ madeAt }: WaitingRecord): Capture {
  const now = Date.now();
  const earliest = new Date(now - longestWayMs).toISOString();
  return { madeAt: madeAt < earliest ? earliest : madeAt, sentAt: new Date(now).toISOString() };
}

const announced = ({ files }: WaitingRecord) =>
  files.map((file) => ({ ...announcedAs(file), field: file.field }));

const announcedAs = ({ id, bytes, sha256, type, taken }: WaitingFile) => ({
  id,
  bytes,
  sha256,
  type,
  ...(taken && { taken }),
});

function takenOutOf(record: WaitingRecord): SentBody<typeof takeOutRecord> {
  const { _id, kind, label, toldPrice, takenOut, body } = record;
  const { organisation, zone } = body as Pick<
    SentBody<typeof takeOutRecord>,
    'organisation' | 'zone'
  >;
  const reason = takenOut?.reason ?? '';
  const capture = captureOf(record);
  return { _id, kind, label, organisation, zone, toldPrice, capture, reason };
}

/** Sends a file in parts, and has the collision receive it; a booking’s picture goes in one. */
async function sendFile(
  userId: string,
  record: WaitingRecord,
  file: WaitingFile,
  signal: AbortSignal,
): Promise<Outcome> {
  const content = await within(maxWaitMs, readContent(userId, file.id));
  if (content === null) {
    const words = `${file.name} can't be read on this phone any more.`;
    return { is: 'refused', words, code: 'unreadable_here', wrong: {} };
  }
  if (record.kind === 'booking') {
    const { uploadPicture } = await within(maxWaitMs, import('./files/send-picture.ts'));
    return mayBeSentAnew(
      await settled(userId, signal, () => uploadPicture(record._id, file, content, signal)),
    );
  }
  const { uploadInParts } = await within(maxWaitMs, import('#web/api/upload-parts.ts'));
  let moved = false;
  const onPart = () => {
    moved = true;
  };
  const sent = await settled(userId, signal, () => uploadInParts(file.id, content, signal, onPart));
  if (sent.is === 'no answer') return { ...sent, moved };
  // Whatever the protocol says of it: the collision knows whether the file is there.
  if (sent.is === 'later') return sent;
  const outcome = await asked(userId, signal, (within) =>
    call(anyAnswer(receiveFile), {
      params: { id: record._id, file: file.id },
      signal: within,
      kept: true,
    }),
  );
  return mayBeSentAnew(outcome);
}

/** What came in parts that don't fit, or damaged, is sent once more. */
function mayBeSentAnew(outcome: Outcome): Outcome {
  const isSentAnew =
    outcome.is === 'refused' && ['not_all_sent', 'arrived_damaged'].includes(outcome.code);
  return isSentAnew ? { is: 'later', words: outcome.words } : outcome;
}

function asked(
  userId: string,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<Outcome> {
  if (!signal) return settled(userId, signal, () => ask(new AbortController().signal));
  const late = AbortSignal.timeout(maxWaitMs);
  return settled(userId, signal, async () => {
    try {
      return await within(longestAnswer, ask(AbortSignal.any([signal, late])));
    } catch (error) {
      if (late.aborted) noteServerUnreachable();
      throw error;
    }
  });
}

/** The outcome of a call; rejects only when the signal aborts. */
export async function settled(
  userId: string,
  signal: AbortSignal | undefined,
  ask: () => Promise<unknown>,
): Promise<Outcome> {
  try {
    // The user signed in now must not send records that somebody else made.
    if (lastUser() !== userId) throw new CallFailure(superseded);
    return { is: 'received', answer: await ask() };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CallFailure) {
      if (error.code === offline.code) noteCutOff();
      return outcomeOf(error);
    }
    // The call took too long, or the fault is ours: either way nothing is known, and all is kept.
    if (error instanceof DOMException) noteCutOff();
    else console.error(error);
    return outcomeOf(new CallFailure(offline));
  }
}
