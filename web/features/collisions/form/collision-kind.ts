import { said } from '#contract/language.ts';
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
  words: said({
    title: 'New Collision Form',
    who: 'Only officers can record collisions.',
    busy: 'Sending',
    added: 'Collision added',
    notAdded: 'The collision was not added',
    restored: 'Here is what you typed and selected.',
    mayHaveArrived:
      'Hanya was sending this collision, and it may have arrived. Submit it again without changes. Hanya will record it only once.',
    arrivedBefore:
      'The authority received this collision before you changed it. If you select Submit, you will make a second record. Look at the collisions first.',
  }),
};
