import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { LruMap } from 'toad-cache';
import type { Source } from '../availability.ts';

const mark = '/* prepared */';

/**
 * Begins or ends a statement that is asked all day: each connection has it parsed and planned once.
 * Such a statement must come in few wordings, so what varies in it is a parameter.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

/** The same for the text of a statement that another library words. */
export const asPrepared = (text: string): string => `${mark} ${text}`;

/**
 * The names of the kept statements: the latest ones. Filters and page sizes make thousands of
 * wordings, of which screens ask some dozens. Each takes memory for as long as a connection lasts.
 */
const kept = new LruMap<string>(500);
/**
 * Wordings that were asked once: a wording is kept from its second time on, so that odd ones shut
 * none out.
 */
const askedOnce = new LruMap<true>(2_000);

/** The statement as a connection is asked it: one that is prepared has a name. */
export function named(text: string, parameters: readonly unknown[]): pg.QueryConfig {
  const name = nameOf(text);
  return { ...(name === undefined ? {} : { name }), text, values: [...parameters] };
}

/**
 * The same pool, whose connections keep the statements that are `prepared`, unless a pooler lends
 * them to others.
 */
export function keepingPrepared(
  pool: Source,
  { keepsStatements = true }: { readonly keepsStatements?: boolean } = {},
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return asking(client, (text, parameters) =>
        client.query(keepsStatements ? named(text, parameters) : { text, values: [...parameters] }),
      );
    },
  };
}

/** A connection as Kysely uses it, whose queries are asked by `ask`. */
export function asking(
  client: pg.PoolClient,
  ask: (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>,
): Pick<PostgresPoolClient, 'query' | 'release'> {
  return {
    // Kysely's type also has cursors, which nothing here asks for.
    query: ask as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(destroy);
    },
  };
}

/** The name under which a connection keeps the statement; undefined for one that isn't kept. */
function nameOf(text: string): string | undefined {
  if (!text.startsWith(mark) && !text.endsWith(mark)) return undefined;
  const known = kept.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  if (askedOnce.get(name) === undefined) {
    askedOnce.set(name, true);
    return undefined;
  }
  askedOnce.delete(name);
  kept.set(text, name);
  return name;
}
