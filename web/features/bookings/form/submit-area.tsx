import { Fragment, useId } from 'react';
import { needLicenceOrRegistration, needOffence } from '#contract/booking-fields.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldLink } from '#web/ui/fields/field-link.tsx';
import css from './booking-form.module.css';
import type { BookingDraft } from './draft.ts';
import { conditions, maySubmit, type Condition } from './rules.ts';
import { capitalised } from '#web/format/words.ts';

export interface SubmitAreaProps {
  /** The id of the form that is submitted. */
  formId: string;
  draft: BookingDraft;
  saving: boolean;
  /** Makes the reasons links to their fields, where no checklist does it. */
  linked: boolean;
}

/** The conditions that have a sentence of their own. */
const sentences: Partial<Record<Condition['name'], string>> = {
  offence: needOffence,
  'licence or registration': needLicenceOrRegistration,
};

/** Submit, and beside it why it can't be pressed yet. */
export function SubmitArea({ formId, draft, saving, linked }: SubmitAreaProps) {
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
        {allowed ? <Reasons draft={draft} linked={linked} /> : <NotAllowed />}
      </div>
    </div>
  );
}

function NotAllowed() {
  const role = useCurrentUser()?.role ?? 'guest';
  return <p>Not open to your role: {role}. Bookings are made by officers.</p>;
}

interface ReasonsProps {
  draft: BookingDraft;
  linked: boolean;
}

function Reasons({ draft, linked }: ReasonsProps) {
  const open = conditions(draft).filter(({ met }) => !met);
  const words = open.flatMap(({ name, field }) => {
    const sentence = sentences[name];
    return sentence === undefined ? [] : [{ field, sentence }];
  });
  const others = open.filter(({ name }) => sentences[name] === undefined);
  return (
    <>
      {words.map(({ field, sentence }) => (
        <p key={field}>{linked ? <FieldLink field={field}>{sentence}</FieldLink> : sentence}</p>
      ))}
      {others.length > 0 && (
        <p>
          {others.map(({ name, field }, index) => (
            <Fragment key={field}>
              {separator(index, others.length)}
              {linked ? (
                <FieldLink field={field}>{wordFor(name, index)}</FieldLink>
              ) : (
                wordFor(name, index)
              )}
            </Fragment>
          ))}
          {others.length === 1 ? ' is missing.' : ' are missing.'}
        </p>
      )}
    </>
  );
}

const wordFor = (name: string, index: number) => (index === 0 ? capitalised(name) : name);

function separator(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}
