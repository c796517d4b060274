import type { ReactNode } from 'react';
import type { BookingField } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { WithKnown } from '#web/records/known/known-note.tsx';
import type { KnownFacts } from '#web/records/known/known-rules.ts';
import type { BookingInputs } from './booking-kind.ts';

const fieldOf = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

interface KnownFieldProps {
  form: BookingInputs;
  of: DossierKind;
  children: ReactNode;
}

/** The field of a plate, licence or phone with what is known about it. */
export function KnownField({ form, of, children }: KnownFieldProps) {
  const { fields } = form;
  const draft = fields.values;

  function fill(facts: KnownFacts): void {
    for (const [name, value] of Object.entries(facts) as [BookingField, string][]) {
      // A choice that was recorded once may not be offered any more.
      if (rowOf(name).choices?.includes(value) ?? true) fields.setFieldValue(name, value);
      fields.clearFieldError(name);
    }
  }

  return (
    <WithKnown
      of={of}
      // A look-up is written down: in practice there is none.
      value={form.kind?.practice ? '' : draft[fieldOf[of]]}
      fieldId={form.fieldId(fieldOf[of])}
      fields={draft}
      offences={draft.offence.map(({ id }) => id)}
      onFill={fill}
    >
      {children}
    </WithKnown>
  );
}
