import { useState } from 'react';
import {
  batchNumber,
  caseRegister,
  type CourtBatch,
  exportBatchFile,
  lockBatch,
} from '#contract/modules/after-ticket/court.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useMayOnDuty } from '#web/api/store-hooks.ts';
import { type Loaded, useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './batch-head.module.css';

/** The cases of a batch, whatever their state. */
export const batchAddress = (batch: string): string => `/court?state=all&batch=${batch}`;

interface BatchHeadProps {
  batch: Loaded<CourtBatch>;
  onLocked: () => void;
}

/** Says what a batch is, above its cases, and holds its acts. */
export function BatchHead({ batch: { data, failure }, onLocked }: BatchHeadProps) {
  const mayRefer = useMayOnDuty(lockBatch);
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = useRun();
  if (failure !== null) return <RefusalNotice>{failure}</RefusalNotice>;
  if (data === null) return <LoadingNote>Loading the batch</LoadingNote>;
  const { id, court, tickets, madeBy, madeAt, lockedBy, lockedAt, isWhole } = data;
  return (
    <div className={classNames('column gap-4', css['head'])}>
      <Facts
        title={`Batch ${batchNumber(id)}`}
        level={2}
        facts={[
          { label: 'Status', value: lockedAt === null ? 'Draft' : 'Referred' },
          { label: 'Court', value: court },
          { label: 'Tickets', value: String(tickets) },
          { label: 'Drafted', value: `${momentOf(madeAt)}, by ${madeBy.name}` },
          {
            label: 'Referred',
            value: lockedAt !== null && `${momentOf(lockedAt)}, by ${lockedBy?.name ?? ''}`,
          },
        ]}
      />
      {!isWhole && <p className="quiet">Some tickets in this batch belong to other zones.</p>}
      <RefusalNotice>{refusal}</RefusalNotice>
      {isWhole && lockedAt === null && mayRefer && tickets > 0 && (
        <div>
          <Button variant="primary" onClick={() => setAsking(true)}>
            {lockBatch.words.begins}
          </Button>
        </div>
      )}
      {isWhole && lockedAt !== null && (
        <div>
          <Button
            loading={busy}
            loadingLabel="Making the case files"
            onClick={() =>
              void run(
                async () => download(await callFile(exportBatchFile, { params: { id } })),
                () => 'Case files saved',
              )
            }
          >
            Case files for this batch (PDF)
          </Button>
        </div>
      )}
      {asking && <LockConfirm batch={data} onDone={onLocked} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface LockConfirmProps {
  batch: CourtBatch;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a batch is referred, and names the plates of its tickets. */
function LockConfirm({ batch: { id, court, tickets }, onDone, onClose }: LockConfirmProps) {
  const { data } = useLoaded(id, async (signal) => {
    const query = { state: 'all', batch: id, limit: 100 } as const;
    return (await call(caseRegister.list, { query, signal })).data;
  });
  return (
    <ActConfirm
      act={lockBatch}
      asks={`Refer ${plural(tickets, 'ticket')} to ${court}?`}
      send={() => dataOf(lockBatch, { params: { id } })}
      done={({ referred, leftOut }) =>
        `${plural(referred, 'ticket')} referred, ${leftOut} left out`
      }
      onDone={onDone}
      onClose={onClose}
    >
      {data && (
        <ul aria-label="Tickets">
          {data.map(({ id: ticket, plate, name }) => (
            <li key={ticket}>{plate || name}</li>
          ))}
        </ul>
      )}
    </ActConfirm>
  );
}
