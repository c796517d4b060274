import { useEffect, useEffectEvent, useId, useState } from 'react';
import { proposeFee } from '#contract/fees.ts';
import type { Fee } from '#contract/fees.ts';
import type { Organisation } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { useToday } from '#web/format/use-today.ts';
import { toastRefusal } from '#web/forms/refusal.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { amountOf, dayAfter, type FeeDraft, problemsOf } from './fee-rules.ts';
import css from './fees.module.css';

interface FeeFormProps {
  organisation: Organisation;
  /** The id of the offence. */
  id: string;
  fees: readonly Fee[];
  onDirty: (dirty: boolean) => void;
  onSet: () => void;
}

const blank: FeeDraft = { amount: '', from: '', reason: '' };

/** Proposes the fee of an offence from a later day on. */
export function FeeForm({ organisation, id, fees, onDirty, onSet }: FeeFormProps) {
  const today = useToday();
  const [draft, setDraft] = useState(blank);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; fields: Record<string, string> }>();
  const formId = useId();
  const fields = problem?.fields ?? {};
  const replaced = fees.find(({ from }) => from !== null && from === draft.from);

  const focusProblem = useEffectEvent(() => {
    const [first] = Object.keys(fields);
    if (first !== undefined) focusField(`${formId}-${first}`);
  });
  useEffect(() => focusProblem(), [problem]);

  async function save(amount: number): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { from, reason } = draft;
      await call(proposeFee, {
        params: { id },
        body: { amount, from, reason, organisation },
      });
      toastDone(`${naira(amount)} for ${id} from ${from}, to be confirmed by somebody else`);
      setDraft(blank);
      onSet();
    } catch (error) {
      setProblem(failedCall(error));
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  function submit(): void {
    const found = problemsOf(draft, today);
    const amount = amountOf(draft);
    if (amount === null || Object.keys(found).length > 0) {
      setProblem({ message: '', fields: found });
      toastRefusal(found);
    } else void save(amount);
  }

  function change(changed: Partial<FeeDraft>): void {
    setDraft({ ...draft, ...changed });
    onDirty(true);
  }

  const input = (name: keyof FeeDraft) => ({
    id: `${formId}-${name}`,
    value: draft[name],
    error: fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [name]: value }),
  });

  return (
    <form
      className="column gap-7"
      noValidate
      aria-label="Propose a fee"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      {problem && problem.message !== '' && Object.keys(fields).length === 0 && (
        <Notice kind="alert">
          <b>{problem.message}</b>
        </Notice>
      )}
      <div className={classNames('grid gap-6', css['pair'])}>
        <TextField
          label="New fee in naira"
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          start="₦"
          {...input('amount')}
        />
        <DateField
          label="From"
          min={dayAfter(today)}
          {...input('from')}
          onChange={(from) => change({ from })}
        />
      </div>
      {replaced && (
        <Notice kind="warn">
          When this fee is confirmed, it will replace the {naira(replaced.amount)} set for the same
          day.
        </Notice>
      )}
      <TextArea
        label="Reason"
        hint="For example, the gazette or the law that changes the fee."
        maxLength={500}
        rows={2}
        {...input('reason')}
      />
      <div className={classNames('row wrap', css['buttons'])}>
        <Button type="submit" variant="primary" loading={busy} loadingLabel="Saving">
          Propose fee
        </Button>
        <span className="small quiet">
          Another state admin must confirm the fee before its first day. Earlier bookings will keep
          their price.
        </span>
      </div>
      <WhoConfirms for="fee" organisation={organisation} />
    </form>
  );
}
