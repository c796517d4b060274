import { useState } from 'react';
import { readException } from '#contract/exceptions.ts';
import type { PaymentException } from '#contract/exceptions.ts';
import { dataOf } from '#web/api/call.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { Slot } from '#web/records/slot.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { CopyLink } from '#web/ui/controls/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { exceptionTitle } from '../exception-words.ts';
import { KindBadge } from '../kind-badge.tsx';
import { ConfirmSettlement } from './confirm-settlement.tsx';
import css from './exception-detail.module.css';
import { ExceptionFacts, SettlementFacts } from './exception-facts.tsx';
import { SettleForm } from './settle-form.tsx';

const unsaved = {
  title: 'Close without settling?',
  message: 'What you have written will be lost.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep writing',
  destructive: true,
} as const;

export interface ExceptionDetailProps {
  /** The exception that is open; '' when none is. */
  id: string;
  onClose: () => void;
  /** Called once it was settled, confirmed or sent back: the list behind it is out of date then. */
  onChanged: () => void;
}

/** The exception that is open over the list, with the next step of its settlement. */
export function ExceptionDetail({ id, onClose, onChanged }: ExceptionDetailProps) {
  const shown = useOpening(id);
  if (shown.id === '') return null;
  return (
    <ExceptionDialog
      key={shown.round}
      id={shown.id}
      opened={id !== ''}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}

function ExceptionDialog(props: ExceptionDetailProps & { opened: boolean }) {
  const { id, onChanged, ...dialog } = props;
  const reading = useRecord(id, (signal) => dataOf(readException, { params: { id }, signal }));
  const { failure, retry, keep } = reading;
  const [dirty, setDirty] = useState(false);
  const changed = (now: PaymentException) => {
    setDirty(false);
    keep(now);
    onChanged();
  };
  const overtaken = () => {
    retry();
    onChanged();
  };
  return (
    <RecordDialog
      {...dialog}
      kind="exception"
      reading={reading}
      title="Payment exception"
      show={(exception) => ({
        title: exceptionTitle(exception),
        actions: <CopyLink id={id} />,
        confirmClose: dirty ? unsaved : undefined,
        scrollTopKey: exception.state,
        children: (
          <>
            {failure && (
              <Notice kind="bad">
                <b>{failure.message}</b>
              </Notice>
            )}
            <ExceptionBody
              exception={exception}
              onDirty={setDirty}
              onDone={changed}
              onOvertaken={overtaken}
            />
          </>
        ),
      })}
    />
  );
}

interface ExceptionBodyProps {
  exception: PaymentException;
  onDirty: (dirty: boolean) => void;
  onDone: (exception: PaymentException) => void;
  /** Somebody else took this step first. */
  onOvertaken: () => void;
}

function ExceptionBody({ exception, onDirty, onDone, onOvertaken }: ExceptionBodyProps) {
  const { id, state, story, settlement } = exception;
  return (
    <>
      <div className={classNames('column align-start gap-5', css['head'])}>
        <KindBadge exception={exception} />
        <p className={classNames('anywhere', css['story'])}>{story}</p>
      </div>
      <ExceptionFacts exception={exception} />
      <SettlementFacts exception={exception} />
      {state === 'open' && (
        <SettleForm
          exception={exception}
          onDirty={onDirty}
          onSettled={onDone}
          onOvertaken={onOvertaken}
        />
      )}
      {state === 'proposed' && (
        <ConfirmSettlement exception={exception} onDone={onDone} onOvertaken={onOvertaken} />
      )}
      {exception.refund && (
        <Slot
          name="money of an exception"
          exception={exception}
          title={exceptionTitle(exception)}
          onChanged={onOvertaken}
        />
      )}
      <div className="space-above">
        <RecordHistory record="exception" id={id} revision={`${state} ${settlement?.at ?? ''}`} />
      </div>
    </>
  );
}
