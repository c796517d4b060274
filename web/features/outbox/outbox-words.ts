import type { ComingFile } from '#contract/coming-files.ts';
import { headquarters } from '#contract/places.ts';
import { momentOf } from '#web/format/time.ts';
import { capitalised, joined, plural } from '#web/format/words.ts';
import type { WaitingFile, WaitingRecord } from '#web/sending/waiting-record.ts';

/** A record's name: "Booking KTN-482AB". */
export const nameOf = ({ kind, label }: WaitingRecord): string =>
  label === '' ? capitalised(kind) : `${capitalised(kind)} ${label}`;

/** The progress of a record. */
export function stateOf({ stage, problem, takenOut }: WaitingRecord): {
  words: string;
  tone: 'soft' | 'warn' | 'bad';
} {
  if (takenOut)
    return {
      words: 'Removed. Hanya will tell the authority when there is a network.',
      tone: 'warn',
    };
  if (stage === 'files')
    return { words: 'The authority has received the record, but not all its files.', tone: 'soft' };
  if (problem === 'refused') return { words: 'The authority refused this record.', tone: 'bad' };
  if (problem === 'too late')
    return { words: 'A zonal head or a state admin must accept this record.', tone: 'warn' };
  return { words: 'Stored on this device. The authority has not received it yet.', tone: 'soft' };
}

/** The officer's next step; null where it goes by itself. */
export function whatToDo({ stage, problem, takenOut, code, files }: WaitingRecord): string | null {
  if (stage === 'files')
    return files.some(({ state }) => state === 'refused')
      ? 'Replace the refused file with another one, or leave it out.'
      : null;
  if (takenOut) return null;
  if (problem === 'too late')
    return 'Hanya has told your zonal head and state admin. Hanya will send the record as soon as one of them accepts it.';
  if (problem !== 'refused') return null;
  if (code === 'kept_out') return 'Ask the person who refused this record, or remove it.';
  if (code === 'id_taken')
    return 'The authority already has a different version of this record. Look up that version first, then remove this one.';
  return 'Open the record, correct the marked fields and submit it again.';
}

/** The place of a record as it was typed: an empty zone is headquarters. */
export function placeOf({ body }: WaitingRecord): string | null {
  const text = (field: string) => {
    const value = body[field];
    return typeof value === 'string' ? value.trim() : '';
  };
  return joined([text('location'), text('zone') || headquarters, text('organisation')]);
}

/** "3 times, last at 2026-11-22 14:12". */
export function triesOf({ tries, lastTriedAt }: WaitingRecord): string {
  if (tries === 0 || lastTriedAt === null) return 'Not yet';
  return `${plural(tries, 'time')}, last at ${momentOf(lastTriedAt)}`;
}

const megabyte = 1024 * 1024;
const roundUp = (size: number) => Math.max(0.1, Math.ceil(size * 10) / 10);

/** "2.1 MB". */
export const sizeOf = (bytes: number): string => `${roundUp(bytes / megabyte)} MB`;

/** The progress of a file; `coming` is the authority's last word about it. */
export function fileStateOf(
  { state, bytes, reason }: WaitingFile,
  coming: ComingFile | undefined,
): string {
  switch (state) {
    case 'done':
      return reason === null ? 'Received' : 'No longer needed';
    case 'refused':
      return 'Refused by the authority';
    case 'not coming':
      return 'Left out. Hanya will tell the authority when there is a network.';
    case 'replacing':
    case 'waiting': {
      const sent = coming?.sent ?? 0;
      return sent === 0 ? 'Not sent yet' : `${Math.floor((100 * sent) / bytes)}% received`;
    }
  }
}
