import { Link } from 'react-router';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count } from '#web/format/money.ts';
import { IconAlertTriangle } from '#web/ui/icons.ts';
import { countExceptions } from './exception-calls.ts';
import css from './waiting-link.module.css';

/** Milliseconds between two counts. */
const every = 60_000;

/** Links to the exceptions that this person can settle or confirm; shows nothing while there are none. */
export function WaitingExceptions() {
  return useMay('confirm exceptions') && <Waiting />;
}

function Waiting() {
  const maySettle = useMay('settle exceptions');
  const states = maySettle ? (['open', 'proposed'] as const) : (['proposed'] as const);
  const { data } = useLoaded(
    states.join(),
    (signal) => countExceptions({ organisation: undefined, states }, signal),
    every,
  );
  const open = data?.open?.total ?? 0;
  const waiting = open + (data?.proposed?.total ?? 0);
  const more = data?.open?.more ?? data?.proposed?.more;
  if (waiting === 0) return null;
  return (
    <Link to={open > 0 ? '/exceptions' : '/exceptions?state=proposed'} className={css['waiting']}>
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      {more && 'More than '}
      {count(waiting)} payment {waiting === 1 ? 'exception waits' : 'exceptions wait'}
    </Link>
  );
}
