import { useId } from 'react';
import { needLicenceOrRegistration, needOffence } from '#contract/booking-fields.ts';
import { useCurrentUser, useMay } from '#web/lib/store-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldLink } from '#web/ui/field-link.tsx';
import css from './booking-form.module.css';
import { fieldId, type BookingDraft } from './draft.ts';
import { conditions, maySubmit } from './rules.ts';
import { capitalised, listed } from './words.ts';

export interface SubmitAreaProps {
  /** The id of the form that is submitted. */
  formId: string;
  draft: BookingDraft;
  saving: boolean;
}

/** Submit, and beside it why it can't be pressed yet. */
export function SubmitArea({ formId, draft, saving }: SubmitAreaProps) {
  const reasons = useId();
  const allowed = useMay('book');
  return (
    <div className={css['submit']}>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        wide
        disabled={!allowed || !maySubmit(draft)}
        aria-describedby={reasons}
        loading={saving}
        loadingLabel="Saving"
      >
        Submit
      </Button>
      <div id={reasons} className={css['reasons']}>
        {allowed ? <Missing draft={draft} /> : <NotAllowed />}
      </div>
    </div>
  );
}

function NotAllowed() {
  const role = useCurrentUser()?.role ?? 'guest';
  return <p>Not open to your role: {role}. Bookings are made by officers.</p>;
}

function Missing({ draft }: { draft: BookingDraft }) {
  const open = conditions(draft).filter(({ met }) => !met);
  const has = (name: string) => open.some((condition) => condition.name === name);
  const details = open.filter(
    ({ name }) => name !== 'offence' && name !== 'licence or registration',
  );
  const [first] = details;
  return (
    <>
      {has('offence') && (
        <p>
          <FieldLink field={fieldId('offence')}>{needOffence}</FieldLink>
        </p>
      )}
      {has('licence or registration') && (
        <p>
          <FieldLink field={fieldId('license')}>{needLicenceOrRegistration}</FieldLink>
        </p>
      )}
      {first && (
        <p>
          <FieldLink field={first.field}>
            {capitalised(listed(details.map(({ name }) => name)))}
          </FieldLink>{' '}
          {details.length === 1 ? 'is' : 'are'} missing.
        </p>
      )}
    </>
  );
}
