import { asOwner } from '#tests/support/factories.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Ids of what stands while rows lie; given by the test before it tries them. */
export const scene = {
  adminId: '',
  headId: '',
  unpaid: '',
  collision: '',
  /** Tickets that were cleared, corrected, and shown to their drivers. */
  cleared: '',
  corrected: '',
  shown: '',
  /** A message that waits, one that has for long, one that was sent, and one at fault. */
  message: '',
  old: '',
  sent: '',
  fault: '',
  /** A file that a collision has announced. */
  coming: '',
  exception: '',
  proposal: '',
  statement: '',
  closing: '',
  device: '',
  app: {} as Pick<TestApp, 'ownerUrl'>,
};

/** A copy of some row, of `where`, with other values: a statement. */
export async function copyOf(table: string, changes: Record<string, unknown>, where = 'true') {
  const columns = await asOwner(
    scene.app,
    `select string_agg(quote_ident(column_name), ', ') as names
     from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const names = String(columns[0]?.['names']);
  return `insert into ${table} (${names})
    select ${names} from (
      select (jsonb_populate_record(t, '${JSON.stringify(changes)}'::jsonb)).*
      from ${table} as t where ${where} limit 1) as copied`;
}

type Statement = () => string | Promise<string>;

/** Lists rows that lie: `audit verify` says so of each, or the database refuses it with these words. */
export type Lie =
  | { readonly by: Statement; readonly found: RegExp }
  | { readonly by: Statement; readonly refused: RegExp }
  /** Why nobody need notice it; of a table without records for each of its columns. */
  | { readonly harmless: string; readonly ofAll?: true };

export const found = (by: Statement, finding: RegExp): Lie => ({ by, found: finding });
export const refused = (by: Statement, refusal: RegExp): Lie => ({ by, refused: refusal });
export const harmless = (reason: string): Lie => ({ harmless: reason });

/** Rights over a table without records. */
export const rights = (
  table: string,
  reason: string,
  verbs = ['INSERT', 'UPDATE', 'DELETE'],
): Record<string, Lie> =>
  Object.fromEntries(
    verbs.map((verb) => [`${table} ${verb}`, { harmless: reason, ofAll: true } as const]),
  );
