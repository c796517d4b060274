import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/**
 * Runs a statement over a connection that is kept for a moment, since a new one costs more than most
 * statements. After an error another one takes its place.
 */
export async function runOn(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await poolOf(url).connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values]);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Closes what is kept to a database, which can't be removed while it has connections. */
export async function disconnectFrom(url: string): Promise<void> {
  const pool = pools.get(url);
  pools.delete(url);
  await pool?.end();
}

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  // Its database may be ended by a test.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}
