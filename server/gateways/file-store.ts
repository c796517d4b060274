import type { Readable } from 'node:stream';
import type { S3Place } from '#server/config/files-url.ts';
import { createLocalStore } from './file-store-local.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores the bytes of files under our own ids. */
export interface FileStore {
  /** Stores a copy of the file at `path`: completely, or it throws and stores nothing. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** The bytes of a file or of a range within it; `undefined` when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes a file; it is no error when there is none. */
  remove(key: string): Promise<void>;
  /** The keys of all files, some at a time. */
  keys(): AsyncIterable<readonly string[]>;
  close(): void;
}

/** The store that is configured: a bucket, else a folder in the data folder. */
export async function openFileStore(config: {
  readonly dataDir: string;
  readonly files?: S3Place;
}): Promise<FileStore> {
  if (!config.files) return createLocalStore(config.dataDir);
  // Loaded only where there is a bucket: it is a sixth of what a start would load.
  const { createS3Store } = await import('./file-store-s3.ts');
  return createS3Store(config.files);
}
