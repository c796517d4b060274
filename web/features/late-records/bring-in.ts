import { z } from 'zod';
import { listBookings } from '#contract/bookings.ts';
import { bringInRecord } from '#contract/brought-in-records.ts';
import { listCollisions } from '#contract/collisions.ts';
import { type ComingFile, receiveFile } from '#contract/coming-files.ts';
import { listOffences, type Offence } from '#contract/offences.ts';
import { organisationSchema } from '#contract/places.ts';
import { proofNeeded } from '#contract/proof.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import type { OpenedFile, SavedRecord } from './open-records-file.ts';

/** The progress of a record from a file. */
export type Progress =
  | { is: 'waiting' | 'sending' | 'received' }
  /** The authority has its words, and so many of its files are still to come. */
  | { is: 'lacks files'; files: number; words: string | null }
  /** It is late, and a superior must say why it is let in. */
  | { is: 'late'; words: string }
  | { is: 'refused'; words: string }
  /** Nobody answered: the others would wait for the same. */
  | { is: 'cut off'; words: string };

/** True if there is more to do for a record, so that bringing it in once more makes sense. */
export const isOpen = ({ is }: Progress): boolean => is !== 'received' && is !== 'refused';

/** Ids that one call asks for. */
const atOnce = 100;

/** The records of a file that the authority has already. */
export async function receivedOf(
  records: readonly SavedRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Progress>> {
  const received = new Map<string, Progress>();
  const idsOf = (kind: string) =>
    records.flatMap(({ record }) => (record.kind === kind ? [record._id] : []));
  for (const ids of inPages(idsOf('booking'))) {
    const query = { ids, limit: String(atOnce) };
    const { data } = await call(listBookings, { query, signal });
    for (const { _id } of data) received.set(_id, { is: 'received' });
  }
  for (const ids of inPages(idsOf('collision'))) {
    const query = { ids, limit: String(atOnce) };
    const { data } = await call(listCollisions, { query, signal });
    for (const { _id, filesToCome: files } of data)
      received.set(
        _id,
        files === 0 ? { is: 'received' } : { is: 'lacks files', files, words: null },
      );
  }
  return received;
}

function inPages(ids: readonly string[]): string[] {
  const pages: string[] = [];
  for (let start = 0; start < ids.length; start += atOnce)
    pages.push(ids.slice(start, start + atOnce).join(','));
  return pages;
}

/** An offence as the authority charges it today, in naira. */
type Charged = Pick<Offence, 'name' | 'amount'>;

/** The offences of the records' organisations by their ids; none where nobody answers. */
export async function offencesOf(
  records: readonly SavedRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Charged>> {
  const [organisation] = records.flatMap(({ record: { body } }) => {
    const named = organisationSchema.safeParse(body['organisation']);
    return named.success ? [named.data] : [];
  });
  const query = organisation === undefined ? {} : { organisation };
  const { data } = await call(listOffences, { query, signal });
  return new Map(data.map((offence) => [offence.id, offence]));
}

const chosenSchema = z.array(z.object({ id: z.string() }));

/** The charge of a booking, the price that its driver was told, and the price of today. */
export function chargesWords(
  { kind, body, toldPrice }: Pick<SavedRecord['record'], 'kind' | 'body' | 'toldPrice'>,
  offences: ReadonlyMap<string, Charged>,
): string {
  if (kind !== 'booking') return '';
  const ids = (chosenSchema.safeParse(body['offence']).data ?? []).map(({ id }) => id);
  const charged = ids.map((id) => offences.get(id));
  const names = ids.map((id, at) => charged[at]?.name ?? id).join(', ');
  const today = charged.reduce((sum, offence) => sum + (offence?.amount ?? Number.NaN), 0);
  const prices = [
    toldPrice === null ? '' : `told ${exactNaira(toldPrice)}`,
    ids.length === 0 || Number.isNaN(today) || today === toldPrice
      ? ''
      : `today ${exactNaira(today)}`,
  ].filter((words) => words !== '');
  return [names, ...prices].filter((words) => words !== '').join(', ');
}

/** Brings one record in, with the files that are still to come. Rejects only when it is aborted. */
export async function bringIn(
  { manifest: { device } }: OpenedFile,
  saved: SavedRecord,
  reason: string,
  signal: AbortSignal,
): Promise<Progress> {
  try {
    const { text: words, signature } = saved;
    const body = { device, words, signature, ...(reason !== '' && { reason }) };
    const { data } = await call(bringInRecord, { body, signal });
    return await sendFiles(saved, comingOf(saved, data.files), signal);
  } catch (error) {
    signal.throwIfAborted();
    return failed(error);
  }
}

function failed(error: unknown): Progress {
  if (!(error instanceof CallFailure)) {
    console.error(error);
    return { is: 'cut off', words: unexpected.message };
  }
  const { code, status, message: words } = error;
  if (code === 'reason_needed') return { is: 'late', words };
  const mayGoOn = status === 401 || status === 429 || code === proofNeeded;
  const isRefused = status >= 400 && status < 500 && !mayGoOn;
  return { is: isRefused ? 'refused' : 'cut off', words };
}

/** The files still to come: of a booking all, since it takes those that it has once more unharmed. */
const comingOf = ({ record: { kind, files } }: SavedRecord, announced: readonly ComingFile[]) =>
  kind === 'booking'
    ? files.map(({ id, field, bytes }) => ({ id, field, bytes, sent: 0, state: 'coming' as const }))
    : announced;

async function sendFiles(
  { record: { _id, kind, files: saved }, contentOf }: SavedRecord,
  files: readonly ComingFile[],
  signal: AbortSignal,
): Promise<Progress> {
  const coming = files.filter(({ state }) => state === 'coming');
  let left = coming.length;
  let words: string | null = null;
  const { uploadInParts } = await import('#web/api/upload-parts.ts');
  const { uploadPicture } = await import('#web/sending/files/send-picture.ts');
  for (const { id } of coming) {
    const content = await contentOf(id);
    if (content === null) {
      words = 'Not all of its pictures and videos are in this file.';
      continue;
    }
    try {
      const picture = kind === 'booking' && saved.find((file) => file.id === id);
      if (picture)
        await uploadPicture(_id, { ...picture, taken: picture.taken ?? null }, content, signal);
      else {
        await uploadInParts(id, content, signal, () => undefined);
        const params = { id: _id, file: id };
        await call(receiveFile, { params, signal });
      }
      left -= 1;
    } catch (error) {
      signal.throwIfAborted();
      const came = failed(error);
      if (came.is !== 'refused') return came;
      words = came.words;
    }
  }
  return left === 0 ? { is: 'received' } : { is: 'lacks files', files: left, words };
}

/** The progress of a record, in a few words. */
export function progressWords(progress: Progress): string {
  switch (progress.is) {
    case 'waiting':
      return 'Not yet with the authority';
    case 'sending':
      return 'On its way';
    case 'received':
      return 'The authority has it';
    case 'lacks files': {
      const files = `The authority has its words. ${plural(progress.files, 'file')} still to come.`;
      return progress.words === null ? files : `${files} ${progress.words}`;
    }
    case 'late':
    case 'refused':
    case 'cut off':
      return progress.words;
  }
}
