import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import {
  longestRecord,
  recordsFile,
  type RecordsManifest,
  recordsManifestSchema,
  type SignedRecord,
  signedRecordSchema,
} from '#contract/brought-in-records.ts';
import { videoLimit } from '#contract/upload-limits.ts';

/** A record in a file that a phone saved. */
export interface SavedRecord {
  record: SignedRecord;
  /** The signed text, exactly as it stands in the file. */
  text: string;
  signature: string;
  /** The bytes of a picture or video by its id; null where they are not in the file. */
  contentOf: (fileId: string) => Promise<Blob | null>;
}

export interface OpenedFile {
  manifest: RecordsManifest;
  records: readonly SavedRecord[];
  /** The number of records in it can't be read. */
  damaged: number;
}

/** Bytes of what stands before a name in a ZIP, and where its length and that of its extras stand. */
const header = { size: 30, nameLength: 26, extraLength: 28 } as const;

/**
 * A file that was stored uncompressed, as a part of the ZIP itself. A video is then read as it is
 * sent, and never as a whole. Null for a compressed one.
 */
async function partOf(
  file: Blob,
  { offset, compressionMethod, encrypted, uncompressedSize }: FileEntry,
): Promise<Blob | null> {
  if (compressionMethod !== 0 || encrypted) return null;
  const before = new DataView(await file.slice(offset, offset + header.size).arrayBuffer());
  const lengthAt = (at: number) => before.getUint16(at, true);
  const start = offset + header.size + lengthAt(header.nameLength) + lengthAt(header.extraLength);
  return file.slice(start, start + uncompressedSize);
}

/**
 * Opens a file that a phone saved; null for any other. Its parts are read when they are asked for.
 */
export async function openRecordsFile(file: Blob): Promise<OpenedFile | null> {
  const { BlobReader, BlobWriter, TextWriter, ZipReader } = await import('#web/sending/zip.ts');
  const entries = new Map<string, FileEntry>();
  try {
    for (const entry of await new ZipReader(new BlobReader(file)).getEntries())
      if (!entry.directory) entries.set(entry.filename, entry);
  } catch {
    return null;
  }
  const textOf = async (name: string): Promise<string> => {
    const entry = entries.get(name);
    if (!entry || entry.uncompressedSize > longestRecord) throw new Error(`${name} is missing.`);
    return entry.getData(new TextWriter());
  };
  const read = async (folder: string): Promise<SavedRecord | null> => {
    try {
      const text = await textOf(recordsFile.record(folder));
      const signature = (await textOf(recordsFile.signature(folder))).trim();
      const record = signedRecordSchema.parse(JSON.parse(text));
      const announced = new Map(record.files.map(({ id, bytes }) => [id, bytes]));
      const contentOf = async (id: string) => {
        const entry = entries.get(recordsFile.content(folder, id));
        // One that took the place of another isn't among those that were signed.
        const isRight = (size: number) =>
          size === (announced.get(id) ?? Math.min(size, videoLimit));
        if (!entry || !isRight(entry.uncompressedSize)) return null;
        return (await partOf(file, entry)) ?? entry.getData(new BlobWriter());
      };
      return { record, text, signature, contentOf };
    } catch {
      return null;
    }
  };
  try {
    const manifest = recordsManifestSchema.parse(JSON.parse(await textOf(recordsFile.manifest)));
    const records: SavedRecord[] = [];
    for (const folder of manifest.records) {
      const record = await read(folder);
      if (record) records.push(record);
    }
    return { manifest, records, damaged: manifest.records.length - records.length };
  } catch {
    return null;
  }
}
