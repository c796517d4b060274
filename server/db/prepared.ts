import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

const mark = '/* prepared */';

/**
 * Begins a statement that is asked all day: each connection has it parsed and planned once. Such a
 * statement must come in few wordings, so what varies in it is a parameter.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

const names = new Map<string, string>();

/** The name under which a connection keeps the statement; undefined for one that isn't kept. */
export function preparedName(text: string): string | undefined {
  if (!text.startsWith(mark)) return undefined;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return name;
}
