import { confirmException } from '#contract/exceptions.ts';
import type { PaymentException } from '#contract/exceptions.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './exception-detail.module.css';
import { useSettling } from './use-settling.ts';

interface ConfirmSettlementProps {
  exception: PaymentException;
  onDone: (exception: PaymentException) => void;
  onOvertaken: () => void;
}

/** A settlement that waits for a second person: theirs to confirm, or to send back. */
export function ConfirmSettlement({ exception, onDone, onOvertaken }: ConfirmSettlementProps) {
  const { id, settlement } = exception;
  const mayConfirm = useMay('confirm exceptions');
  const own = useCurrentUser()?.id === settlement?.by.id;
  const { busy, problem, run } = useSettling(onDone, onOvertaken);

  const answer = (agrees: boolean) =>
    run(agrees ? 'confirm' : 'send back', async () => {
      const body = { agrees, proposedAt: settlement?.at ?? '' };
      const now = await dataOf(confirmException, { params: { id }, body });
      toastDone(agrees ? 'Settlement confirmed' : 'Settlement sent back');
      return now;
    });

  return (
    <section
      className={classNames('column gap-7 line-top', css['form'])}
      aria-label="Waiting for a second person"
    >
      <h3>Waiting for a second person</h3>
      {problem.message !== '' && (
        <Notice kind="alert">
          <b>{problem.message}</b>
        </Notice>
      )}
      {own ? (
        <>
          <Notice>
            You have settled this. Another state admin or a zonal head must confirm it before it
            counts.
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
            <b>{settlement?.by.name}</b> has settled this. It takes effect as soon as you confirm
            it, and that cannot be undone.
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
              loadingLabel="Sending back"
              onClick={() => void answer(false)}
            >
              Send back
            </Button>
          </div>
        </>
      ) : (
        <Notice>A state admin or a zonal head must confirm it before it counts.</Notice>
      )}
    </section>
  );
}
