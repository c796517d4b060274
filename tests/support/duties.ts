import type { DutyName } from '#contract/duties.ts';
import type { Organisation } from '#contract/places.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

interface Stands {
  duty?: DutyName;
  user?: string | null;
  by: string;
  /** Without it, it waits. */
  decidedBy?: string;
  organisation?: Organisation;
}

/** A duty of an account, or the switch of questions, as two people left it; answers its id. */
export function aDuty(
  app: Pick<TestApp, 'db'>,
  { user = null, by, decidedBy, organisation = 'Kaduna', ...rest }: Stands,
): Promise<string> {
  const duty = rest.duty ?? (user === null ? 'questions' : 'reviewer');
  return aProposal(app, {
    kind: 'duty',
    organisation,
    subject: user === null ? duty : `${duty} ${user}`,
    body: { duty, user, until: null },
    reason: '',
    by,
    decidedBy,
  });
}
