import { Link, useLocation } from 'react-router';
import { count } from '#web/format/money.ts';
import { exceptionStates, stateLabels, type ExceptionState } from './exception-words.ts';
import css from './exceptions.module.css';

interface ExceptionTabsProps {
  shown: ExceptionState;
  /** How many there are in each; null while that is not known. */
  counts: Readonly<Record<ExceptionState, number>> | null;
}

/** The states as links that keep the filters, each with how many there are. */
export function ExceptionTabs({ shown, counts }: ExceptionTabsProps) {
  const { search } = useLocation();
  return (
    <nav aria-label="State">
      <ul className={css['tabs']}>
        {exceptionStates.map((state) => (
          <li key={state}>
            <Link
              to={{ search: searchOf(search, state) }}
              className={css['tab']}
              aria-current={state === shown ? 'page' : undefined}
            >
              {stateLabels[state]}
              {counts && <span className={css['count']}>{count(counts[state])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function searchOf(search: string, state: ExceptionState): string {
  const next = new URLSearchParams(search);
  for (const name of ['state', 'page', 'open']) next.delete(name);
  if (state !== 'open') next.set('state', state);
  return next.toString();
}
