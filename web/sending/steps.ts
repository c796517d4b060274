import { z } from 'zod';
import { createBooking } from '#contract/bookings.ts';
import type { Capture } from '#contract/capture.ts';
import { giveUpFile, receiveFile } from '#contract/coming-files.ts';
import type { Endpoint, SentBody } from '#contract/endpoint.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { CallFailure, offline, superseded } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { serverUnreachable } from '#web/api/connection.ts';
import { lastUser } from '#web/device/last-user.ts';
import { within } from '#web/device/within.ts';
import { readContent } from './outbox.ts';
import { type Outcome, outcomeOf, type Step } from './rules.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** Words that are not answered in this time are sent again. Milliseconds. */
const longestWait = 60_000;

/** A browser that has not even given up after so long has forgotten it. Milliseconds. */
const longestAnswer = 90_000;

/**
 * Does a step for this user, and says what came of it. Never rejects, unless it was aborted: then
 * nothing is known.
 */
export async function take(userId: string, step: Step, signal: AbortSignal): Promise<Outcome> {
  const { record } = step;
  switch (step.does) {
    case 'words':
      return sendWords(userId, record, signal);
    case 'take out':
      return asked(userId, signal, (within) =>
        call(quietly(takeOutRecord), { body: takenOutOf(record), signal: within, kept: true }),
      );
    case 'give up':
      return asked(userId, signal, (within) =>
        call(quietly(giveUpFile), {
          params: { id: record._id, file: step.file.id },
          body: { reason: step.file.reason ?? '' },
          signal: within,
          kept: true,
        }),
      );
    case 'file':
      return sendFile(userId, record, step.file, signal);
  }
}

/** Sends what was typed. */
export function sendWords(
  userId: string,
  record: WaitingRecord,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { kind, body, toldPrice } = record;
  const capture = captureOf(record);
  return asked(userId, signal, (within) =>
    kind === 'booking'
      ? call(quietly(createBooking), {
          body: {
            ...body,
            capture: { ...capture, ...(toldPrice !== null && { toldPrice }) },
          } as SentBody<typeof createBooking>,
          signal: within,
          kept: true,
        })
      : call(quietly(createCollision), {
          body: { ...body, capture, coming: announced(record) } as SentBody<typeof createCollision>,
          signal: within,
          kept: true,
        }),
  );
}

const captureOf = ({ madeAt }: WaitingRecord): Capture => ({
  madeAt,
  sentAt: new Date().toISOString(),
});

const announced = ({ files }: WaitingRecord) =>
  files.map(({ id, field, bytes, sha256 }) => ({ id, field, bytes, sha256 }));

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

/** Sends a file in parts, and has the collision receive it. */
async function sendFile(
  userId: string,
  { _id }: WaitingRecord,
  file: WaitingFile,
  signal: AbortSignal,
): Promise<Outcome> {
  const content = await within(longestWait, readContent(userId, file.id));
  if (content === null) {
    const words = `${file.name} can't be read on this phone any more.`;
    return { is: 'refused', words, code: 'unreadable_here', wrong: {} };
  }
  const { uploadInParts } = await within(longestWait, import('#web/api/upload-parts.ts'));
  let moved = false;
  const onPart = () => {
    moved = true;
  };
  const sent = await settled(userId, signal, () => uploadInParts(file.id, content, signal, onPart));
  if (sent.is === 'no answer') return { ...sent, moved };
  // Whatever the protocol says of it: the collision knows whether the file is there.
  if (sent.is === 'later') return sent;
  const outcome = await asked(userId, signal, (within) =>
    call(quietly(receiveFile), { params: { id: _id, file: file.id }, signal: within, kept: true }),
  );
  const isSentAnew =
    outcome.is === 'refused' && ['not_all_sent', 'arrived_damaged'].includes(outcome.code);
  return isSentAnew ? { is: 'later', words: outcome.words } : outcome;
}

/** What a successful answer is at least, whatever a newer server adds. */
const success = z.looseObject({ success: z.literal(true) });

/**
 * The call without its schema of the answer, which an older page may not be able to read: what was
 * received is received. A failure is shown with the record, not as an error of the screen.
 */
const quietly = <E extends Endpoint>(endpoint: E) => ({
  ...endpoint,
  response: success,
  failure: 'ignored' as const,
});

function asked(
  userId: string,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<Outcome> {
  const late = AbortSignal.timeout(longestWait);
  return settled(userId, signal, async () => {
    try {
      const ended = signal ? AbortSignal.any([signal, late]) : late;
      return await within(longestAnswer, ask(ended));
    } catch (error) {
      if (late.aborted) serverUnreachable();
      throw error;
    }
  });
}

async function settled(
  userId: string,
  signal: AbortSignal | undefined,
  ask: () => Promise<unknown>,
): Promise<Outcome> {
  try {
    // Whoever is signed in now must not send what somebody else made.
    if (lastUser() !== userId) throw new CallFailure(superseded);
    return { is: 'received', answer: await ask() };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CallFailure) return outcomeOf(error);
    // It took too long, else it is a fault of ours: either way nothing is known, and all is kept.
    if (!(error instanceof DOMException)) console.error(error);
    return outcomeOf(new CallFailure(offline));
  }
}
