import type { FastifyInstance } from 'fastify';

/** Milliseconds. A live stream sends something every 15 s, and a report takes half a minute. */
export const connectionTimes = {
  // Without a byte in either direction.
  connectionTimeout: 180_000,
  // For a whole call: a form with 600 MB of videos takes ten minutes on a fast line.
  requestTimeout: 900_000,
  http: { headersTimeout: 20_000 },
} as const;

/** For a body that isn't a form: it has at most a megabyte, on a slow phone mostly a few thousand bytes. */
const bodyTimeoutMs = 60_000;
/** Of one process; most are live streams. */
const connectionLimit = 10_000;

/** Lets nobody hold connections by being slow: a call's body must come within its time. */
export function boundConnections(server: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  server.server.maxConnections = connectionLimit;
  server.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    if (hasBody && headers['content-length'] !== '0' && !isForm(headers['content-type'])) {
      const late = setTimeout(() => raw.destroy(), timeoutMs).unref();
      const inTime = () => {
        clearTimeout(late);
      };
      raw.once('end', inTime);
      raw.once('close', inTime);
    }
    done();
  });
}

/** Forms and parts of files may take as long as a call may. */
const isForm = (type = ''): boolean =>
  /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
