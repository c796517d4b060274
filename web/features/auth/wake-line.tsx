import { IconWifi } from '@tabler/icons-react';
import css from './auth.module.css';
import { useWake } from './use-wake.ts';

/** One quiet line under the form: whether the server is there yet. */
export function WakeLine() {
  const waking = useWake();
  return (
    <p className={css['wake']} role="status">
      {waking === 'slow' && (
        <>
          <span className={css['dashes']} aria-hidden />
          The server is waking. You can type meanwhile.
        </>
      )}
      {waking === 'up' && (
        <>
          <IconWifi size={14} stroke={2.2} aria-hidden />
          Connected
        </>
      )}
    </p>
  );
}
