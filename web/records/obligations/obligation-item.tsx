import { useState } from 'react';
import {
  decideWaiver,
  endObligation,
  type Obligation,
  type ObligationState,
} from '#contract/obligations.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

export const stateWords: Readonly<Record<ObligationState, string>> = {
  open: 'Open',
  overdue: 'Overdue',
  'waiver asked': 'Waiver to confirm',
  done: 'Done',
  waived: 'Waived',
  void: 'Void with its ticket',
};

interface ObligationItemProps {
  obligation: Obligation;
  onChanged: () => void;
}

/** An obligation of a ticket: how it stands, and the next step for those who may make it. */
export function ObligationItem({ obligation, onChanged }: ObligationItemProps) {
  const { words, state, dueDay, reason, by, at, waivedBy } = obligation;
  return (
    <li className="column gap-4">
      <p>
        <b>{words}</b>
        <span className="block small quiet">
          {stateWords[state]}
          {dueDay !== null && ['open', 'overdue'].includes(state) && `, due ${dueDay}`}
          {reason !== '' && `. ${by?.name ?? ''}, ${at === null ? '' : momentOf(at)}: ${reason}`}
          {waivedBy && ` Waived by ${waivedBy.name}.`}
        </span>
      </p>
      <NextStep obligation={obligation} onChanged={onChanged} />
    </li>
  );
}

function NextStep({ obligation, onChanged }: ObligationItemProps) {
  const { booking, place, state, by, words } = obligation;
  const own = useCurrentUser()?.id === by?.id;
  const mayEnd = useMay('clear a vehicle');
  const mayWaive = useMay('withdraw a booking');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, refusal, run: send } = useRun();

  async function run(change: () => Promise<unknown>, done: string): Promise<void> {
    if (!(await send(change, done))) return;
    setAsked(false);
    onChanged();
  }

  const params = { id: booking };
  const end = (how: 'done' | 'waiver', done: string) =>
    void run(() => dataOf(endObligation, { params, body: { place, how, reason } }), done);
  const decide = (agrees: boolean, done: string) =>
    void run(() => dataOf(decideWaiver, { params, body: { place, agrees } }), done);

  if (state === 'waiver asked' && mayWaive)
    return own ? (
      <p className="small quiet">Another person must confirm the waiver.</p>
    ) : (
      <>
        <RefusalNotice>{refusal}</RefusalNotice>
        <div className="flex wrap gap-4">
          <Button size="sm" loading={busy} onClick={() => decide(true, 'It is waived')}>
            Confirm the waiver
          </Button>
          <Button size="sm" onClick={() => decide(false, 'It stays open')}>
            Keep it open
          </Button>
        </div>
      </>
    );
  if (!mayEnd || !['open', 'overdue'].includes(state)) return null;
  if (!asked)
    return (
      <div>
        <Button size="sm" aria-label={`Done or waived: ${words}`} onClick={() => setAsked(true)}>
          Done or waived
        </Button>
      </div>
    );
  return (
    <form
      className="column gap-4"
      noValidate
      aria-label={words}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) end('done', 'It is done');
      }}
    >
      <RefusalNotice>{refusal}</RefusalNotice>
      <TextArea
        label="What was seen, or why it is waived"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className="flex wrap gap-4">
        <Button size="sm" type="submit" variant="primary" loading={busy}>
          It is done
        </Button>
        <Button
          size="sm"
          onClick={() => end('waiver', 'It waits for a second person now')}
          disabled={busy}
        >
          Ask to waive it
        </Button>
        <Button size="sm" variant="link" onClick={() => setAsked(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
