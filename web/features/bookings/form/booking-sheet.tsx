import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { leavingWords } from '#web/forms/drafts/leaving-words.ts';
import { useDraft } from '#web/forms/drafts/use-draft.ts';
import { toastRemoved, useOffers } from '#web/forms/drafts/use-offers.ts';
import type { KeptForForm } from '#web/forms/drafts/use-opening-drafts.ts';
import { enterGoesOn } from '#web/forms/enter-goes-on.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { SectionLane } from '#web/ui/fields/section-lane.tsx';
import { BookingDetailsSection } from './booking-details-section.tsx';
import { BookingDrafts } from './booking-drafts.tsx';
import css from './booking-form.module.css';
import { ConfiscationsSection } from './confiscations-section.tsx';
import { fieldId, type BookingDraft } from './draft.ts';
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

interface BookingSheetProps {
  kept: KeptForForm<BookingDraft>;
  /** Whose drafts are kept; null for somebody who may not book. */
  userId: string | null;
  onClose: () => void;
}

/** The form itself, once it is known what the device holds for it. */
export function BookingSheet({ kept, userId, onClose }: BookingSheetProps) {
  const { form, begun, goOnWith } = useBookingForm(kept);
  const keeper = useDraft({ kind: 'booking', userId, values: form.values, begun });
  const { offers, goOn, discard } = useOffers({
    kind: 'booking',
    userId,
    offered: kept.offers,
    keeper,
    current: begun ? form.values : null,
    onContinue: goOnWith,
  });
  const catalogue = useCatalogue(form.values.organisation);
  const picker = useOffencePicker(form, catalogue.offences);
  const { saving, refusal, submit } = useSubmit(form, keeper, onClose);
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

  // The button that was pressed is gone by then.
  const focusForm = () => document.getElementById(formId)?.focus({ preventScroll: true });
  const leaving = leavingWords({
    sending: saving
      ? 'The booking is being sent, and may arrive although the form is closed.'
      : null,
    kept: keeper.works,
    onDiscard: () => {
      void keeper.settle().then(toastRemoved);
      onClose();
    },
  });

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
      confirmClose={begun && !picking ? leaving : undefined}
      scrollTopKey={`${refusal.attempt} ${String(picking)}`}
    >
      {picking && <OffenceScreen picker={picker} catalogue={catalogue} onBack={closePicker} />}
      <form
        id={formId}
        className={css['form']}
        hidden={picking}
        noValidate
        tabIndex={-1}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={enterGoesOn}
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
            <BookingDrafts
              restored={kept.restored?.draft ?? null}
              offers={offers}
              onContinue={(id) => void goOn(id).then(focusForm)}
              onDiscard={(id) => {
                discard(id);
                focusForm();
              }}
            />
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
