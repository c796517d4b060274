import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Place } from '#server/config/files-url.ts';
import type { FileStore } from './file-store.ts';

export interface StoredObject {
  readonly key: string;
  /** When it was stored, by the store's clock; whole seconds. */
  readonly at: Date;
}

export interface S3Store extends FileStore {
  /** All objects whose keys begin with a prefix, some at a time. */
  list(prefix: string): AsyncIterable<readonly StoredObject[]>;
}

/** Files in a bucket. Large ones are uploaded in parts; when one part fails, none stays behind. */
export function createS3Store(place: S3Place): S3Store {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Stores other than Amazon's don't understand the checksums, nor the encoding they come in.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Milliseconds; short, because somebody waits for the answer.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  async function* list(Prefix: string): AsyncGenerator<StoredObject[]> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      yield Contents.map(({ Key: key = '', LastModified: at = new Date(0) }) => ({ key, at }));
  }
  return {
    list,
    async put(Key, path, ContentType) {
      const Body = createReadStream(path);
      try {
        await new Upload({ client, params: { Bucket, Key, Body, ContentType } }).done();
      } finally {
        Body.destroy();
      }
    },
    async open(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
        if (Body instanceof Readable) return Body;
        throw new Error('The store answered without a body.');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async *keys() {
      for await (const objects of list('')) yield objects.map(({ key }) => key);
    },
    close() {
      client.destroy();
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  (error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket');
