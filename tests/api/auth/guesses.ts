import { sql } from 'kysely';
import { type Guard, guardSignIns } from '#server/features/auth/guessing.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let addresses = 0;
let accounts = 0;

export const anAddress = (): string => {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
};

/** The e-mail address of nobody's account. */
export const somebodyElse = (): string => `account-${(accounts += 1)}@example.com`;

interface From {
  readonly address?: string;
  readonly userId?: string;
  readonly fits?: boolean;
  readonly by?: Guard;
}

/** What guesses at passwords and time do to an installation. */
export function guessesOn(app: TestApp) {
  /** A process that was told nothing yet; by default no minute is too short for its tests. */
  const aProcess = ({ db = app.db, perMinute = 1_000 } = {}) => guardSignIns(db, { perMinute });
  const guard = aProcess();
  return {
    guard,
    aProcess,

    /** Guesses a password; answers whether anybody looked at it. */
    async guess(email: string, from: From): Promise<boolean> {
      const { address = anAddress(), userId, fits = false, by = guard } = from;
      const outcome = await by.check({ email, userId, address }, () => Promise.resolve(fits));
      return !(outcome instanceof Refusal);
    },

    /** As if so many seconds had gone by since. */
    later: (seconds: number) =>
      sql`update attempts set began_at = began_at - make_interval(secs => ${seconds})`.execute(
        app.owner,
      ),

    forget: () => sql`delete from attempts`.execute(app.owner),

    /** Asks the database as `app.db` does, and counts what is asked. */
    countedDb() {
      let asked = 0;
      const db = app.db.withPlugin({
        transformQuery({ node }) {
          asked += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      return { db, asked: () => asked };
    },
  };
}

export async function times(count: number, work: () => Promise<boolean>): Promise<boolean[]> {
  const done: boolean[] = [];
  for (let time = 0; time < count; time += 1) done.push(await work());
  return done;
}

/** That all of so many guesses were looked at. */
export const looked = (count: number): boolean[] => Array.from({ length: count }, () => true);
