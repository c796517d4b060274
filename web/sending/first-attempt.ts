import type { FailedCall } from '#web/api/call-failure.ts';
import type { SentFile } from '#web/api/multipart.ts';
import { askForNetwork } from './background-sync.ts';
import type { Announced } from './files/announce.ts';
import {
  changeRecord,
  keysOf,
  readOutbox,
  removeStored,
  storeRecord,
  tell,
  withRecord,
} from './outbox.ts';
import { askToPersist } from './room.ts';
import { afterStep, type Outcome, signInFirst } from './rules.ts';
import { sendWords } from './steps.ts';
import { newWaitingRecord, type WaitingRecord } from './waiting-record.ts';

/** A record as a form has it. */
export interface MadeRecord extends Pick<
  WaitingRecord,
  '_id' | 'kind' | 'body' | 'label' | 'toldPrice'
> {
  files?: readonly SentFile[];
  /** The record that waits and was refused, whose place it takes. */
  mends?: string | undefined;
}

/** The result of a form's first attempt to send. */
export type Attempt =
  /** The server has its words; its files are sent from now on. `answer` is what the server said. */
  | { is: 'received'; answer: unknown }
  /** It is on the device; `words` say what it waits for. */
  | { is: 'stored'; words: string }
  /** The server refused it: it is still on the device, until `takeBack`. */
  | { is: 'refused'; failure: FailedCall }
  /** Nothing of it was stored, nor received as far as is known. */
  | { is: 'not stored'; words: string };

/**
 * Stores a record on the device, in place of what `moved` names there, and then tries once to send
 * it. From the moment at which it is stored it arrives, whatever becomes of this page: `onStored`
 * hears of that, and then in words how much has been sent of what is large.
 */
export async function storeAndSend(
  userId: string,
  made: MadeRecord,
  moved: readonly string[],
  onStored: (sent: string) => void = () => undefined,
): Promise<Attempt> {
  const { files: chosen = [], mends, ...words } = made;
  let files: readonly Announced[] = [];
  let send: (record: WaitingRecord) => Promise<Outcome> = (record) => sendWords(userId, record);
  try {
    // Most bookings have none, and do without what files need.
    if (chosen.length > 0) {
      const { announce } = await import('./files/announce.ts');
      const { sendWithFiles } = await import('./files/with-files.ts');
      files = await Promise.all(chosen.map(announce));
      send = (record) => sendWithFiles(userId, record, files, onStored);
    }
  } catch {
    return { is: 'not stored', words: unreadable };
  }
  const replaced = (await readOutbox(userId))?.records.filter(
    ({ _id }) => _id === mends || _id === made._id,
  );
  const before = replaced?.[0];
  const record = newWaitingRecord(
    before ? { ...words, body: { ...words.body, ...ticketCodeOf(before) } } : words,
    files.map(({ file }) => file),
    // Its price is that of the day on which it was first made.
    before ? Date.parse(before.madeAt) : Date.now(),
  );
  const gone = [...moved, ...(replaced ?? []).flatMap(keysOf)];
  const contents = new Map(files.map(({ file, content }) => [file.id, content]));
  return withRecord(userId, record._id, async () => {
    const stored = await storeRecord(userId, record, contents, gone);
    if (stored !== 'done') {
      const attempt = await sendUnstored(userId, record, stored === 'full' ? full : refused);
      // Nothing took the place of what the form had kept, so it goes by itself.
      if (attempt.is === 'received') await removeStored(userId, record._id, gone);
      return attempt;
    }
    onStored('');
    void askToPersist();
    const outcome = await send(record);
    return settle(userId, record, outcome);
  });
}

/** The driver may hold a ticket with this code: mending the record doesn't change it. */
const ticketCodeOf = ({ body: { ticketCode } }: WaitingRecord) =>
  ticketCode === undefined ? {} : { ticketCode };

/** Where the device can't store words, a network may still take them; files need the device. */
async function sendUnstored(
  userId: string,
  record: WaitingRecord,
  otherwise: string,
): Promise<Attempt> {
  if (record.files.length > 0) return { is: 'not stored', words: otherwise };
  const outcome = await sendWords(userId, record);
  if (outcome.is === 'received') return outcome;
  return outcome.is === 'refused' ? asRefused(outcome) : { is: 'not stored', words: otherwise };
}

/** Takes a record that was refused back into its form, which keeps it as a draft from now on. */
export async function takeBack(userId: string, id: string): Promise<void> {
  await changeRecord(userId, id, () => 'gone');
}

async function settle(userId: string, record: WaitingRecord, outcome: Outcome): Promise<Attempt> {
  const { _id } = record;
  if (outcome.is === 'no answer') tell(userId, { is: 'no answer' });
  const known = { waits: false };
  // Should the page end before its form has it back, the record waits for its officer.
  const stored = await changeRecord(userId, _id, (now) => {
    known.waits = now.stage === 'words';
    return afterStep(now, { does: 'words', record }, outcome, Date.now());
  });
  // The sender was quicker than a call that took long.
  if (outcome.is === 'no answer' && stored === 'done' && !known.waits)
    return { is: 'received', answer: null };
  if (outcome.is === 'received') return { is: 'received', answer: outcome.answer };
  if (outcome.is === 'refused' || outcome.is === 'later') return asRefused(outcome);
  void askForNetwork().catch(() => undefined);
  return { is: 'stored', words: waitsFor(outcome) };
}

function waitsFor(outcome: Outcome): string {
  if (outcome.is === 'too late') return outcome.words;
  return outcome.is === 'no answer' && outcome.words === signInFirst
    ? signInFirst
    : 'Hanya will send it as soon as there is a network.';
}

const asRefused = (outcome: Extract<Outcome, { is: 'refused' | 'later' }>): Attempt => ({
  is: 'refused',
  failure: {
    message: outcome.words,
    ...(outcome.is === 'refused'
      ? { code: outcome.code, status: 400, fields: outcome.wrong }
      : { code: 'later', status: 503, fields: {} }),
  },
});

const full =
  'There is no space on this device, so Hanya could not store or send the record. Delete pictures or videos from the device, and submit again.';
const refused =
  'This browser cannot store anything on this device, so Hanya did not send the record. Leave the private window, or use another browser, and submit again.';
const unreadable =
  'Hanya can no longer read one of your files. Remove the files, select them again, and submit again.';
