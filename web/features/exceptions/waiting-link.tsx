import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { count } from '#web/format/money.ts';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { countExceptions } from './exception-calls.ts';
import css from './waiting-link.module.css';

/** Milliseconds after which it is asked again whether something waits. */
const often = 60_000;

/** That exceptions wait for this person: to be settled or confirmed. Nothing while none does. */
export function WaitingExceptions() {
  return useMay('confirm exceptions') && <Waiting />;
}

function Waiting() {
  const dispatch = useDispatch();
  const maySettle = useMay('settle exceptions');
  const { data } = useLoaded(
    'exceptions',
    () => dispatch(countExceptions({ organisation: undefined })),
    often,
  );
  const open = maySettle ? (data?.open ?? 0) : 0;
  const waiting = open + (data?.proposed ?? 0);
  if (waiting === 0) return null;
  return (
    <Link to={open > 0 ? '/exceptions' : '/exceptions?state=proposed'} className={css['waiting']}>
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      {count(waiting)} payment {waiting === 1 ? 'exception waits' : 'exceptions wait'}
    </Link>
  );
}
