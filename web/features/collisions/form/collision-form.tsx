import { useState } from 'react';
import { said } from '#contract/language.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { type OpeningDrafts, useOpeningDrafts } from '#web/forms/drafts/use-opening-drafts.ts';
import { makingSmaller, RecordForm } from '#web/forms/record/record-form.tsx';
import { useRecordForm } from '#web/forms/record/use-record-form.ts';
import { useSubmit } from '#web/forms/record/use-submit.ts';
import { createCollision } from '../slice.ts';
import { collisionKind } from './collision-kind.ts';
import { bodyOf, type CollisionDraft, countInDoubt } from './draft.ts';
import { EvidenceSection } from './evidence-section.tsx';
import { errorsByRow, filesOf, tooMuch } from './evidence.ts';
import { OfficersSection } from './officers-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { conditions } from './rules.ts';
import { sectionStates } from './sections.ts';
import { useEvidence } from './use-evidence.ts';
import { VehiclesSection } from './vehicles-section.tsx';
import { WitnessesSection } from './witnesses-section.tsx';

/** The New Collision Form. `onClose` is called when the form is done: sent, saved as a draft, or discarded. */
export default function CollisionForm({ onClose }: { onClose: () => void }) {
  const opening = useOpeningDrafts(collisionKind);
  return opening && <CollisionSheet opening={opening} onClose={onClose} />;
}

interface CollisionSheetProps {
  opening: OpeningDrafts<CollisionDraft>;
  onClose: () => void;
}

/** The form itself, once its drafts are read. */
function CollisionSheet({ opening, onClose }: CollisionSheetProps) {
  const say = useSay();
  const evidence = useEvidence((opening.restored ?? opening.mending)?.files.files ?? []);
  const form = useRecordForm(collisionKind, opening, evidence);
  const dispatch = useDispatch();
  const draft = form.fields.values;
  const preparing = evidence.preparing.length > 0;
  // The same numbers are asked about once.
  const [asked, setAsked] = useState<string | null>(null);
  const files = filesOf(draft.vehicle, evidence.chosen);
  const submitConditions = conditions(draft, evidence.chosen);
  const { sending, stored, submit } = useSubmit(form, {
    record: (sent) => ({ body: bodyOf(sent), toldPrice: null, files }),
    send: (attempt) => createCollision(dispatch, attempt),
    ready: !preparing && submitConditions.every(({ met }) => met),
    check: () => {
      const tooMany = tooMuch(files);
      const doubt = countInDoubt(draft);
      const isAsked = doubt !== null && doubt !== asked;
      if (isAsked) setAsked(doubt);
      return {
        ...(tooMany !== null && { img: tooMany }),
        ...(isAsked && { noOfCars: doubt }),
      };
    },
    atFields: (errors) => errorsByRow(errors, draft.vehicle),
    onClose,
  });

  return (
    <RecordForm
      form={form}
      states={sectionStates(draft, evidence.chosen, say)}
      conditions={submitConditions}
      sending={sending}
      stored={stored}
      onSubmit={submit}
      onClose={onClose}
      aside={{ label: said('Submit') }}
      waiting={preparing ? makingSmaller : undefined}
    >
      <OverviewSection form={form} />
      <VehiclesSection form={form} evidence={evidence} />
      <EvidenceSection form={form} evidence={evidence} />
      <WitnessesSection form={form} />
      <OfficersSection form={form} />
    </RecordForm>
  );
}
