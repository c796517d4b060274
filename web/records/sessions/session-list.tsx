import { useState } from 'react';
import type { Session } from '#contract/security.ts';
import { endSession, endSessions, listSessions } from '#contract/security.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { Age } from '#web/format/age.tsx';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '#web/ui/icons.ts';
import { PanelEmpty, PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

interface SessionListProps {
  /** The account. */
  userId: string;
  /** The button that ends all of them except one's own. */
  endAll: string;
}

/** The sessions of an account, each with a way to end it. */
export function SessionList({ userId, endAll }: SessionListProps) {
  const { data, failure, reload } = useLoaded(userId, (signal) =>
    dataOf(listSessions, { params: { id: userId }, signal }),
  );
  const [ending, setEnding] = useState<string | null>(null);

  /** Ends one session, or all others. */
  async function end(session?: string): Promise<void> {
    setEnding(session ?? 'all');
    try {
      const params = { id: userId };
      await (session === undefined
        ? call(endSessions, { params })
        : call(endSession, { params: { ...params, session } }));
      toastDone(session === undefined ? 'Sessions ended' : 'Session ended');
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setEnding(null);
    reload();
  }

  if (data === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelSkeleton rows={2} height={56} />
      </div>
    );
  }
  if (data.length === 0) return <PanelEmpty>There are no sessions.</PanelEmpty>;
  const others = data.filter(({ current }) => !current);
  return (
    <div className="column gap-5">
      <ul className="column ruled" aria-label="Sessions">
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <Button size="sm" loading={ending === 'all'} onClick={() => void end()}>
            {endAll}
          </Button>
        </div>
      )}
    </div>
  );
}

interface SessionRowProps {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { device, address, sameNetwork, since, lastUsed, current } = session;
  const Icon = /Android|iPhone/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className="row gap-6">
      <Icon size={20} stroke={1.8} aria-hidden />
      <div className="column grow anywhere">
        <b>{device}</b>
        <span className="small quiet">
          {sameNetwork ? `This network (${address})` : address || 'Address not known'}, since{' '}
          {momentOf(since)}
        </span>
        <span className="small quiet">
          {current ? (
            'This session'
          ) : (
            <>
              Last used: <Age at={lastUsed} />
            </>
          )}
        </span>
      </div>
      {!current && (
        <Button size="sm" loading={ending} aria-label={`End session: ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
