import { Fragment, useId } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldLink } from '#web/ui/fields/field-link.tsx';
import css from './collision-form.module.css';
import type { Condition } from './rules.ts';
import { Sending } from './sending.tsx';
import type { Progress } from './use-submit.ts';
import { capitalised } from '#web/format/words.ts';

export interface SubmitAreaProps {
  /** The id of the form that is submitted. */
  formId: string;
  conditions: readonly Condition[];
  /** Null while nothing is being sent. */
  progress: Progress | null;
  /** Whether the last sending was cancelled. */
  cancelled: boolean;
  onCancel: () => void;
  /** Whether pictures are still being made smaller. */
  shrinking: boolean;
  /** Makes the reasons links to their fields, where no checklist does it. */
  linked: boolean;
}

/** Submit, beside it why it can't be pressed yet, and how far the sending is. */
export function SubmitArea(props: SubmitAreaProps) {
  const { formId, conditions, progress, cancelled, onCancel, shrinking, linked } = props;
  const reasons = useId();
  const allowed = useMay('record a collision');
  const open = conditions.filter(({ met }) => !met);
  return (
    <div className={css['submit']}>
      {progress !== null && <Sending progress={progress} onCancel={onCancel} />}
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        wide
        disabled={!allowed || open.length > 0 || shrinking}
        aria-describedby={reasons}
        loading={progress !== null}
        loadingLabel="Sending"
      >
        Submit
      </Button>
      <div id={reasons} className={css['reasons']}>
        {!allowed && <NotAllowed />}
        {allowed && shrinking && <p>Pictures are being made smaller.</p>}
        {allowed && open.length > 0 && <Reasons open={open} linked={linked} />}
      </div>
      <div role="status" className={css['reasons']}>
        {cancelled && progress === null && (
          <p>Sending was cancelled. What you typed and chose is still here.</p>
        )}
      </div>
    </div>
  );
}

function NotAllowed() {
  const role = useCurrentUser()?.role ?? 'guest';
  return <p>Not open to your role: {role}. Collisions are recorded by officers.</p>;
}

function Reasons({ open, linked }: { open: readonly Condition[]; linked: boolean }) {
  return (
    <p>
      {open.map(({ name, field }, index) => {
        const word = index === 0 ? capitalised(name) : name;
        return (
          <Fragment key={field}>
            {separator(index, open.length)}
            {linked ? <FieldLink field={field}>{word}</FieldLink> : word}
          </Fragment>
        );
      })}
      {open.length === 1 ? ' is missing.' : ' are missing.'}
    </p>
  );
}

function separator(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}
