import { rmSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import type { S3Place } from '#server/config/files-url.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { knowUploads } from './s3-uploads.ts';

export interface S3Server {
  readonly place: S3Place;
  stop(): Promise<void>;
}

/** A real server of the S3 protocol on loopback, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It forgets the slash after a bucket that AWS signs, and then refuses every listing.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'evidence', configs: [] }],
  });
  knowUploads(server, directory);
  const { port } = await server.run();
  return {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'evidence',
      // The only key this server knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
