import type { Deps } from '#server/deps.ts';
import { findTroubles, type Trouble } from './queries.ts';

/**
 * Raises an alarm for each trouble that there is, `others` among them, and ends those whose cause is gone; answers how
 * many began or ended. Each is written to the log and mailed once, by whichever process notes it
 * first; an alarm whose mail could not be sent is raised anew.
 */
export async function checkAlarms(
  deps: Pick<Deps, 'db' | 'config' | 'mailer' | 'log'>,
  others: readonly Trouble[] = [],
): Promise<number> {
  const { db, log } = deps;
  const troubles = [...(await findTroubles(db)), ...others];
  let changed = 0;
  for (const { name, words } of troubles) {
    const begun = await db
      .insertInto('alarms')
      .values({ name, words })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    if (!begun) continue;
    changed += 1;
    log.error({ alarm: name }, words);
    if (!(await mailed(deps, `Alarm: ${words}`, words))) await forget(deps, name);
  }
  const names = troubles.map(({ name }) => name);
  const ended = await db
    .deleteFrom('alarms')
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .returning(['name', 'words'])
    .execute();
  for (const { name, words } of ended) {
    log.warn({ alarm: name }, `Over: ${words}`);
    await mailed(deps, `Over: ${words}`, `This is over: ${words}`);
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
