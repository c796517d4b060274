import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type S3rver from '@20minutes/s3rver';
import type { Context } from '@20minutes/s3rver';

/**
 * What s3rver lacks of uploads in parts, in the words of Amazon's reference: ListMultipartUploads,
 * ListParts and AbortMultipartUpload. An upload that was completed or given up is unknown to them.
 */
export function knowUploads(server: S3rver, directory: string): void {
  server.middleware.unshift(async (context, next) => {
    const [, bucket = '', ...rest] = decodeURIComponent(context.path).split('/');
    const key = rest.join('/');
    const { uploadId, uploads } = context.query;
    const folder = join(directory, bucket, '._S3rver_uploads');
    if (context.method === 'GET' && uploads !== undefined && key === '')
      answer(context, 200, uploadsIn(folder));
    else if (uploadId === undefined || !['GET', 'DELETE'].includes(context.method)) await next();
    else if (!/^\w+$/.test(uploadId) || !existsSync(join(folder, uploadId)))
      answer(context, 404, '<Error><Code>NoSuchUpload</Code></Error>');
    else if (context.method === 'GET') answer(context, 200, partsIn(join(folder, uploadId)));
    else {
      rmSync(join(folder, uploadId), { recursive: true });
      context.status = 204;
    }
  });
}

function answer(context: Context, status: number, xml: string): void {
  context.status = status;
  context.type = 'application/xml';
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
}

function uploadsIn(folder: string): string {
  const ids = existsSync(folder) ? readdirSync(folder) : [];
  const uploads = ids.map((id) => {
    const begun = statSync(join(folder, id, 'key')).birthtime.toISOString();
    const key = readFileSync(join(folder, id, 'key'), 'utf8');
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`;
  });
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
}

/** A part is there once its checksum is. */
function partsIn(folder: string): string {
  const numbers = readdirSync(folder).flatMap((name) => /^(\d+)\.md5$/.exec(name)?.[1] ?? []);
  const parts = numbers.map((number) => {
    const { size } = statSync(join(folder, number));
    const md5 = readFileSync(join(folder, `${number}.md5`), 'utf8');
    return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
  });
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}
