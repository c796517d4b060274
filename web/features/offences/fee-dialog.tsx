import { useState } from 'react';
import type { Fee } from '#contract/fees.ts';
import type { Organisation } from '#contract/places.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { readFees } from './fee-calls.ts';
import { FeeForm } from './fee-form.tsx';
import { type FeeTime, timesOf } from './fee-rules.ts';
import css from './fees.module.css';

interface FeeDialogProps {
  organisation: Organisation;
  /** The id of the offence. */
  id: string;
  name: string;
  onClose: () => void;
  onSet: () => void;
}

const unsaved = {
  title: 'Close without saving?',
  message: 'What you have typed will be lost.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  destructive: true,
} as const;

/** The fees of one offence, and the form that sets the next. */
export function FeeDialog({ organisation, id, name, onClose, onSet }: FeeDialogProps) {
  const dispatch = useDispatch();
  const seesAllZones = useCurrentUser()?.zone === null;
  const [dirty, setDirty] = useState(false);
  const { data, failure, reload } = useLoaded(`${organisation} ${id}`, () =>
    dispatch(readFees({ id, organisation })),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Fee of ${id}`}
      confirmClose={dirty ? unsaved : undefined}
    >
      <div className={css['dialog']}>
        {name !== '' && <p className={css['name']}>{name}</p>}
        {data ? (
          <>
            {seesAllZones ? (
              <FeeForm
                organisation={organisation}
                id={id}
                fees={data}
                onDirty={setDirty}
                onSet={() => {
                  setDirty(false);
                  reload();
                  onSet();
                }}
              />
            ) : (
              <Notice>Fees count in every zone: a state admin who sees all zones sets them.</Notice>
            )}
            <FeeHistory fees={data} />
          </>
        ) : failure === null ? (
          <LoadingNote>Loading the fees</LoadingNote>
        ) : (
          <ListFailure message={failure} onRetry={reload} />
        )}
      </div>
    </Dialog>
  );
}

const timeWords: Record<FeeTime, string> = { 'to come': 'To come', today: 'Today', past: 'Past' };

/** The fees of an offence, the latest first: from when, why, and who set them. */
function FeeHistory({ fees }: { fees: readonly Fee[] }) {
  const times = timesOf(fees, useToday());
  return (
    <section aria-label="Fees to come and past">
      <h3 className={css['heading']}>Fees to come and past</h3>
      <ol>
        {fees.map(({ amount, from, reason, setBy, setAt }, index) => {
          const time = times[index] ?? 'past';
          return (
            <li key={from ?? ''} className={css['fee']} data-time={time}>
              <b>{naira(amount)}</b>
              <span>{from === null ? 'From the beginning' : `From ${from}`}</span>
              <span className={css['time']}>{timeWords[time]}</span>
              <span className={css['reason']}>
                {setBy
                  ? `${reason} (${setBy.name}, ${setAt === null ? '' : dateOf(setAt)})`
                  : "The catalogue's own amount"}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
