import { newCollisionSchema } from '#contract/collisions.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { bodyOf, type CollisionDraft } from './draft.ts';
import { plateOf } from './evidence.ts';

const contractErrors = formErrors(newCollisionSchema);

/** The first thing wrong with each field: by the contract's own schema, and plates that come twice. */
export function draftErrors(draft: CollisionDraft): Record<string, string> {
  const errors = contractErrors(bodyOf(draft));
  if (draft.organisation === null) errors['organisation'] = 'Choose an organisation.';
  const plates = draft.vehicle.map(({ plate }) => plateOf(plate));
  for (const [index, plate] of plates.entries()) {
    if (plate.startsWith('#')) {
      errors[`vehicle.${index}.plate`] ??= 'A plate does not begin with #.';
    } else if (plate !== '' && plates.indexOf(plate) < index) {
      errors[`vehicle.${index}.plate`] ??= `The plate ${plate} is on this collision already.`;
    }
  }
  return errors;
}
