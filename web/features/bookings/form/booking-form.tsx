import { useState } from 'react';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import type { KeptForForm } from '#web/forms/drafts/use-opening-drafts.ts';
import { RecordForm } from '#web/forms/record/record-form.tsx';
import { useKept, useRecordForm } from '#web/forms/record/use-record-form.ts';
import { useSubmit } from '#web/forms/record/use-submit.ts';
import { rememberPlace } from '#web/forms/remembered-place.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { createBooking } from '../slice.ts';
import { BookingDetailsSection } from './booking-details-section.tsx';
import css from './booking-form.module.css';
import { bookingKind } from './booking-kind.ts';
import { Ticket } from './chosen-offences.tsx';
import { ConfiscationsSection } from './confiscations-section.tsx';
import { bookingOf, type BookingDraft } from './draft.ts';
import { DriverSection } from './driver-section.tsx';
import { ExtraSection } from './extra-section.tsx';
import { offenceFieldId, OffenceScreen } from './offence-field.tsx';
import { conditions, ticketLines } from './rules.ts';
import { sectionStates } from './sections.ts';
import { TotalBar } from './total-bar.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useOffencePicker } from './use-offence-picker.ts';
import { VehicleSection } from './vehicle-section.tsx';

/** The New Booking Form. `onClose` is called once it is done with: sent, kept as a draft or given up. */
export function BookingForm({ onClose }: { onClose: () => void }) {
  const kept = useKept(bookingKind);
  return kept && <BookingSheet kept={kept} onClose={onClose} />;
}

interface BookingSheetProps {
  kept: KeptForForm<BookingDraft>;
  onClose: () => void;
}

/** The form itself, once it is known what the device holds for it. */
function BookingSheet({ kept, onClose }: BookingSheetProps) {
  const form = useRecordForm(bookingKind, kept);
  const { fields } = form;
  const draft = fields.values;
  const catalogue = useCatalogue(draft.organisation);
  const picker = useOffencePicker(form, catalogue.offences);
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const desk = useScreen('desk');
  const phone = useScreen('phone');
  const [opened, setOpened] = useState(false);
  const lines = ticketLines(draft.offence, catalogue.offences);
  const points = conditions(draft);
  fields.watch('registration', () => fields.clearFieldError('license'));

  async function send(sent: BookingDraft, kept: Promise<void>): Promise<void> {
    await kept;
    const body = bookingOf(sent, catalogue.offences);
    const { organisation } = await dispatch(createBooking(body)).unwrap();
    const { zone, team, beatCode } = sent;
    if (user) void rememberPlace(user.id, { organisation, zone, team, beatCode });
  }

  const { sending, submit } = useSubmit(form, {
    send,
    ready: points.every(({ met }) => met),
    onClose,
  });

  function closePicker(): void {
    setOpened(false);
    requestAnimationFrame(() => focusField(offenceFieldId));
  }

  const picking = opened &&
    phone && {
      screen: <OffenceScreen picker={picker} catalogue={catalogue} onBack={closePicker} />,
      foot: (
        <TotalBar key="picker" lines={lines} picker={picker} beside>
          <Button variant="primary" size="lg" className={css['doneButton']} onClick={closePicker}>
            Done
          </Button>
        </TotalBar>
      ),
      onBack: closePicker,
    };

  return (
    <RecordForm
      form={form}
      states={sectionStates(draft)}
      conditions={points}
      sending={sending}
      onSubmit={submit}
      onClose={onClose}
      aside={{
        label: 'Ticket',
        above: <Ticket registration={draft.registration} lines={lines} picker={picker} />,
      }}
      foot={(submitArea) => (
        <TotalBar lines={lines} picker={picker}>
          {submitArea}
        </TotalBar>
      )}
      over={picking || null}
    >
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
    </RecordForm>
  );
}
