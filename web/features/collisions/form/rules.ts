import { said } from '#contract/language.ts';
import type { Condition } from '#web/forms/record/submit-area.tsx';
import type { CollisionDraft } from './draft.ts';
import type { Evidence } from './evidence.ts';

type Required = Pick<CollisionDraft, 'noOfCars' | 'noOfFatalities' | 'vehicle'>;
type Files = Pick<Evidence, 'img' | 'vid'>;

const given = (typed: string) => typed.trim() !== '';

/** The conditions of submitting a collision, in the order of the form. A count may be 0. */
export function conditions(draft: Required, evidence: Files): Condition[] {
  return [
    {
      name: said('number of vehicles'),
      met: given(draft.noOfCars),
      field: 'collision-noOfCars',
    },
    {
      name: said('number of fatalities'),
      met: given(draft.noOfFatalities),
      field: 'collision-noOfFatalities',
    },
    {
      name: said('vehicle'),
      met: draft.vehicle.length > 0,
      field: 'collision-vehicle',
    },
    {
      name: said('image or video'),
      met: evidence.img.length > 0 || evidence.vid !== null,
      field: 'collision-img',
    },
  ];
}
