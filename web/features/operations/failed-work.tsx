import { useState } from 'react';
import { Link } from 'react-router';
import { handOverJob, listFailedJobs, retryJob } from '#contract/operations.ts';
import type { FailedJob } from '#contract/operations.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { bookingReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Panel, PanelEmpty, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './operations.module.css';

/** Work that failed for good, with the two ways on: try it again, or do it by hand. */
export function FailedWork({ every }: { every: number }) {
  const { data, failure, reload } = useLoaded(
    'failed work',
    (signal) => dataOf(listFailedJobs, { signal }),
    every,
  );
  const [busy, setBusy] = useState<string | null>(null);
  const [handing, setHanding] = useState<FailedJob | null>(null);

  async function doing(id: string, done: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(id);
    let isDone = false;
    try {
      await work();
      toastDone(done);
      isDone = true;
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setBusy(null);
    reload();
    return isDone;
  }

  const retry = ({ id }: FailedJob) =>
    doing(id, 'Hanya is trying again.', () => call(retryJob, { params: { id } }));
  const handOver = async ({ id }: FailedJob, reason: string) => {
    const isDone = await doing(id, 'Removed from the list.', () =>
      call(handOverJob, { params: { id }, body: { reason } }),
    );
    if (isDone) setHanding(null);
  };

  return (
    <>
      <Panel
        title="Failed work"
        ready={data !== null}
        failure={failure}
        onRetry={reload}
        skeleton={<PanelSkeleton rows={2} height={84} />}
      >
        {data?.length === 0 ? (
          <PanelEmpty>There is no failed work.</PanelEmpty>
        ) : (
          <ul className={classNames('column', css['rows'])} aria-label="Failed work">
            {data?.map((job) => (
              <JobRow
                key={job.id}
                job={job}
                busy={busy === job.id}
                onRetry={() => void retry(job)}
                onHandOver={() => setHanding(job)}
              />
            ))}
          </ul>
        )}
      </Panel>
      {handing && (
        <HandOver
          key={handing.id}
          job={handing}
          busy={busy !== null}
          onConfirm={(reason) => void handOver(handing, reason)}
          onCancel={() => setHanding(null)}
        />
      )}
    </>
  );
}

interface JobRowProps {
  job: FailedJob;
  busy: boolean;
  onRetry: () => void;
  onHandOver: () => void;
}

function JobRow({ job, busy, onRetry, onHandOver }: JobRowProps) {
  const { purpose, booking, failedAt, tries, reason } = job;
  const mayMend = useMay('settle exceptions');
  return (
    <li className={classNames('flex gap-6', css['row'])}>
      <div className="column grow anywhere">
        <b>{purpose}</b>
        {booking !== null && (
          <Link to={recordAddress('booking', booking)} state={openingState} className="small">
            Booking {bookingReference(booking)}
          </Link>
        )}
        <span className="small">{reason}</span>
        <span className="small quiet">
          {momentOf(failedAt)}, {tries === 1 ? 'tried once' : `tried ${tries} times`}
        </span>
        {mayMend && (
          <div className={classNames('flex wrap gap-4', css['actions'])}>
            <Button size="sm" loading={busy} onClick={onRetry}>
              Try again
              <VisuallyHidden>: {purpose}</VisuallyHidden>
            </Button>
            <Button size="sm" onClick={onHandOver}>
              Remove from the list<VisuallyHidden>: {purpose}</VisuallyHidden>
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

interface HandOverProps {
  job: FailedJob;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Takes a job off the list, with who does it and how: the audit trail keeps that. */
function HandOver({ job, busy, onConfirm, onCancel }: HandOverProps) {
  const [reason, setReason] = useState('');
  return (
    <Confirm
      opened
      title="Remove this from the list?"
      message={`${job.purpose} Hanya will not try again. Enter who will do this by hand, and how.`}
      confirmLabel="Remove it"
      loading={busy}
      reason={reason.trim() === '' ? 'Enter who will do this, and how.' : undefined}
      onConfirm={() => onConfirm(reason.trim())}
      onCancel={onCancel}
    >
      <TextArea
        label="Who will do this, and how"
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Confirm>
  );
}
