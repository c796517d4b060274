import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useMay } from '#web/lib/store-hooks.ts';
import type { ConfirmWords } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SectionLane } from '#web/ui/section-lane.tsx';
import css from './collision-form.module.css';
import { EvidenceSection } from './evidence-section.tsx';
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

/** The New Collision Form. `onClose` is called once it is done with, sent or given up. */
export function CollisionForm({ onClose }: { onClose: () => void }) {
  const form = useCollisionForm();
  const { fields, evidence, begun } = form;
  const { progress, cancelled, refusal, submit, cancel } = useSubmit(form, onClose);
  const [current, setCurrent] = useState<string>(sections.overview.id);
  const desk = useMediaQuery('(min-width: 75em)', true, atOnce);
  const allowed = useMay('record a collision');
  const formId = useId();

  const points = conditions(fields.values, evidence);
  const submitArea = (
    <SubmitArea
      {...{ formId, progress, cancelled }}
      conditions={points}
      onCancel={cancel}
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
      confirmClose={begun ? leaving(progress !== null) : undefined}
      scrollTopKey={refusal.attempt}
    >
      <form
        id={formId}
        className={css['form']}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void submit();
        }}
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

function leaving(sending: boolean): ConfirmWords {
  return {
    title: 'Close the form?',
    message: sending
      ? 'The collision is being sent. Closing the form stops that, and what you typed and chose will be lost.'
      : 'What you typed and chose will be lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep typing',
    destructive: true,
  };
}
