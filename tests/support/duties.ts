import { ulid } from 'ulid';
import type { DutyName } from '#contract/duties.ts';
import type { Organisation } from '#contract/places.ts';
import type { TestApp } from './test-app.ts';

interface Stands {
  duty?: DutyName;
  user?: string | null;
  by: string;
  /** Without it, it waits. */
  decidedBy?: string;
  organisation?: Organisation;
  demo?: boolean;
}

/** A duty of an account, or the switch of questions, as two people left it; answers its id. */
export async function aDuty(
  { db }: Pick<TestApp, 'db'>,
  { user = null, by, decidedBy, organisation = 'Kaduna', demo = false, ...rest }: Stands,
): Promise<string> {
  const id = ulid();
  const duty = rest.duty ?? (user === null ? 'questions' : 'reviewer');
  await db
    .insertInto('duties')
    .values({
      id,
      duty,
      user_id: user,
      organisation,
      demo,
      proposed_by: by,
      ...(decidedBy === undefined
        ? { state: 'waiting' }
        : { state: 'in force', decided_by: decidedBy, decided_at: new Date() }),
    })
    .execute();
  return id;
}
