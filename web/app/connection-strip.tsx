import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnection } from '#web/api/connection.ts';
import { lookNow } from '#web/api/look.ts';
import { clockOf } from '#web/format/time.ts';
import { Strip } from '#web/ui/feedback/strip.tsx';

/** Says across the screen that nothing new comes: without a network, or without the server. */
export function ConnectionStrip() {
  const { online, heardAt, nextLook } = useConnection();
  if (online) return null;
  if (!navigator.onLine) {
    return (
      <Strip kind="ink" icon={<IconWifiOff size={18} aria-hidden />}>
        <b>No network.</b> Showing what was loaded at {clockOf(heardAt)}.
      </Strip>
    );
  }
  return (
    <Strip
      kind="bad"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      action={{ label: 'Try now', onChoose: () => void lookNow() }}
    >
      <b>The server does not answer.</b>{' '}
      <span aria-live="off">{nextLook === null ? 'Trying.' : <Countdown to={nextLook} />}</span>
    </Strip>
  );
}

/** The seconds until then; not read out at each tick. */
function Countdown({ to }: { to: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((to - now) / 1_000));
  return `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
