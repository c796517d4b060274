import { useEffect, useEffectEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { readSession } from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { useConnection } from '#web/api/connection.ts';
import { lastAct, lastUse } from '#web/device/last-act.ts';
import { serverNow } from '#web/device/server-clock.ts';
import { clockOf } from '#web/format/time.ts';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { IconClockPause } from '#web/ui/icons.ts';

// All in milliseconds.
const minute = 60_000;
const lookEvery = minute / 2;
/** Typing needs no calls: one so often tells the server that somebody is there. */
const tellEvery = 5 * minute;
const noticeBefore = 5 * minute;
/** Only other tabs can have used the session since; the server knows. */
const askAfter = 54 * minute;

type Ends = ResponseOf<typeof readSession>['data'];

/** Keeps the session of somebody who is there, and says in time when it will end all the same. */
export function SessionEnd() {
  const [ends, setEnds] = useState<Ends | null>(null);
  const [now, setNow] = useState(serverNow);
  const { online } = useConnection();

  async function ask(): Promise<void> {
    const answer = await call(readSession).catch(() => null);
    if (answer) setEnds(answer.data);
  }

  const look = useEffectEvent(() => {
    const at = Date.now();
    const isThere = at - lastAct() < lookEvery;
    const isSoon = ends !== null && isNear(ends, serverNow());
    setNow(serverNow());
    const sinceUse = at - lastUse();
    if (ends === null || isSoon || sinceUse > askAfter || (isThere && sinceUse > tellEvery))
      void ask();
  });
  useEffect(() => {
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, []);

  if (ends === null || !isNear(ends, now)) return null;
  const { idleAt, endsAt } = ends;
  if (!online)
    return (
      <Banner kind="warn" icon={<IconClockPause size={18} aria-hidden />}>
        <b>You can go on working.</b> When there is a network again, you may have to sign in. Hanya
        will keep your work until then. Keep this page open. If you open it again after{' '}
        {clockOf(ends.endsAt)}, you will have to sign in.
      </Banner>
    );
  const isLast = Date.parse(endsAt) <= Date.parse(idleAt);
  return (
    <Banner
      kind="warn"
      icon={<IconClockPause size={18} aria-hidden />}
      action={isLast ? undefined : { label: 'Stay signed in', onChoose: () => void ask() }}
    >
      {isLast ? (
        <>
          <b>Your session will end at {clockOf(endsAt)}, twelve hours after you signed in.</b> Hanya
          will keep what you type in a form.
        </>
      ) : (
        <>
          <b>Your session will end at {clockOf(idleAt)} because you have not used Hanya.</b> Hanya
          will keep what you type in a form.
        </>
      )}
    </Banner>
  );
}

const isNear = ({ idleAt, endsAt }: Ends, now: number): boolean =>
  Math.min(Date.parse(idleAt), Date.parse(endsAt)) - now < noticeBefore;
