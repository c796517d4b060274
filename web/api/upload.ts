import type { Endpoint, FileField, ResponseOf, SentBody } from '#contract/endpoint.ts';
import { callAddress } from './call-address.ts';
import { CallFailure, offline } from './call-failure.ts';
import { readAnswer, withProof } from './call.ts';
import { isGatewayFailure, noteServerAnswered, noteServerUnreachable } from './connection.ts';
import { multipartOf, type SentFile } from './multipart.ts';
import { noteLogPosition, logPositionHeader } from './position.ts';
import { noteUnderWay } from './unsent.ts';

export interface UploadOptions<E extends Endpoint> {
  params?: Readonly<Record<string, string>>;
  body: SentBody<E>;
  files: readonly SentFile[];
  /** Called with the bytes sent so far. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  /** True if the device keeps what is sent until the server has it. */
  kept?: boolean;
}

/**
 * Sends a form with files as `call` does, but reports its progress, which `fetch` can't. Rejects with
 * a `CallFailure`; an aborted upload rejects with the signal's reason.
 */
export async function upload<E extends Endpoint & { readonly files: readonly FileField[] }>(
  endpoint: E,
  options: UploadOptions<E>,
): Promise<ResponseOf<E>> {
  return withProof(endpoint, options.signal, async (token) => {
    const noteOver = noteUnderWay(options.kept);
    const { status, text } = await send(endpoint, options, token).finally(noteOver);
    return readAnswer(endpoint, status, text, token);
  });
}

function send<E extends Endpoint>(
  { method, path }: E,
  { params, body, files, onProgress, signal }: UploadOptions<E>,
  token: string | null,
): Promise<{ status: number; text: string }> {
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop);
    request.addEventListener('load', () => {
      noteLogPosition(request.getResponseHeader(logPositionHeader));
      const type = request.getResponseHeader('content-type');
      if (isGatewayFailure(request.status, type)) noteServerUnreachable();
      else noteServerAnswered();
      resolve({ status: request.status, text: request.responseText });
    });
    request.addEventListener('error', () => {
      noteServerUnreachable();
      reject(new CallFailure(offline));
    });
    request.addEventListener('abort', () => reject(abortReason(signal)));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total));
    request.open(method, callAddress(path, params));
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(multipartOf(body, files));
  }).finally(() => signal?.removeEventListener('abort', stop));
}

// The browser also aborts by itself, without a reason, when its page is left.
function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
}
