import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** An error as the system and the drivers throw them. */
export const failure = (code: string, message = code): Error =>
  Object.assign(new Error(message), { code });

type Answer = (text: string) => readonly unknown[] | undefined;

/** A database that answers as `answer` says, else as another one, or not at all. */
export function plantedDatabase(answer: Answer, other?: Database): Database {
  const query = async (text: string, values: readonly unknown[]) => {
    const rows = answer(text);
    if (rows) return { command: 'SELECT' as const, rowCount: rows.length, rows: [...rows] };
    const asked = { sql: text, parameters: values, query: { kind: 'RawNode' } };
    const found = await other?.executeQuery(asked as unknown as CompiledQuery);
    return { command: 'SELECT' as const, rowCount: 0, rows: [...(found?.rows ?? [])] };
  };
  const pool = {
    connect: () => Promise.resolve({ query, release: () => undefined }),
    end: () => Promise.resolve(),
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
}

/** A database that can't be connected to. */
export function closedDatabase(error: Error): Database {
  const pool = { connect: () => Promise.reject(error), end: () => Promise.resolve() };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
}
