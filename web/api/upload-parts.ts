import { DetailedError, Upload } from 'tus-js-client';
import { receiveFile, uploadPath } from '#contract/coming-files.ts';
import { CallFailure, offline } from './call-failure.ts';
import { withProof } from './call.ts';
import { isGatewayFailure, noteServerAnswered, noteServerUnreachable } from './connection.ts';

/** A line on which nothing moves for this long is cut. Milliseconds. */
const longestStill = 60_000;

const kilobyte = 1024;

/** In bytes: on a slow line little is lost where a proxy keeps parts back until they are whole. */
function partSize(): number {
  const { effectiveType } =
    (navigator as Navigator & { connection?: { effectiveType?: string } }).connection ?? {};
  if (effectiveType === 'slow-2g' || effectiveType === '2g') return 128 * kilobyte;
  return effectiveType === '4g' ? 4 * 1024 * kilobyte : 512 * kilobyte;
}

/**
 * Sends an announced file in parts, from where it was cut off before, and calls `onPart` whenever one
 * has arrived. Rejects with a `CallFailure`; its status is 0 when no answer came.
 */
export function uploadInParts(
  id: string,
  content: Blob,
  signal: AbortSignal,
  onPart: () => void,
): Promise<void> {
  return withProof(receiveFile, signal, async (token) => {
    try {
      await send(id, content, { token, signal, onPart, resumes: false });
    } catch (error) {
      const hasBegun = error instanceof CallFailure && error.status === begunAlready;
      if (!hasBegun) throw error;
      await send(id, content, { token, signal, onPart, resumes: true });
    }
  });
}

/** Some of the file has arrived: it goes on from there. */
const begunAlready = 409;

interface Sending {
  token: string | null;
  signal: AbortSignal;
  onPart: () => void;
  resumes: boolean;
}

async function send(
  id: string,
  content: Blob,
  { token, signal, onPart, resumes }: Sending,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const upload = new Upload(content, {
    endpoint: uploadPath,
    uploadUrl: resumes ? `${uploadPath}/${id}` : null,
    metadata: { id },
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    chunkSize: partSize(),
    // The sender waits and tries again by itself.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onAfterResponse: () => noteServerAnswered(),
    onProgress: () => moved(),
    onChunkComplete: onPart,
    onSuccess: () => resolve(undefined),
    onError: (error) => reject(failureOf(error)),
  });
  const stop = () => {
    void upload.abort();
    reject(new CallFailure(offline));
  };
  let still: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(still);
    still = setTimeout(() => {
      noteServerUnreachable();
      stop();
    }, longestStill);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', stop);
  moved();
  upload.start();
  try {
    await promise;
  } finally {
    clearTimeout(still);
    signal.removeEventListener('abort', stop);
  }
}

function failureOf(error: Error): CallFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (status === 0 || isGatewayFailure(status, response?.getHeader('content-type'))) {
    noteServerUnreachable();
    return new CallFailure(offline);
  }
  return new CallFailure({ ...offline, code: 'part_refused', status });
}
