import type { ReactNode } from 'react';
import { fuelTypes, genders, vehicleTypes } from '#contract/booking-fields.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { WithKnown } from '#web/records/known/known-note.tsx';
import type { KnownFacts } from '#web/records/known/known-rules.ts';
import type { BookingInputs } from './booking-kind.ts';

const fieldOf = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

/** Fields with a fixed choice: a value that was recorded once may not be offered any more. */
const choices: Readonly<Record<string, readonly string[]>> = {
  gender: genders,
  vehicleType: vehicleTypes,
  type: fuelTypes,
};

interface KnownFieldProps {
  form: BookingInputs;
  of: DossierKind;
  /** Where the field isn't the one of its section. */
  fieldId?: string;
  children: ReactNode;
}

/** The field of a plate, licence or phone with what is known about it. */
export function KnownField({ form, of, fieldId, children }: KnownFieldProps) {
  const { fields } = form;
  const draft = fields.values;

  function fill(facts: KnownFacts): void {
    for (const [name, value] of Object.entries(facts)) {
      if (choices[name]?.includes(value) ?? true) fields.setFieldValue(name, value);
      fields.clearFieldError(name);
    }
  }

  return (
    <WithKnown
      of={of}
      // A look-up is written down: in practice there is none.
      value={form.kind?.practice ? '' : draft[fieldOf[of]]}
      fieldId={fieldId ?? form.fieldId(fieldOf[of])}
      fields={draft}
      offences={draft.offence.map(({ id }) => id)}
      onFill={fill}
    >
      {children}
    </WithKnown>
  );
}
