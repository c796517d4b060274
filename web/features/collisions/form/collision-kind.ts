import type { Inputs } from '#web/forms/record/inputs.ts';
import type { RecordKind } from '#web/forms/record/record-kind.ts';
import {
  type CollisionDraft,
  collisionDraftSchema,
  draftErrors,
  newDraft,
  typedOf,
} from './draft.ts';
import { placeOf, plateOf } from './evidence.ts';
import { sections } from './sections.ts';
import type { EvidenceState } from './use-evidence.ts';

export type CollisionInputs = Inputs<CollisionDraft>;

/** The props of a section in which files are chosen. */
export interface WithEvidence {
  form: CollisionInputs;
  evidence: EvidenceState;
}

export const collisionKind: RecordKind<CollisionDraft> = {
  kind: 'collision',
  permission: 'record a collision',
  sections,
  schema: collisionDraftSchema,
  empty: newDraft,
  errors: draftErrors,
  typedOf,
  placeOf: (field, { vehicle }) => placeOf(field, vehicle),
  about: ({ vehicle, location }) =>
    vehicle.map(({ plate }) => plateOf(plate)).find((plate) => plate !== '') ?? location,
  words: {
    title: 'New Collision Form',
    who: 'Collisions are recorded by officers.',
    busy: 'Sending',
    added: 'Collision added',
    notAdded: 'The collision was not added',
    restored: 'This is what you had typed and chosen.',
    mayHaveArrived:
      'It was being sent and may have arrived. Submit it unchanged: it is recorded once.',
    arrivedBefore:
      'This collision arrived before you changed it. Look at the collisions first: Submit would now make a second one.',
  },
};
