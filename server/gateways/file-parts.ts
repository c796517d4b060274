import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { DataStore, KvStore } from '@tus/utils';
import type { S3Place } from '#server/config/files-url.ts';
import { dayMs } from '#server/time.ts';

/** Files that arrive in parts, each under the id that its record announced. */
export interface FileParts {
  /** For the protocol alone. */
  readonly store: DataStore;
  /** The bytes of a file that have arrived; 0 for none. */
  sentOf(id: string): Promise<number>;
  /** The bytes that have arrived. */
  read(id: string): Promise<Readable>;
  /** Forgets a file; it is no error when there is none. */
  remove(id: string): Promise<void>;
  /** Forgets files of which nothing has come for `keptDays`; answers how many. */
  removeExpired(): Promise<number>;
}

const prefix = 'part-';

/**
 * Under which key the parts of a file are kept. Devices choose the ids of files: in a bucket, none
 * of them may be the key of a stored file.
 */
export const partKey = (id: string): string => prefix + id;
export const idOfPart = (key: string): string => key.slice(prefix.length);

/** A phone may be away for so long between two parts. */
const keptDays = 30;
/** Parts are kept where files are: in the bucket, else in the data folder. */
export async function openFileParts(config: {
  readonly dataDir: string;
  readonly files?: S3Place;
}): Promise<FileParts> {
  const expirationPeriodInMilliseconds = keptDays * dayMs;
  const { store, removeWhole } = config.files
    ? await inBucket(config.files, expirationPeriodInMilliseconds)
    : {
        store: new FileStore({
          directory: privateFolder(path.join(config.dataDir, 'parts')),
          expirationPeriodInMilliseconds,
        }),
      };
  return {
    store,
    sentOf: (id) =>
      store.getUpload(partKey(id)).then(
        ({ offset }) => offset,
        (error: unknown) => {
          if (isUnknown(error)) return 0;
          throw error;
        },
      ),
    read: async (id) => store.read(partKey(id)),
    async remove(id) {
      await store.remove(partKey(id)).catch((error: unknown) => {
        if (!isUnknown(error)) throw error;
      });
      await removeWhole?.(partKey(id));
    },
    removeExpired: () => store.deleteExpired(),
  };
}

/** Its owner's alone, also where an earlier version made it for everybody to read. */
function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

async function inBucket(place: S3Place, expirationPeriodInMilliseconds: number) {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = place;
  const [{ S3Store }, { createS3Store }] = await Promise.all([
    import('@tus/s3-store'),
    import('./file-store-s3.ts'),
  ]);
  const store = new S3Store({
    expirationPeriodInMilliseconds,
    // Stores other than Amazon's don't know tags.
    useTags: false,
    cache: nothingKept,
    s3ClientConfig: {
      bucket,
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  });
  const objects = createS3Store(place);
  return {
    store,
    // The upload of a file that has arrived whole is over: the store then removes nothing.
    removeWhole: async (key: string) => {
      await objects.remove(key);
      await objects.remove(`${key}.info`);
    },
  };
}

/** Another server may remove what this one knew of a file, and begin the file anew. */
const nothingKept: KvStore<never> = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** The protocol's stores say so that they have no such file. */
const isUnknown = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status_code' in error &&
  (error.status_code === 404 || error.status_code === 410);
