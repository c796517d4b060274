import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  decisionsFor,
  type ExceptionDecision,
  type PaymentException,
  settleException,
  exceptionDecisionWords,
} from '#contract/exceptions.ts';
import { type ExceptionKind } from '#contract/payments.ts';
import { dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { meaningOf } from '../exception-words.ts';
import css from './exception-detail.module.css';
import { useSettling } from './use-settling.ts';

interface SettlementDraft {
  decision: ExceptionDecision | null;
  billRef: string;
  reason: string;
}

/** An only decision is chosen already. */
function emptySettlement(decisions: readonly ExceptionDecision[]): SettlementDraft {
  const [only, ...others] = decisions;
  return { decision: others.length === 0 ? (only ?? null) : null, billRef: '', reason: '' };
}

/** One sentence for each field that is missing, in the order of the form. */
function problemsOf({ decision, billRef, reason }: SettlementDraft): Record<string, string> {
  return {
    ...(decision === null ? { decision: 'Select a decision.' } : {}),
    ...(decision === 'bill found' && billRef.trim() === ''
      ? { billRef: 'Enter the bill reference.' }
      : {}),
    ...(reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
  };
}

interface SettleFormProps {
  exception: PaymentException;
  onDirty: (dirty: boolean) => void;
  onSettled: (exception: PaymentException) => void;
  onOvertaken: () => void;
}

/** A state admin settles an exception by a decision that fits it, and a reason. */
export function SettleForm(props: SettleFormProps) {
  const { exception, onDirty, onSettled, onOvertaken } = props;
  const { id, kind } = exception;
  const maySettle = useMay('settle exceptions');
  const decisions = decisionsFor[kind];
  const [draft, setDraft] = useState(emptySettlement(decisions));
  const { busy, problem, attempt, run, refuse } = useSettling(onSettled, onOvertaken);
  const formId = useId();
  const { fields } = problem;
  const fieldId = (name: string) => `${formId}-${name}`;

  const focusProblem = useEffectEvent(() => {
    const [first] = Object.keys(fields);
    if (first !== undefined) focusField(fieldId(first));
  });
  useEffect(() => {
    if (attempt > 0) focusProblem();
  }, [attempt]);

  if (!maySettle)
    return <Notice>Nobody has settled this exception yet. A state admin can settle it.</Notice>;

  const change = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes });
    onDirty(true);
  };

  function submit(): void {
    const { decision, billRef, reason } = draft;
    const found = problemsOf(draft);
    if (decision === null || Object.keys(found).length > 0) {
      refuse({ message: '', fields: found });
      return;
    }
    const body = { decision, reason, ...(decision === 'bill found' ? { billRef } : {}) };
    void run('settle', async () => {
      const settled = await dataOf(settleException, { params: { id }, body });
      toastDone('Settlement proposed. A second person must confirm it.');
      return settled;
    });
  }

  return (
    <form
      className={classNames('column gap-7 line-top', css['form'])}
      noValidate
      aria-label="Settle"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3 className="heading">Settle</h3>
      {problem.message !== '' && Object.keys(fields).length === 0 && (
        <Notice kind="alert">
          <b>{problem.message}</b>
        </Notice>
      )}
      <DecisionChoice
        id={fieldId('decision')}
        kind={kind}
        decisions={decisions}
        value={draft.decision}
        error={fields['decision']}
        onChoose={(decision) => change({ decision })}
      />
      {draft.decision === 'bill found' && (
        <TextField
          id={fieldId('billRef')}
          label="Bill reference"
          hint="Copy the reference from the payment gateway’s portal."
          value={draft.billRef}
          maxLength={64}
          autoComplete="off"
          error={fields['billRef']}
          onChange={(event) => change({ billRef: event.currentTarget.value })}
        />
      )}
      <TextArea
        id={fieldId('reason')}
        label="Reason"
        hint="For example, what you looked at and who you spoke to. The reason stays in the history."
        value={draft.reason}
        maxLength={500}
        error={fields['reason']}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <div className={classNames('row wrap', css['buttons'])}>
        <Button type="submit" variant="primary" loading={busy !== ''} loadingLabel="Settling">
          Settle
        </Button>
        <span className="small quiet">
          A second person must confirm the settlement before it takes effect.
        </span>
      </div>
      <WhoConfirms
        for="settlement"
        organisation={exception.organisation}
        zone={exception.zone === '' ? undefined : exception.zone}
      />
    </form>
  );
}

interface DecisionChoiceProps {
  /** The id of the first choice, which takes the focus for an error. */
  id: string;
  kind: ExceptionKind;
  decisions: readonly ExceptionDecision[];
  value: ExceptionDecision | null;
  error: string | undefined;
  onChoose: (decision: ExceptionDecision) => void;
}

/** The decisions that fit this kind, each with its meaning. */
function DecisionChoice(props: DecisionChoiceProps) {
  const { id, kind, decisions, value, error, onChoose } = props;
  const errorId = `${id}-error`;
  return (
    <fieldset
      className={classNames('grid gap-4', css['decisions'])}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>Decision</legend>
      {decisions.map((decision, index) => (
        <label key={decision} className={classNames('flex gap-5 align-start', css['decision'])}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            checked={decision === value}
            aria-describedby={`${id}-${index}-meaning`}
            aria-label={exceptionDecisionWords[decision]}
            onChange={() => onChoose(decision)}
          />
          <span>
            <b>{exceptionDecisionWords[decision]}</b>
            <span id={`${id}-${index}-meaning`} className="block quiet">
              {meaningOf(decision, kind)}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
