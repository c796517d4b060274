import { useState } from 'react';
import type { PaymentException } from '#contract/exceptions.ts';
import { RecordHistory } from '#web/records/record-history.ts';
import { CopyLink } from '#web/ui/controls/copy-link.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { ExceptionStub } from '../exception-stub.tsx';
import { exceptionName, kindLabels } from '../exception-words.ts';
import { ConfirmSettlement } from './confirm-settlement.tsx';
import css from './exception-detail.module.css';
import { ExceptionFacts } from './exception-facts.tsx';
import type { ExceptionDetailProps } from './exception-detail.tsx';
import { SettleForm } from './settle-form.tsx';
import { SettlementFacts } from './settlement-facts.tsx';
import { useExceptionRecord } from './use-exception-record.ts';

const unsaved = {
  title: 'Close without settling?',
  message: 'What you have written will be lost.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep writing',
  destructive: true,
} as const;

/** One exception: its story, what is known of it, and the next step of its settlement. */
export function ExceptionDialog(props: ExceptionDetailProps & { opened: boolean }) {
  const { id, opened, onClose, onChanged } = props;
  const { exception, failure, retry, keep } = useExceptionRecord(id);
  const [dirty, setDirty] = useState(false);
  if (!exception) {
    return (
      <Dialog opened={opened} onClose={onClose} title="Payment exception">
        <RecordMissing noun="exception" failure={failure} onRetry={retry} />
      </Dialog>
    );
  }
  const { kind, state, story } = exception;
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
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`${kindLabels[kind]}, ${exceptionName(exception)}`}
      actions={<CopyLink id={id} />}
      confirmClose={dirty ? unsaved : undefined}
      scrollTopKey={state}
    >
      {failure && (
        <Notice kind="bad">
          <b>{failure.message}</b>
        </Notice>
      )}
      <div className={css['head']}>
        <ExceptionStub kind={kind} settled={state === 'settled'} />
        <p className={css['story']}>{story}</p>
      </div>
      <ExceptionFacts exception={exception} />
      <SettlementFacts exception={exception} />
      {state === 'open' && (
        <SettleForm
          exception={exception}
          onDirty={setDirty}
          onSettled={changed}
          onOvertaken={overtaken}
        />
      )}
      {state === 'proposed' && (
        <ConfirmSettlement exception={exception} onDone={changed} onOvertaken={overtaken} />
      )}
      <div className="above">
        <RecordHistory
          record="exception"
          id={id}
          revision={`${state} ${exception.settlement?.at ?? ''}`}
        />
      </div>
    </Dialog>
  );
}
