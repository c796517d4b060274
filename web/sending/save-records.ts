import {
  recordsFile,
  recordsFileFormat,
  type RecordsManifest,
  type SignedRecord,
  signedRecordText,
} from '#contract/brought-in-records.ts';
import { certifiedKeyOf, type DeviceKey, signText } from '#web/device/keys/device-key.ts';
import { dateOf } from '#web/format/time.ts';
import { changeRecord, readContent, readOutbox } from './outbox.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** The waiting records as a file for a superior. */
export interface RecordsFile {
  file: File;
  records: number;
  /** Records that stay out: of another version, or taken out by their officer. */
  leftOut: number;
  /** Pictures and videos whose bytes can't be read on this phone any more. */
  unreadable: number;
}

interface Officer {
  id: string;
  name: string;
}

/** True if a superior could bring in the records of this phone: the server knows its key. */
export const canSaveRecords = async (userId: string): Promise<boolean> =>
  (await certifiedKeyOf(userId)) !== null;

/** A record belongs into the file unless its officer has taken it out. */
export const isSaved = ({ takenOut }: WaitingRecord): boolean => takenOut === null;

/**
 * Writes all waiting records into one ZIP, each signed by this phone, with their files. They stay
 * on the phone as well. Rejects where the phone was never certified, or can't be read.
 */
export async function saveRecords({ id: userId, name }: Officer): Promise<RecordsFile> {
  const [key, outbox] = await Promise.all([certifiedKeyOf(userId), readOutbox(userId)]);
  if (key === null || outbox === null) throw new Error('This phone can’t save its records.');
  const { BlobReader, BlobWriter, TextReader, ZipWriter } = await import('./zip.ts');
  const zip = new ZipWriter(new BlobWriter('application/zip'), { level: 0 });
  const savedAt = new Date().toISOString();
  const records = outbox.records.filter(isSaved);
  const folders: string[] = [];
  let unreadable = 0;
  for (const waiting of records) {
    const { record, signature } = await signed(userId, key, waiting, savedAt);
    const folder = `${waiting.kind}-${waiting._id}`;
    folders.push(folder);
    await zip.add(recordsFile.record(folder), new TextReader(record));
    await zip.add(recordsFile.signature(folder), new TextReader(signature));
    for (const { id } of waiting.files.filter(isToCome)) {
      const content = await readContent(userId, id);
      if (content) await zip.add(recordsFile.content(folder, id), new BlobReader(content));
      else unreadable += 1;
    }
  }
  const manifest: RecordsManifest = {
    is: 'hanya records',
    format: recordsFileFormat,
    device: key.id,
    savedAt,
    officer: { id: userId, name },
    records: folders,
  };
  await zip.add(recordsFile.manifest, new TextReader(JSON.stringify(manifest, null, 2)));
  const file = new File([await zip.close()], fileName(name, savedAt), { type: 'application/zip' });
  const leftOut = outbox.records.length - records.length + outbox.unknown.length;
  return { file, records: records.length, leftOut, unreadable };
}

const isToCome = ({ state }: WaitingFile): boolean =>
  state === 'waiting' || state === 'replacing' || state === 'refused';

/** The files that the words announce; one that took the place of another was announced by itself. */
const withWords = ({ replaces }: WaitingFile): boolean => replaces === null;

async function signed(
  userId: string,
  key: DeviceKey,
  { _id, kind, body, label, toldPrice, madeAt, files }: WaitingRecord,
  savedAt: string,
): Promise<{ record: string; signature: string }> {
  const words: SignedRecord = {
    format: recordsFileFormat,
    _id,
    kind,
    body,
    label,
    toldPrice,
    savedAt,
    // A clock that was set back makes a record count as made just now, here as on the phone.
    madeAt: madeAt > savedAt ? savedAt : madeAt,
    files: files.filter(withWords).map(({ id, field, bytes, sha256, type, taken }) => ({
      id,
      field,
      bytes,
      sha256,
      type,
      ...(taken && { taken }),
    })),
  };
  if (words.madeAt !== madeAt)
    await changeRecord(userId, _id, (now) => ({ ...now, madeAt: savedAt }));
  const record = JSON.stringify(words);
  return { record, signature: await signText(key, signedRecordText(record)) };
}

/** Such as `hanya-records-amina-bello-2026-11-22.zip`. */
function fileName(name: string, savedAt: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `hanya-records-${plain || 'officer'}-${dateOf(savedAt)}.zip`;
}
