import { useMediaQuery } from '@mantine/hooks';
import { useId, useMemo, useState } from 'react';
import { leavingWords } from '#web/forms/drafts/leaving-words.ts';
import { useDraft } from '#web/forms/drafts/use-draft.ts';
import { toastRemoved, useOffers } from '#web/forms/drafts/use-offers.ts';
import type { KeptForForm } from '#web/forms/drafts/use-opening-drafts.ts';
import { enterGoesOn } from '#web/forms/enter-goes-on.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { SectionLane } from '#web/ui/fields/section-lane.tsx';
import { CollisionDrafts } from './collision-drafts.tsx';
import css from './collision-form.module.css';
import type { CollisionDraft } from './draft.ts';
import { EvidenceSection } from './evidence-section.tsx';
import { keptFiles } from './kept-evidence.ts';
import { OfficersSection } from './officers-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { PointsAside } from './points-aside.tsx';
import { conditions } from './rules.ts';
import { laneSections } from './section-states.ts';
import { sections } from './sections.ts';
import { SubmitArea } from './submit-area.tsx';
import { useCollisionForm, wrongPaths } from './use-collision-form.ts';
import { useSubmit } from './use-submit.ts';
import { VehiclesSection } from './vehicles-section.tsx';
import { WitnessesSection } from './witnesses-section.tsx';

const atOnce = { getInitialValueInEffect: false };

interface CollisionSheetProps {
  kept: KeptForForm<CollisionDraft>;
  /** Whose drafts are kept; null for somebody who may not record a collision. */
  userId: string | null;
  onClose: () => void;
}

/** The form itself, once it is known what the device holds for it. */
export function CollisionSheet({ kept, userId, onClose }: CollisionSheetProps) {
  const form = useCollisionForm(kept);
  const { fields, evidence, begun } = form;
  const files = useMemo(() => keptFiles(evidence), [evidence]);
  const keeper = useDraft({ kind: 'collision', userId, values: fields.values, files, begun });
  const { offers, goOn, discard } = useOffers({
    kind: 'collision',
    userId,
    offered: kept.offers,
    keeper,
    current: begun ? fields.values : null,
    onContinue: form.goOnWith,
  });
  const { progress, cancelled, refusal, submit, cancel } = useSubmit(form, keeper, onClose);
  const [current, setCurrent] = useState<string>(sections.overview.id);
  const desk = useMediaQuery('(min-width: 75em)', true, atOnce);
  const allowed = useMay('record a collision');
  const formId = useId();

  const points = conditions(fields.values, evidence);
  // The button that was pressed is gone by then.
  const focusForm = () => document.getElementById(formId)?.focus({ preventScroll: true });
  const leaving = leavingWords({
    sending: progress === null ? null : 'The collision is being sent. Closing the form stops that.',
    kept: keeper.works,
    onDiscard: () => {
      void keeper.settle().then(toastRemoved);
      onClose();
    },
  });

  const submitArea = (
    <SubmitArea
      formId={formId}
      progress={progress}
      cancelled={cancelled}
      conditions={points}
      onCancel={cancel}
      shrinking={form.shrinking.length > 0}
      linked={!desk}
    />
  );

  return (
    <Dialog
      opened
      onClose={onClose}
      title="New Collision Form"
      size={desk ? 'lg' : 'sm'}
      flush
      footer={desk ? undefined : submitArea}
      confirmClose={begun ? leaving : undefined}
      scrollTopKey={refusal.attempt}
    >
      <form
        id={formId}
        className={css['form']}
        noValidate
        tabIndex={-1}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void submit();
        }}
        onKeyDown={enterGoesOn}
        onFocus={(event) => {
          const section = event.target.closest('section[id]');
          if (section) setCurrent(section.id);
        }}
      >
        <div className={css['lane']}>
          <SectionLane
            sections={laneSections(fields.values, evidence, wrongPaths(fields), current)}
            onChoose={setCurrent}
          />
        </div>
        <div className={css['middle']}>
          <div className={css['summary']}>
            <ErrorSummary {...refusal} />
            <CollisionDrafts
              restored={kept.restored?.draft ?? null}
              leftOut={form.leftOut}
              offers={offers}
              onContinue={(id) => void goOn(id).then(focusForm)}
              onDiscard={(id) => {
                discard(id);
                focusForm();
              }}
            />
          </div>
          <OverviewSection fields={fields} />
          <VehiclesSection form={form} />
          <EvidenceSection form={form} />
          <WitnessesSection fields={fields} />
          <OfficersSection fields={fields} />
        </div>
        {desk && <PointsAside conditions={points}>{submitArea}</PointsAside>}
      </form>
    </Dialog>
  );
}
