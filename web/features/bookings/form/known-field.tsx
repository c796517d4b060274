import { fuelTypes, genders, vehicleTypes } from '#contract/booking-fields.ts';
import type { DossierKind } from '#contract/dossiers.ts';
import { KnownNote, type KnownFacts } from '#web/records/known-note.ts';
import { fieldId } from './draft.ts';
import css from './known-field.module.css';
import type { BookingFormState } from './use-booking-form.ts';

const fields = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

interface KnownFieldProps {
  form: BookingFormState;
  of: DossierKind;
}

/** Under the field of a plate, licence or phone: what is known of it. Stands in a row of its own. */
export function KnownField({ form, of }: KnownFieldProps) {
  const draft = form.values;
  const field = fields[of];
  return (
    <div className={css['row']}>
      <KnownNote
        of={of}
        value={draft[field]}
        fieldId={fieldId(field)}
        fields={factsIn(draft)}
        offences={draft.offence.map(({ id }) => id)}
        onFill={(facts) => fill(form, facts)}
      />
    </div>
  );
}

function factsIn(draft: BookingFormState['values']): KnownFacts {
  const { license, name, phoneNo, phoneTwo, address, email, dob, gender, height } = draft;
  const { registration, color, make, model, vehicleType, vehicleBody, type, origin } = draft;
  const { vehicleYear, capacity, vin } = draft;
  return {
    license,
    name,
    phoneNo,
    phoneTwo,
    address,
    email,
    dob,
    gender,
    height,
    registration,
    color,
    make,
    model,
    vehicleType,
    vehicleBody,
    type,
    origin,
    vehicleYear,
    capacity,
    vin,
  };
}

function fill(form: BookingFormState, facts: KnownFacts): void {
  const { gender, vehicleType, type, ...texts } = facts;
  const chosen = {
    gender: genders.find((known) => known === gender),
    vehicleType: vehicleTypes.find((known) => known === vehicleType),
    type: fuelTypes.find((known) => known === type),
  };
  form.setValues({
    ...texts,
    ...(chosen.gender && { gender: chosen.gender }),
    ...(chosen.vehicleType && { vehicleType: chosen.vehicleType }),
    ...(chosen.type && { type: chosen.type }),
  });
  for (const name of Object.keys(facts)) form.clearFieldError(name);
}
