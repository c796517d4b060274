import { useEffect, useEffectEvent, useState } from 'react';
import { wakeServer } from '#web/api/wake.ts';
import { useSay } from '#web/device/language.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { IconWifi } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';

/** Without an answer for this long, the page says that the server is waking. Milliseconds. */
const slowAfter = 1500;

/**
 * A line under the sign-in form that tells if the server is awake yet. It says so if there is no
 * account.
 */
export function ServerStatus({ onEmpty }: { onEmpty?: (() => void) | undefined }) {
  const status = useServerStatus(onEmpty);
  const say = useSay();
  return (
    <p className={classNames('row center gap-4 small quiet', css['status'])} role="status">
      {status === 'waking' && (
        <>
          <span className={css['dashes']} aria-hidden />
          {say('The server is starting. You can type in the meantime.')}
        </>
      )}
      {status === 'awake' && (
        <>
          <IconWifi size={14} stroke={2.2} aria-hidden />
          {say('Connected')}
        </>
      )}
    </p>
  );
}

/** Wakes the server. A failure is ignored: signing in says what is wrong. */
function useServerStatus(onEmpty: () => void = () => undefined) {
  const [status, setStatus] = useState<'unknown' | 'waking' | 'awake'>('unknown');
  const sayEmpty = useEffectEvent(onEmpty);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => setStatus('waking'), slowAfter);
    localStorage.setItem(storageKeys.wake, 'true');
    wakeServer(abort.signal)
      .then(({ isEmpty }) => {
        setStatus('awake');
        if (isEmpty) sayEmpty();
      })
      .catch(() => {
        if (!abort.signal.aborted) setStatus('unknown');
      })
      .finally(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  return status;
}
