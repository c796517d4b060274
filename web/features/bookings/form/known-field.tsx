import { fuelTypes, genders, vehicleTypes } from '#contract/booking-fields.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { KnownNote } from '#web/records/known/known-note.tsx';
import type { KnownFacts } from '#web/records/known/known-rules.ts';
import css from './booking-form.module.css';
import type { BookingInputs } from './booking-kind.ts';

const fieldOf = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

/** Fields with a fixed choice: a value that was recorded once may not be offered any more. */
const choices: Readonly<Record<string, readonly string[]>> = {
  gender: genders,
  vehicleType: vehicleTypes,
  type: fuelTypes,
};

/** What is known about the plate, licence or phone in the field above it, in a row of its own. */
export function KnownField({ form, of }: { form: BookingInputs; of: DossierKind }) {
  const { fields, fieldId } = form;
  const draft = fields.values;

  function fill(facts: KnownFacts): void {
    for (const [name, value] of Object.entries(facts)) {
      if (choices[name]?.includes(value) ?? true) fields.setFieldValue(name, value);
      fields.clearFieldError(name);
    }
  }

  return (
    <div className={css['known']}>
      <KnownNote
        of={of}
        value={draft[fieldOf[of]]}
        fieldId={fieldId(fieldOf[of])}
        fields={draft}
        offences={draft.offence.map(({ id }) => id)}
        onFill={fill}
      />
    </div>
  );
}
