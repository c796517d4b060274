import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { whoseWork } from './attempts.ts';
import type { Caller } from './caller.ts';
import { formReader } from './form-fields.ts';
import type { OpenUpload } from './multipart.ts';
import { type Outcome, Refusal } from './refusal.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** The body before any schema has parsed it, and the files. */
interface Sent {
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

export type ReadSent = () => Promise<Outcome<Sent>>;

type WithSent = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  answer: (readSent: ReadSent) => Promise<T>,
) => Promise<T>;

/**
 * Lets a call read its body when it is ready to; the files are removed before the answer is sent.
 */
export function sentBody({ files, body }: Endpoint, openUpload: OpenUpload): WithSent {
  if (!files)
    return (request, _reply, _caller, answer) =>
      answer(() => Promise.resolve({ body: request.body, files: [] }));
  const readFields = formReader(body);
  return async (request, reply, caller, answer) => {
    const upload = openUpload(files);
    try {
      return await answer(async () => {
        const form = await upload.read(request, reply, whoseWork(caller, request.ip));
        if (form instanceof Refusal) return form;
        return { body: readFields(form.fields), files: form.files };
      });
    } finally {
      await upload.clear();
    }
  };
}

/** Checked before anything is parsed: 415 for JSON where a form is expected, and the reverse. */
export function whyNotOfType(
  { files, method }: Endpoint,
  { headers }: FastifyRequest,
): Refusal | undefined {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  if (method === 'GET' || isForm === (files !== undefined)) return undefined;
  return files ? needsForm : needsJson;
}

const needsForm = new Refusal(415, 'wrong_type', 'Send the request as multipart/form-data.');
const needsJson = new Refusal(415, 'wrong_type', 'Send the request as application/json.');
