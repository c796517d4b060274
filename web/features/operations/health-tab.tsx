import type { ReactNode } from 'react';
import { readOperations } from '#contract/operations.ts';
import type { Look } from '#contract/operations.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { clockOf, momentOf } from '#web/format/time.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Panel, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { BrokenScreens } from './broken-screens.tsx';
import { FailedWork } from './failed-work.tsx';
import { LookRow } from './look-row.tsx';
import css from './operations.module.css';

/** Milliseconds between two looks; they don't keep the session alive. */
const every = 30_000;

/** The state of each part of the installation, its failures, and advice. */
export function HealthTab({ tabs }: { tabs: ReactNode }) {
  const { data, failure, at, reload } = useLoaded(
    'operations',
    (signal) => dataOf(readOperations, { signal }),
    every,
  );
  const known = at !== null;
  return (
    <>
      <PageHead title="Operations" detail={summary(data?.looks, at)} />
      {tabs}
      <div className={css['columns']}>
        <div className="column gap-7">
          {data?.alarms.map(({ name, since, words }) => (
            <Notice key={name} kind="bad">
              <b>{words}</b> Since {momentOf(since)}.
            </Notice>
          ))}
          <Panel
            title="How it stands"
            ready={known}
            failure={failure}
            onRetry={reload}
            skeleton={<PanelSkeleton rows={9} height={56} />}
          >
            {data ? (
              <ul className={classNames('column', css['rows'])} aria-label="How it stands">
                {worstFirst(data.looks).map((look) => (
                  <LookRow key={look.what} look={look} />
                ))}
              </ul>
            ) : (
              <div className={css['body']}>
                <Notice>
                  How the installation stands concerns all organisations: a state admin of all
                  states sees it here.
                </Notice>
              </div>
            )}
          </Panel>
        </div>
        <div className="column gap-7">
          <FailedWork every={every} />
          {data && <BrokenScreens breakages={data.breakages} />}
        </div>
      </div>
    </>
  );
}

const order = ['wrong', 'doubtful', 'well'];

const worstFirst = (looks: readonly Look[]): Look[] =>
  looks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

/** The whole in one line, and when it was looked at. */
function summary(looks: readonly Look[] | undefined, at: number | null): string {
  if (looks === undefined || at === null) return 'What failed, and who tried what they may not.';
  const count = (state: Look['state']) => looks.filter((look) => look.state === state).length;
  const [wrong, doubtful] = [count('wrong'), count('doubtful')];
  const whole =
    wrong > 0
      ? `${wrong} ${wrong === 1 ? 'part is' : 'parts are'} wrong.`
      : doubtful > 0
        ? `It works; ${doubtful} ${doubtful === 1 ? 'part needs' : 'parts need'} a look.`
        : 'All is well.';
  return `${whole} Looked at ${clockOf(at)}, and again every half minute.`;
}
