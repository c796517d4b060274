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
  for (const { name, tables } of modules)
    for (const table of tables) {
      const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
      if (rows.length > 0)
        throw new StartError(
          `MODULES=none leaves out ${name}, which has records in ${table}: start with MODULES=all.`,
        );
    }
}
