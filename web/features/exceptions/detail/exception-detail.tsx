import { useState } from 'react';
import { confirmException, type PaymentException, readException } from '#contract/exceptions.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useOpening } from '#web/lists/use-opening.ts';
import { RecordHistory } from '#web/records/history/record-history.tsx';
import { RecordDialog } from '#web/records/record-dialog.tsx';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Slot } from '#web/records/slot.tsx';
import { useRecord } from '#web/records/use-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyLink } from '#web/ui/controls/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { exceptionTitle } from '../exception-words.ts';
import { KindBadge } from '../kind-badge.tsx';
import css from './exception-detail.module.css';
import { ExceptionFacts, SettlementFacts } from './exception-facts.tsx';
import { SettleForm } from './settle-form.tsx';
import { useSettling } from './use-settling.ts';

const unsaved = {
  title: 'Close without settling?',
  message: 'You will lose what you typed.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
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

interface ConfirmSettlementProps {
  exception: PaymentException;
  onDone: (exception: PaymentException) => void;
  onOvertaken: () => void;
}

/** A settlement that waits for a second person: theirs to confirm, or to send back. */
function ConfirmSettlement({ exception, onDone, onOvertaken }: ConfirmSettlementProps) {
  const { id, settlement } = exception;
  const mayConfirm = useMay('confirm exceptions');
  const own = useCurrentUser()?.id === settlement?.by.id;
  const { busy, problem, run } = useSettling(onDone, onOvertaken);

  const answer = (agrees: boolean) =>
    run(agrees ? 'confirm' : 'send back', async () => {
      const body = { agrees, proposedAt: settlement?.at ?? '' };
      const now = await dataOf(confirmException, { params: { id }, body });
      toastDone(agrees ? 'Settlement confirmed' : 'Settlement refused');
      return now;
    });

  return (
    <section
      className={classNames('column gap-7 line-top', css['form'])}
      aria-label="A second person must confirm this"
    >
      <h3>A second person must confirm this</h3>
      {problem.message !== '' && (
        <Notice kind="alert">
          <b>{problem.message}</b>
        </Notice>
      )}
      {own ? (
        <>
          <Notice>
            You proposed this settlement. Another state admin or a zonal head must confirm it before
            it takes effect.
          </Notice>
          <WhoConfirms
            for="settlement"
            organisation={exception.organisation}
            zone={exception.zone === '' ? undefined : exception.zone}
          />
        </>
      ) : mayConfirm ? (
        <>
          <p>
            <b>{settlement?.by.name}</b> proposed this settlement. If you confirm it, it will take
            effect at once. You cannot undo it.
          </p>
          <div className={classNames('row wrap', css['buttons'])}>
            <Button
              variant="primary"
              loading={busy === 'confirm'}
              loadingLabel="Confirming"
              onClick={() => void answer(true)}
            >
              Confirm
            </Button>
            <Button
              loading={busy === 'send back'}
              loadingLabel="Refusing"
              onClick={() => void answer(false)}
            >
              {' '}
              Refuse{' '}
            </Button>
          </div>
        </>
      ) : (
        <Notice>
          A state admin or a zonal head must confirm this settlement before it takes effect.
        </Notice>
      )}
    </section>
  );
}
