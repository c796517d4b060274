import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds. A live stream sends something every 15 s, and a report takes half a minute. */
export const connectionTimes = {
  // Without a byte in either direction.
  connectionTimeout: 180_000,
  // For a whole call: a form with 600 MB of videos takes ten minutes on a fast line.
  requestTimeout: 900_000,
  http: { headersTimeout: 20_000 },
} as const;

/** Connections of one process; most are live streams. */
const connectionLimit = 10_000;

export interface BodyTimes {
  /** Milliseconds for a whole body that isn't a long form: on a slow phone it is a few thousand bytes. */
  readonly shortMs: number;
  /** Milliseconds in which each `leastBytes` of a long one must come. */
  readonly windowMs: number;
  readonly leastBytes: number;
}

/** 2 kB a second is less than the slowest phone network carries. */
const usual: BodyTimes = { shortMs: 60_000, windowMs: 30_000, leastBytes: 60_000 };

/** Lets nobody hold connections by being slow: a call's body must come within its time. */
export function boundConnections(server: FastifyInstance, times: BodyTimes = usual): void {
  server.server.maxConnections = connectionLimit;
  server.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    if (hasBody && headers['content-length'] !== '0') {
      const mayBeLong = isForm(headers['content-type']) && !isShort(headers);
      const watch = mayBeLong ? cutWhenSlow(raw, times) : cutWhenLate(raw, times);
      const inTime = () => {
        clearInterval(watch);
      };
      raw.once('end', inTime);
      raw.once('close', inTime);
    }
    done();
  });
}

const cutWhenLate = (raw: IncomingMessage, { shortMs }: BodyTimes): NodeJS.Timeout =>
  setTimeout(() => raw.destroy(), shortMs).unref();

function cutWhenSlow(raw: IncomingMessage, { windowMs, leastBytes }: BodyTimes): NodeJS.Timeout {
  let seen = raw.socket.bytesRead;
  return setInterval(() => {
    const came = raw.socket.bytesRead - seen;
    seen += came;
    // The server itself holds up bytes that lie here unread.
    if (came < leastBytes && raw.readableLength === 0) raw.destroy();
  }, windowMs).unref();
}

/** Bytes of a form, of which the words of a record take a few thousand. */
const shortForm = 64 * 1024;

/**
 * True if the body says that it is short: it must then come in the time of one that isn't a form.
 */
export const isShort = (headers: IncomingHttpHeaders): boolean =>
  Number(headers['content-length']) <= shortForm;

/** Forms and parts of files may be long. */
const isForm = (type = ''): boolean =>
  /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
