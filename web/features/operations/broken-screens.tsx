import type { BreakageKind } from '#contract/breakage-words.ts';
import type { Breakage } from '#contract/breakages.ts';
import { isScreenPath, titleOf } from '#contract/screen-paths.ts';
import { momentOf } from '#web/format/time.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconAlertCircle, IconAlertTriangle } from '#web/ui/icons.ts';
import { Panel, PanelEmpty } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './operations.module.css';

/** What broke in browsers, by release, screen and cause; it says nothing of who or what was on it. */
export function BrokenScreens({ breakages }: { breakages: readonly Breakage[] }) {
  const title = 'What breaks in browsers';
  return (
    <Panel title={title} ready failure={null} onRetry={() => undefined} skeleton={null}>
      {breakages.length === 0 ? (
        <PanelEmpty>Nothing broke in a browser in the last thirty days.</PanelEmpty>
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
          {spreads && <VisuallyHidden>: Wrong</VisuallyHidden>}
        </b>
        {spreads && <span className="small">Several people met it within ten minutes.</span>}
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
  start: 'the page did not begin',
  script: 'an error in a script',
  promise: 'an error that nothing caught',
  render: 'the screen or a part of it broke',
  file: 'a script could not be fetched',
  policy: 'the browser refused something',
  waiting: 'a record waits for over an hour',
  draft: 'a draft could not be stored',
};

const nameOf = (place: string): string =>
  isScreenPath(place) ? titleOf(place) : 'An unknown address';

function countWords({ count, accounts }: Breakage): string {
  const times = count === 1 ? 'Reported once' : `Reported ${count} times`;
  if (accounts === 0) return `${times}, by nobody who is known.`;
  return `${times}, by ${accounts === 1 ? 'one account' : `up to ${accounts} accounts`} in a day.`;
}

function timeWords({ firstSeen, lastSeen }: Breakage): string {
  const [first, last] = [momentOf(firstSeen), momentOf(lastSeen)];
  return first === last ? first : `First ${first}, last ${last}`;
}

/** The class of an error with the places in scripts below it, or a word for what is meant by it. */
function causeWords({ kind, name, frames }: Breakage): string {
  if (kind === 'waiting')
    return name === 'files' ? 'The server has its words.' : 'The server has nothing of it.';
  return frames === '' ? name : `${name} in`;
}
