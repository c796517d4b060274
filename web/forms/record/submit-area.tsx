import { Fragment, useId } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { capitalised, joinWithAnd } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldLink } from '#web/ui/fields/field-link.tsx';
import css from './record-form.module.css';
import type { RecordDraft, RecordKind } from './record-kind.ts';

/** A condition of submitting. `field` is the id of the control with which it is met. */
export interface Condition {
  name: string;
  met: boolean;
  field: string;
  /** Shown while it is not met; conditions without one are named together in one sentence. */
  sentence?: string | undefined;
}

interface SubmitAreaProps<V extends RecordDraft> {
  kind: RecordKind<V>;
  /** The id of the form that is submitted. */
  formId: string;
  conditions: readonly Condition[];
  sending: boolean;
  /** The sent part of a record on the device, in words; null before it is there. */
  stored: string | null;
  /** The reason why Submit waits, as a sentence. */
  waiting: string | undefined;
}

/** Submit, the reasons why it can't be pressed yet, and the progress of sending. */
export function SubmitArea<V extends RecordDraft>(props: SubmitAreaProps<V>) {
  const { kind, formId, conditions, sending, stored, waiting } = props;
  const reasons = useId();
  const allowed = useMay(kind.permission);
  const role = useCurrentUser()?.role ?? 'guest';
  const unmet = conditions.filter(({ met }) => !met);
  return (
    <div className="column gap-4">
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        wide
        disabled={!allowed || unmet.length > 0 || waiting !== undefined}
        aria-describedby={reasons}
        loading={sending}
        loadingLabel={kind.words.busy}
      >
        Submit
      </Button>
      <div className={css['room']} data-all={allowed ? allReasons(conditions) : undefined}>
        <div id={reasons} className={css['reasons']}>
          {!allowed && `Your role is ${role}. ${kind.words.who}`}
          {allowed && waiting !== undefined && <div>{waiting}</div>}
          {stored !== null && (
            <div className={css['stored']}>
              <p role="status">
                Stored on this device. You can close the form. Hanya will keep trying to send it.
              </p>
              {stored}
            </div>
          )}
          {allowed && (
            // Made anew for other reasons, in place of words that move about.
            <Reasons key={unmet.map(({ field }) => field).join()} unmet={unmet} />
          )}
        </div>
      </div>
    </div>
  );
}

function Reasons({ unmet }: { unmet: readonly Condition[] }) {
  const link = ({ field }: Condition, text: string) => <FieldLink field={field}>{text}</FieldLink>;
  const others = unmet.filter(({ sentence }) => sentence === undefined);
  return (
    <>
      {unmet.map(
        (condition) =>
          condition.sentence !== undefined && (
            <p key={condition.field}>{link(condition, condition.sentence)}</p>
          ),
      )}
      {others.length > 0 && (
        <p>
          {others.map((condition, index) => (
            <Fragment key={condition.field}>
              {separator(index, others.length)}
              {link(condition, index === 0 ? capitalised(condition.name) : condition.name)}
            </Fragment>
          ))}
          {others.length === 1 ? ' is missing.' : ' are missing.'}
        </p>
      )}
    </>
  );
}

/** The words of a form in which no condition is met, for as much room as reasons ever take. */
function allReasons(conditions: readonly Condition[]): string {
  const sentences = conditions.flatMap(({ sentence = [] }) => sentence);
  const names = conditions.flatMap(({ name, sentence }) => (sentence === undefined ? name : []));
  const missing = names.length === 0 ? [] : `${joinWithAnd(names)} are missing.`;
  return [sentences, missing].flat().join('. ');
}

function separator(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}
