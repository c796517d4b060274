import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { ConfirmWords } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { SectionLane } from '#web/ui/section-lane.tsx';
import { BookingDetailsSection } from './booking-details-section.tsx';
import css from './booking-form.module.css';
import { ConfiscationsSection } from './confiscations-section.tsx';
import { fieldId } from './draft.ts';
import { DriverSection } from './driver-section.tsx';
import { ExtraSection } from './extra-section.tsx';
import { OffenceScreen } from './offence-screen.tsx';
import { ticketLines } from './rules.ts';
import { laneSections } from './section-states.ts';
import { sections } from './sections.ts';
import { SubmitArea } from './submit-area.tsx';
import { TicketAside } from './ticket-aside.tsx';
import { TotalBar } from './total-bar.tsx';
import { errorOf, useBookingForm } from './use-booking-form.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useOffencePicker } from './use-offence-picker.ts';
import { useSubmit } from './use-submit.ts';
import { VehicleSection } from './vehicle-section.tsx';

const atOnce = { getInitialValueInEffect: false };

/** The New Booking Form. `onClose` is called once it is done with, sent or given up. */
export function BookingForm({ onClose }: { onClose: () => void }) {
  const form = useBookingForm();
  const catalogue = useCatalogue();
  const picker = useOffencePicker(form, catalogue.offences);
  const { saving, refusal, submit } = useSubmit(form, onClose);
  const [current, setCurrent] = useState<string>(sections.details.id);
  const [opened, setOpened] = useState(false);
  const desk = useMediaQuery('(min-width: 75em)', true, atOnce);
  const phone = useMediaQuery('(max-width: 47.99em)', false, atOnce);
  const formId = useId();

  const draft = form.values;
  const lines = ticketLines(draft.offence, catalogue.offences);
  const picking = opened && phone;

  function closePicker(): void {
    setOpened(false);
    requestAnimationFrame(() => focusField(fieldId('offence')));
  }

  const submitArea = <SubmitArea formId={formId} draft={draft} saving={saving} linked={!desk} />;
  const foot = picking ? (
    <TotalBar key="picker" lines={lines} picker={picker} beside>
      <Button variant="primary" size="lg" className={css['doneButton']} onClick={closePicker}>
        Done
      </Button>
    </TotalBar>
  ) : (
    <TotalBar lines={lines} picker={picker}>
      {submitArea}
    </TotalBar>
  );

  return (
    <Dialog
      opened
      onClose={picking ? closePicker : onClose}
      title="New Booking Form"
      size={desk ? 'lg' : 'sm'}
      flush
      footer={desk ? undefined : foot}
      confirmClose={form.isDirty() && !picking ? leaving(saving) : undefined}
      scrollTopKey={`${refusal.attempt} ${String(picking)}`}
    >
      {picking && <OffenceScreen picker={picker} catalogue={catalogue} onBack={closePicker} />}
      <form
        id={formId}
        className={css['form']}
        hidden={picking}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onFocus={(event) => {
          const section = event.target.closest('section[id]');
          if (section) setCurrent(section.id);
        }}
      >
        <div className={css['lane']}>
          <SectionLane
            sections={laneSections(draft, (field) => errorOf(form, field) !== undefined, current)}
            onChoose={setCurrent}
          />
        </div>
        <div className={css['middle']}>
          <div className={css['summary']}>
            <ErrorSummary {...refusal} />
          </div>
          <BookingDetailsSection
            form={form}
            catalogue={catalogue}
            picker={picker}
            lines={desk ? null : lines}
            onOpenPicker={phone ? () => setOpened(true) : null}
          />
          <DriverSection form={form} />
          <VehicleSection form={form} />
          <ConfiscationsSection form={form} />
          <ExtraSection form={form} />
        </div>
        {desk && (
          <TicketAside draft={draft} lines={lines} picker={picker}>
            {submitArea}
          </TicketAside>
        )}
      </form>
    </Dialog>
  );
}

function leaving(saving: boolean): ConfirmWords {
  return {
    title: 'Close the form?',
    message: saving
      ? 'The booking is being sent, and may arrive although the form is closed.'
      : 'What you typed will be lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep typing',
    destructive: true,
  };
}
