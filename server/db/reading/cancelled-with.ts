import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Connection, Source } from '../availability.ts';
import { currentRead, type QueryLimit } from './one-read.ts';
import { asking, named } from './prepared.ts';

/** Milliseconds. */
const cancelAgainMs = 200;

export interface CancelOptions {
  /** Milliseconds after which a query is cancelled from here; by default PostgreSQL keeps the time. */
  readonly limitMs?: number | undefined;
  /** True if statements may be kept by a connection: not where a pooler lends it to others. */
  readonly keepsStatements?: boolean;
}

/** The same pool, whose running queries end with the read that they belong to (`asOneRead`). */
export function cancelledWith(pool: Source, options: CancelOptions = {}): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        const isLate = error instanceof Error && error.message.startsWith('timeout exceeded');
        throw isLate ? new NoneFree(error.message, { cause: error }) : error;
      });
      return cancellable(client as Connection, options);
    },
  };
}

/** No connection came free in time: the same to its caller as a query that was cut off. */
class NoneFree extends Error {
  override name = 'NoneFree';
  readonly code = '57014';
}

function cancellable(
  client: Connection,
  { limitMs, keepsStatements = true }: CancelOptions,
): PostgresPoolClient {
  async function ask(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const { signal, limits = [] } = currentRead() ?? {};
    signal?.throwIfAborted();
    let cancelling: Promise<void> | undefined;
    const running = Promise.withResolvers<'over'>();
    const cancel = () => {
      cancelling ??= cancelUntil(running.promise);
    };
    const exceed = (limit: QueryLimit) => {
      limit.exceeded = true;
      cancel();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const timers = [
      ...(limitMs === undefined ? [] : [setTimeout(cancel, limitMs)]),
      ...limits.map((limit) => setTimeout(exceed, limit.milliseconds, limit)),
    ];
    try {
      return await client.query(
        keepsStatements ? named(text, parameters) : { text, values: [...parameters] },
      );
    } finally {
      running.resolve('over');
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      // Otherwise it could hit the connection's next query.
      await cancelling;
    }
  }
  /** PostgreSQL forgets a request that overtakes its query, so it is sent again. */
  async function cancelUntil(over: Promise<'over'>): Promise<void> {
    do await sendCancelRequest(client);
    while (
      (await Promise.race([over, sleep(cancelAgainMs, undefined, { ref: false })])) !== 'over'
    );
  }
  return { ...asking(client, ask), processID: client.processID };
}

/**
 * PostgreSQL's CancelRequest, over a connection of its own. Unlike `pg_cancel_backend` it needs no
 * session, and passes through PgBouncer. Resolves when it was taken or could not be sent.
 */
function sendCancelRequest({ host, port, processID, secretKey }: Connection): Promise<void> {
  const message = Buffer.alloc(16);
  [16, 80_877_102, processID, secretKey].forEach((word, index) =>
    message.writeInt32BE(word, index * 4),
  );
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(5_000, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    resolve(undefined);
  });
  // PostgreSQL closes the connection once it has passed the request on.
  socket.on('connect', () => socket.write(message)).resume();
  return promise;
}
