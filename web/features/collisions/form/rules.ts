import { fieldId, type CollisionDraft } from './draft.ts';
import type { Evidence } from './evidence.ts';

type Required = Pick<CollisionDraft, 'noOfCars' | 'noOfFatalities' | 'vehicle'>;
type Files = Pick<Evidence, 'img' | 'vid'>;

/** A condition of submitting, and the id of the field that meets it. */
export interface Condition {
  name: string;
  label: string;
  met: boolean;
  field: string;
}

const given = (typed: string) => typed.trim() !== '';

/** What must be there before a collision can be submitted, in the order of the form; 0 is a number. */
export function conditions(draft: Required, evidence: Files): Condition[] {
  return [
    {
      name: 'number of vehicles',
      label: 'Number of vehicles',
      met: given(draft.noOfCars),
      field: fieldId('noOfCars'),
    },
    {
      name: 'number of fatalities',
      label: 'Number of fatalities',
      met: given(draft.noOfFatalities),
      field: fieldId('noOfFatalities'),
    },
    {
      name: 'vehicle',
      label: 'At least one vehicle',
      met: draft.vehicle.length > 0,
      field: fieldId('vehicle'),
    },
    {
      name: 'image or video',
      label: 'Image or video as evidence',
      met: evidence.img.length > 0 || evidence.vid !== null,
      field: fieldId('img'),
    },
  ];
}

/** Whether Submit is enabled. */
export function canSubmit(draft: Required, evidence: Files): boolean {
  return conditions(draft, evidence).every(({ met }) => met);
}
