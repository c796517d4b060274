import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { modules } from '../modules.ts';
import { StartError } from './start-error.ts';

/** Records of a module that is left out would be seen and decided by nobody: throws `StartError`. */
export async function refuseToLeaveOutRecords(
  db: Database,
  { modules: which }: Pick<Config, 'modules'>,
): Promise<void> {
  if (which === 'all') return;
  for (const { name, tables, proposals = [] } of modules) {
    const rowsIn = (table: string, which = sql`true`) =>
      sql`select from ${sql.table(table)} where ${which} limit 1`.execute(db);
    const refuseIfAny = async (table: string, found: ReturnType<typeof rowsIn>) => {
      if ((await found).rows.length > 0)
        throw new StartError(
          `MODULES=none leaves out ${name}, which has records in ${table}. Start with MODULES=all.`,
        );
    };
    for (const table of tables) await refuseIfAny(table, rowsIn(table));
    await refuseIfAny('proposals', rowsIn('proposals', sql`kind = any(${proposals}::text[])`));
  }
}
