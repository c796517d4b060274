import type { Deps } from '#server/deps.ts';
import { findTroubles, madeUpFor, type Trouble } from './queries.ts';

type AlarmDeps = Pick<Deps, 'db' | 'config' | 'mailer' | 'log'>;

/** Looks for troubles, `others` among them; answers how many alarms began or ended. */
type Check = (others?: readonly Trouble[]) => Promise<number>;

/**
 * Raises an alarm for each trouble, and ends those whose cause is gone. Each is logged and mailed
 * once, by the process that notes it first; an alarm whose mail failed is raised anew. A process
 * that has begun to look believes no row that another has written. Until `isSettled`, nothing new is
 * said of what a start makes up for.
 */
export function createAlarms(deps: AlarmDeps, isSettled: () => boolean = () => true): Check {
  let said: Set<string> | undefined;
  return async (others = []) => {
    const known = (said ??= await standing(deps));
    const isTold = ({ name }: Trouble) =>
      isSettled() || !madeUpFor.includes(name) || known.has(name);
    const found = (await findTroubles(deps.db)).filter(isTold);
    return checkAlarms(deps, [...found, ...others], known);
  };
}

async function standing({ db }: AlarmDeps): Promise<Set<string>> {
  const rows = await db.selectFrom('alarms').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** `said` are the names of the alarms that were told, and is kept so. */
async function checkAlarms(
  deps: AlarmDeps,
  troubles: readonly Trouble[],
  said: Set<string>,
): Promise<number> {
  const { db, log } = deps;
  let changed = 0;
  for (const { name, words } of troubles) {
    const begun = await db
      .insertInto('alarms')
      .values({ name, words })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    if (!begun && said.has(name)) continue;
    log.error({ alarm: name }, words);
    if (await mailed(deps, `Alarm: ${words}`, words)) {
      said.add(name);
      changed += 1;
    } else await forget(deps, name);
  }
  const names = troubles.map(({ name }) => name);
  for (const name of said) if (!names.includes(name)) said.delete(name);
  const ended = await db
    .deleteFrom('alarms')
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .returning(['name', 'words'])
    .execute();
  for (const { name, words } of ended) {
    log.warn({ alarm: name }, `Resolved: ${words}`);
    await mailed(deps, `Resolved: ${words}`, `This problem has been resolved: ${words}`);
  }
  return changed + ended.length;
}

async function forget({ db }: Pick<Deps, 'db'>, name: string): Promise<void> {
  await db.deleteFrom('alarms').where('name', '=', name).execute();
}

/** False when it should have been mailed and could not be. */
async function mailed(
  { config, mailer, log }: Pick<Deps, 'config' | 'mailer' | 'log'>,
  subject: string,
  text: string,
): Promise<boolean> {
  const to = config.alarmMail;
  if (to === undefined) return true;
  try {
    await mailer.send({ to, subject: `Hanya: ${subject}`.slice(0, 200), text: `${text}\n` });
    return true;
  } catch (error) {
    log.error(error);
    return false;
  }
}
