import { type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import type { ProposalKind } from '#contract/decisions.ts';
import type { Organisation } from '#contract/places.ts';
import type { decisionSchema } from '#contract/second-person.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { decidersOf, WhoConfirms } from './who-confirms.tsx';

interface WaitingDecisionProps {
  /** The organisation of the fee, statement, report or duty. */
  organisation: Organisation;
  /** That of the record, where whoever works there decides. */
  zone?: string;
  what: ProposalKind;
  /** Names it for a screen reader, such as "₦7,000 from 2027-01-01". */
  name: string;
  proposedBy: { id: string; name: string };
  /** The effect of a confirmation, in one sentence. */
  effect: string;
  /** Both reject with a `FailedCall`. */
  decide: (decision: z.input<typeof decisionSchema>) => Promise<unknown>;
  takeBack: () => Promise<unknown>;
  /** Called once it was decided, here or by somebody else meanwhile. */
  onDecided: () => void;
}

const sayWhy = 'Enter a reason.';

/** The proposal as a toast names it. */
const wordsFor = (what: ProposalKind): string => (what === 'dispute answer' ? 'answer' : what);

type Step = 'confirm' | 'refuse' | 'take back';

/** The next step of something that waits for a second person: its maker's, or the other's. */
export function WaitingDecision(props: WaitingDecisionProps) {
  const { organisation, zone, what, name, proposedBy, effect, decide, takeBack, onDecided } = props;
  const own = useCurrentUser()?.id === proposedBy.id;
  const [busy, setBusy] = useState<Step | null>(null);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [refusal, setRefusal] = useState('');

  async function run(step: Step, act: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(step);
    setRefusal('');
    try {
      await act();
      toastDone(done);
      onDecided();
    } catch (error) {
      const { message, code } = failedCall(error);
      setRefusal(message);
      toastFailed(message);
      if (code === 'already_decided' || code === 'day_has_come') onDecided();
    }
    setBusy(null);
  }

  function refuse(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy !== null) return;
    if (reason.trim() === '') {
      setFault(sayWhy);
      toastFailed(sayWhy);
    } else
      void run(
        'refuse',
        () => decide({ agrees: false, reason }),
        `The ${wordsFor(what)} was refused`,
      );
  }

  if (own)
    return (
      <div className="column gap-4">
        <RefusalNotice>{refusal}</RefusalNotice>
        <p className="small quiet">
          You proposed this. Another {decidersOf(what)} must confirm it before it takes effect.
        </p>
        <WhoConfirms for={what} organisation={organisation} zone={zone} />
        <div>
          <Button
            size="sm"
            loading={busy === 'take back'}
            loadingLabel="Taking back"
            aria-label={`Take back: ${name}`}
            onClick={() => void run('take back', takeBack, `The ${wordsFor(what)} was taken back`)}
          >
            Take back
          </Button>
        </div>
      </div>
    );
  if (refusing)
    return (
      <form className="column gap-4" noValidate aria-label={`Refuse: ${name}`} onSubmit={refuse}>
        <RefusalNotice>{refusal}</RefusalNotice>
        <TextArea
          label="Reason for refusal"
          hint={`${proposedBy.name} will read this.`}
          rows={2}
          maxLength={500}
          value={reason}
          error={fault}
          autoFocus
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setFault('');
          }}
        />
        <div className="flex wrap gap-4">
          <Button size="sm" type="submit" loading={busy === 'refuse'} loadingLabel="Refusing">
            Refuse
          </Button>
          <Button size="sm" variant="link" onClick={() => setRefusing(false)}>
            Cancel
          </Button>
        </div>
      </form>
    );
  return (
    <div className="column gap-4">
      <RefusalNotice>{refusal}</RefusalNotice>
      <p className="small quiet">
        {proposedBy.name} proposed this. {effect}
      </p>
      <div className="flex wrap gap-4">
        <Button
          size="sm"
          variant="primary"
          loading={busy === 'confirm'}
          loadingLabel="Confirming"
          aria-label={`Confirm: ${name}`}
          onClick={() =>
            void run(
              'confirm',
              () => decide({ agrees: true }),
              `The ${wordsFor(what)} was confirmed`,
            )
          }
        >
          Confirm
        </Button>
        <Button
          size="sm"
          disabled={busy !== null}
          aria-label={`Refuse: ${name}`}
          onClick={() => setRefusing(true)}
        >
          Refuse
        </Button>
      </div>
    </div>
  );
}
