import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useConnection } from '#web/api/connection.ts';
import { checkServer } from '#web/api/server-check.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useUnsentCount } from '#web/api/unsent.ts';
import { useShownCopy } from '#web/device/copies.ts';
import { clockOf, momentOf } from '#web/format/time.ts';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { IconPlugConnectedX, IconWifiOff } from '#web/ui/icons.ts';
import { ConnectionPill } from '#web/ui/shell/connection-pill.tsx';

/** The pill in the header. It counts what waits to be sent, also without a network. */
export function ConnectionState() {
  const { online } = useConnection();
  const unsent = useUnsentCount();
  const state = unsent > 0 ? 'waiting' : online ? 'online' : 'offline';
  const mayKeep = useMay('record a collision');
  return (
    <ConnectionPill state={state} waiting={unsent}>
      {unsent > 0 && mayKeep ? <Link to="/outbox">{unsent} waiting</Link> : undefined}
    </ConnectionPill>
  );
}

/** Says that nothing new can come, for want of a network or of the server. */
export function ConnectionBanner() {
  const { online, heardAt, nextCheckAt } = useConnection();
  const copiedAt = useShownCopy();
  if (online) return null;
  if (!navigator.onLine) {
    return (
      <Banner kind="ink" icon={<IconWifiOff size={18} aria-hidden />}>
        <b>No network.</b> {whatIsShown(heardAt, copiedAt)}
      </Banner>
    );
  }
  return (
    <Banner
      kind="bad"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      action={{ label: 'Try now', onChoose: () => void checkServer() }}
    >
      <b>The server is not responding.</b>{' '}
      <span aria-live="off">
        {nextCheckAt === null ? 'Trying again.' : <Countdown to={nextCheckAt} />}
      </span>
    </Banner>
  );
}

/** Says how old the data of a page without a network is. Both moments are milliseconds (UTC). */
function whatIsShown(heardAt: number | null, copiedAt: number | null): string {
  if (heardAt !== null)
    return `The server last responded at ${clockOf(heardAt)}. Hanya will keep what you submit until there is a network.`;
  const fees = copiedAt === null ? '' : ` Offences and fees are as at ${momentOf(copiedAt)}.`;
  return `You can still fill in forms. Hanya will keep them until there is a network.${fees}`;
}

/** The seconds until `to` (milliseconds, UTC). */
function Countdown({ to }: { to: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((to - now) / 1_000));
  return `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
