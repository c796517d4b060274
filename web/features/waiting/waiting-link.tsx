import { Link } from 'react-router';
import { count } from '#web/format/money.ts';
import { useWaiting } from '#web/records/waiting/use-waiting.ts';
import { IconAlertTriangle } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './waiting-link.module.css';

/** Links to what this person can decide; shows nothing while there is none. */
export function WaitingLink() {
  const waiting = useWaiting().count;
  if (waiting === 0) return null;
  return (
    <Link
      to="/waiting"
      className={classNames('inline-row gap-3 small strong warn', css['waiting'])}
    >
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      {count(waiting)} {waiting === 1 ? 'needs' : 'need'} you
    </Link>
  );
}
