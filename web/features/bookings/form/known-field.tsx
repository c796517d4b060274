import { fuelTypes, genders, vehicleTypes } from '#contract/booking-fields.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { KnownNote } from '#web/records/known/known-note.tsx';
import type { KnownFacts } from '#web/records/known/known-rules.ts';
import css from './booking-form.module.css';
import type { BookingInputs } from './booking-kind.ts';

const field = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

/** What was once recorded may not be offered any more. */
const choices: Readonly<Record<string, readonly string[]>> = {
  gender: genders,
  vehicleType: vehicleTypes,
  type: fuelTypes,
};

/** Under the field of a plate, licence or phone: what is known of it. Stands in a row of its own. */
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
        value={draft[field[of]]}
        fieldId={fieldId(field[of])}
        fields={draft}
        offences={draft.offence.map(({ id }) => id)}
        onFill={fill}
      />
    </div>
  );
}
