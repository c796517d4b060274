import { Fragment, useId, type ReactNode } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { capitalised } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldLink } from '#web/ui/fields/field-link.tsx';
import css from './record-form.module.css';
import type { RecordDraft, RecordKind } from './record-kind.ts';

/** A condition of submitting, and the id of the field that meets it. */
export interface Condition {
  name: string;
  label: string;
  met: boolean;
  field: string;
  /** What is said while it is not met; without one it is named among the others. */
  sentence?: string | undefined;
}

interface SubmitAreaProps<V extends RecordDraft> {
  kind: RecordKind<V>;
  /** The id of the form that is submitted. */
  formId: string;
  conditions: readonly Condition[];
  sending: boolean;
  /** What else Submit waits for, in one sentence. */
  waiting: string | undefined;
  /** Above the button. */
  progress: ReactNode;
  /** Below it, said when it comes. */
  outcome: ReactNode;
  /** Makes the reasons links to their fields, where no checklist does it. */
  linked: boolean;
}

/** Submit, beside it why it can't be pressed yet, and how far the sending is. */
export function SubmitArea<V extends RecordDraft>(props: SubmitAreaProps<V>) {
  const { kind, formId, conditions, sending, waiting, linked } = props;
  const reasons = useId();
  const allowed = useMay(kind.permission);
  const role = useCurrentUser()?.role ?? 'guest';
  const open = conditions.filter(({ met }) => !met);
  return (
    <div className="column gap-4">
      {props.progress}
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        wide
        disabled={!allowed || open.length > 0 || waiting !== undefined}
        aria-describedby={reasons}
        loading={sending}
        loadingLabel={kind.words.busy}
      >
        Submit
      </Button>
      <div id={reasons} className={css['reasons']}>
        {!allowed && `Not open to your role: ${role}. ${kind.words.who}`}
        {allowed && waiting !== undefined && <div>{waiting}</div>}
        {allowed && <Reasons open={open} linked={linked} />}
      </div>
      <div role="status" className={css['reasons']}>
        {props.outcome}
      </div>
    </div>
  );
}

function Reasons({ open, linked }: { open: readonly Condition[]; linked: boolean }) {
  const lead = ({ field }: Condition, text: string) =>
    linked ? <FieldLink field={field}>{text}</FieldLink> : text;
  const others = open.filter(({ sentence }) => sentence === undefined);
  return (
    <>
      {open.map(
        (condition) =>
          condition.sentence !== undefined && (
            <p key={condition.field}>{lead(condition, condition.sentence)}</p>
          ),
      )}
      {others.length > 0 && (
        <p>
          {others.map((condition, index) => (
            <Fragment key={condition.field}>
              {separator(index, others.length)}
              {lead(condition, index === 0 ? capitalised(condition.name) : condition.name)}
            </Fragment>
          ))}
          {others.length === 1 ? ' is missing.' : ' are missing.'}
        </p>
      )}
    </>
  );
}

function separator(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}
