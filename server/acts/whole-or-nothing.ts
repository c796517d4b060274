import type { Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';

/** A transaction in which a refusal leaves nothing behind. */
export function wholeOrNothing<T>(
  db: Database,
  use: (trx: Transaction<DB>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return db
    .transaction()
    .execute(async (trx) => {
      const outcome = await use(trx);
      if (outcome instanceof Refusal) throw new Refused(outcome);
      return outcome;
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return error.refusal;
      throw error;
    });
}

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}
