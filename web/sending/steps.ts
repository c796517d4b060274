import { within } from '#web/device/within.ts';
import { ask, maxWaitMs, outcomeOfSending } from './ask.ts';
import { readContent } from './outbox.ts';
import { requestOf } from './requests.ts';
import type { Outcome, Step } from './rules.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/**
 * Does a step for this user, and says what came of it. Never rejects, unless it was aborted: then
 * nothing is known.
 */
export async function take(userId: string, step: Step, signal: AbortSignal): Promise<Outcome> {
  const { does, record } = step;
  if (does === 'words') return sendWords(userId, record, signal);
  if (does === 'file') return sendFile(userId, step, signal);
  // The server knows of a booking’s pictures once they are there.
  if (does !== 'take out' && record.kind === 'booking') return { is: 'received', answer: null };
  return ask(userId, requestOf(step), signal);
}

/** Sends what was typed; without a signal, as `ask` does. */
export async function sendWords(
  userId: string,
  record: WaitingRecord,
  signal?: AbortSignal,
): Promise<Outcome> {
  // Fetched beside the call: a booking is among one's own before it leaves what waits.
  const own = record.kind === 'booking' ? import('./own-bookings.ts').catch(() => null) : null;
  const outcome = await ask(userId, requestOf({ does: 'words', record }), signal);
  if (outcome.is === 'received')
    await (await own)?.keepOwnBooking(userId, record).catch(() => undefined);
  return outcome;
}

type FileStep = Extract<Step, { file: WaitingFile }>;

/** Sends a file; one that came damaged, or in parts that don't fit, is sent once more. */
async function sendFile(userId: string, step: FileStep, signal: AbortSignal): Promise<Outcome> {
  const content = await within(maxWaitMs, readContent(userId, step.file.id));
  if (content === null) {
    const words = `Hanya can no longer read ${step.file.name} on this device.`;
    return { is: 'refused', words, code: 'unreadable_here', wrong: {} };
  }
  const send = step.record.kind === 'booking' ? sendPicture : sendInParts;
  const outcome = await send(userId, step, content, signal);
  const isSentAnew =
    outcome.is === 'refused' && ['not_all_sent', 'arrived_damaged'].includes(outcome.code);
  return isSentAnew ? { is: 'later', words: outcome.words } : outcome;
}

async function sendPicture(
  userId: string,
  { record, file }: FileStep,
  content: Blob,
  signal: AbortSignal,
): Promise<Outcome> {
  const { uploadPicture } = await within(maxWaitMs, import('./files/send-picture.ts'));
  return outcomeOfSending(userId, signal, () => uploadPicture(record._id, file, content, signal));
}

/** Sends a file in parts, and has the collision receive it. */
async function sendInParts(
  userId: string,
  step: FileStep,
  content: Blob,
  signal: AbortSignal,
): Promise<Outcome> {
  const { uploadInParts } = await within(maxWaitMs, import('#web/api/upload-parts.ts'));
  let moved = false;
  const onPart = () => {
    moved = true;
  };
  const sent = await outcomeOfSending(userId, signal, () =>
    uploadInParts(step.file.id, content, signal, onPart),
  );
  if (sent.is === 'no answer') return { ...sent, moved };
  // Whatever the protocol says of it: the collision knows whether the file is there.
  return sent.is === 'later' ? sent : ask(userId, requestOf(step), signal);
}
