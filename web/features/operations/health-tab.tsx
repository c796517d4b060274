import type { ReactNode } from 'react';
import type { BreakageKind } from '#contract/breakage-words.ts';
import type { Breakage } from '#contract/breakages.ts';
import { type Look, readOperations } from '#contract/operations.ts';
import { isScreenPath, titleOf } from '#contract/screen-paths.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { clockOf, momentOf } from '#web/format/time.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconAlertCircle, IconAlertTriangle } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Panel, PanelEmpty, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
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
            title="Status"
            ready={known}
            failure={failure}
            onRetry={reload}
            skeleton={<PanelSkeleton rows={9} height={56} />}
          >
            {data ? (
              <ul className={classNames('column', css['rows'])} aria-label="Status">
                {worstFirst(data.looks).map((look) => (
                  <LookRow key={look.what} look={look} />
                ))}
              </ul>
            ) : (
              <div className={css['body']}>
                <Notice>
                  Only a state admin for all states can see the status of the installation.
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
  if (looks === undefined || at === null) return 'Failures and security events';
  const count = (state: Look['state']) => looks.filter((look) => look.state === state).length;
  const [wrong, doubtful] = [count('wrong'), count('doubtful')];
  const whole =
    wrong > 0
      ? `${wrong} ${wrong === 1 ? 'part has' : 'parts have'} a problem.`
      : doubtful > 0
        ? `Hanya is working, but ${doubtful} ${doubtful === 1 ? 'part needs' : 'parts need'} attention.`
        : 'Everything is working.';
  return `${whole} Checked at ${clockOf(at)}. Hanya checks again every 30 seconds.`;
}

/** What broke in browsers, by release, screen and cause; it says nothing of who or what was on it. */
function BrokenScreens({ breakages }: { breakages: readonly Breakage[] }) {
  const title = 'Problems in browsers';
  return (
    <Panel title={title} ready failure={null} onRetry={() => undefined} skeleton={null}>
      {breakages.length === 0 ? (
        <PanelEmpty>There were no problems in browsers in the last 30 days.</PanelEmpty>
      ) : (
        <ul className={classNames('column', css['rows'])} aria-label={title}>
          {breakages.map((breakage) => (
            <BreakageRow key={Object.values(breakage).join(' ')} breakage={breakage} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function BreakageRow({ breakage }: { breakage: Breakage }) {
  const { kind, place, release, frames, spreads } = breakage;
  const Icon = spreads ? IconAlertCircle : IconAlertTriangle;
  return (
    <li className={classNames('flex gap-6', css['row'])}>
      <Icon
        size={20}
        stroke={1.8}
        className={css['sign']}
        data-state={spreads ? 'wrong' : 'doubtful'}
        aria-hidden
      />
      <div className="column grow anywhere">
        <b>
          {nameOf(place)}: {kindWords[kind]}
          {spreads && <VisuallyHidden>: Problem</VisuallyHidden>}
        </b>
        {spreads && (
          <span className="small">Several people had this problem within ten minutes.</span>
        )}
        <span className="small">
          Version {release}. {countWords(breakage)}
        </span>
        <span className="small quiet">{timeWords(breakage)}</span>
        {[causeWords(breakage), ...frames.split(' ')].filter(Boolean).map((line) => (
          <span key={line} className="small quiet">
            {line}
          </span>
        ))}
      </div>
    </li>
  );
}

const kindWords: Readonly<Record<BreakageKind, string>> = {
  start: 'the page did not start',
  script: 'an error in a script',
  promise: 'an error that Hanya did not handle',
  render: 'the screen or a part of it failed',
  file: 'a script could not be loaded',
  policy: 'the browser blocked something',
  waiting: 'a record has waited for over an hour',
  draft: 'a draft could not be stored',
};

const nameOf = (place: string): string =>
  isScreenPath(place) ? titleOf(place) : 'An unknown address';

function countWords({ count, accounts }: Breakage): string {
  const times = count === 1 ? 'Reported once' : `Reported ${count} times`;
  if (accounts === 0) return `${times}, with nobody signed in.`;
  return `${times}, by ${accounts === 1 ? 'one account' : `up to ${accounts} accounts`} in a day.`;
}

function timeWords({ firstSeen, lastSeen }: Breakage): string {
  const [first, last] = [momentOf(firstSeen), momentOf(lastSeen)];
  return first === last ? first : `First reported ${first}, last reported ${last}`;
}

/** The class of an error with the places in scripts below it, or a word for what is meant by it. */
function causeWords({ kind, name, frames }: Breakage): string {
  if (kind === 'waiting')
    return name === 'files'
      ? 'The server has the record, but not all its files.'
      : 'The server has not received any of the record.';
  return frames === '' ? name : `${name} in`;
}
