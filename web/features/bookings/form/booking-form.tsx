import { useRef, useState } from 'react';
import { said } from '#contract/language.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { newTicketCode } from '#web/device/new-ticket-code.ts';
import { type OpeningDrafts, useOpeningDrafts } from '#web/forms/drafts/use-opening-drafts.ts';
import { makingSmaller, RecordForm } from '#web/forms/record/record-form.tsx';
import { useRecordForm } from '#web/forms/record/use-record-form.ts';
import { useSubmit } from '#web/forms/record/use-submit.ts';
import { rememberPlace } from '#web/forms/remembered-place.ts';
import type { Practised } from '#web/records/slot.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { createBooking } from '../slice.ts';
import { BookingDetailsSection } from './booking-details-section.tsx';
import css from './booking-form.module.css';
import { bookingKind, practiceKind } from './booking-kind.ts';
import { Ticket } from './chosen-offences.tsx';
import { ConfiscationsSection } from './confiscations-section.tsx';
import { type BookingDraft, bookingOf, sameOffences, typedOf } from './draft.ts';
import { DriverSection } from './driver-section.tsx';
import { ExtraSection } from './extra-section.tsx';
import { offenceFieldId, OffenceScreen } from './offence-field.tsx';
import { signatureOf, usePictures } from './pictures.ts';
import { PlateFirst } from './plate-first.tsx';
import { conditions, ticketLines, toldPrice } from './rules.ts';
import { sectionStates } from './sections.ts';
import { TotalBar } from './total-bar.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useOffencePicker } from './use-offence-picker.ts';
import { VehicleSection } from './vehicle-section.tsx';

const picturesPart = lazyPart(() => import('./pictures-section.tsx'));

/** The New Booking Form. `onClose` is called when the form is done: sent, saved as a draft, or discarded. */
export default function BookingForm({ onClose }: { onClose: () => void }) {
  const opening = useOpeningDrafts(bookingKind);
  return opening && <BookingSheet kind={bookingKind} opening={opening} onClose={onClose} />;
}

interface PracticeFormProps {
  onPractised: (made: Practised) => void;
  onClose: () => void;
}

/** The same form, from which nothing is kept or sent. */
export function PracticeForm(props: PracticeFormProps) {
  const opening = useOpeningDrafts(practiceKind);
  return opening && <BookingSheet kind={practiceKind} opening={opening} {...props} />;
}

interface BookingSheetProps {
  kind: typeof bookingKind;
  opening: OpeningDrafts<BookingDraft>;
  onPractised?: PracticeFormProps['onPractised'];
  onClose: () => void;
}

/** The form itself, once its drafts are read. */
function BookingSheet({ kind, opening, onPractised, onClose }: BookingSheetProps) {
  const say = useSay();
  const pictures = usePictures((opening.restored ?? opening.mending)?.files.files ?? []);
  const form = useRecordForm(kind, opening, pictures);
  const { fields } = form;
  const draft = fields.values;
  const catalogue = useCatalogue(draft.organisation);
  const picker = useOffencePicker(form, catalogue.offences);
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const desk = useScreen('desk');
  const phone = useScreen('phone');
  const [pickerOpened, setPickerOpened] = useState(false);
  const lines = ticketLines(draft.offence, catalogue.offences);
  const submitConditions = conditions(draft);
  const ready = pictures.preparing.length === 0 && submitConditions.every(({ met }) => met);
  const ticketCode = useTicketCode(draft._id);
  const Pictures = picturesPart.use('soon')?.PicturesSection;
  fields.watch('registration', () => fields.clearFieldError('license'));

  const { sending, stored, submit } = useSubmit(form, {
    record: (sent) => {
      const price = toldPrice(sent.offence, catalogue.offences) ?? undefined;
      return {
        body: {
          ...bookingOf(sent, catalogue.offences),
          price,
          ticketCode: ticketCode(),
          signature: signatureOf(sent, pictures.files),
        },
        files: pictures.files.map(({ place: name, file }) => ({ name, file })),
        // The same offences cost what the driver was told then.
        toldPrice:
          form.mending && sameOffences(typedOf(form.mending.body), sent)
            ? form.mending.toldPrice
            : (price ?? null),
      };
    },
    send: (attempt) => createBooking(dispatch, attempt),
    onDone: ({ organisation, zone, team, beatCode }) => {
      if (user && organisation !== null)
        void rememberPlace(user.id, { organisation, zone, team, beatCode });
    },
    ready,
    onClose,
  });

  function closePicker(): void {
    setPickerOpened(false);
    requestAnimationFrame(() => focusField(offenceFieldId));
  }

  function practise(): Promise<void> {
    const errors = kind.errors(draft);
    if (Object.keys(errors).length > 0) form.refuse(errors);
    else if (ready)
      onPractised?.({
        body: { ...bookingOf(draft, catalogue.offences), ticketCode: ticketCode() },
        price: toldPrice(draft.offence, catalogue.offences),
        offences: catalogue.offences,
      });
    return Promise.resolve();
  }

  const pickerScreen = {
    screen: <OffenceScreen picker={picker} catalogue={catalogue} onBack={closePicker} />,
    foot: (
      <TotalBar key="picker" lines={lines} picker={picker} beside>
        <Button variant="primary" size="lg" className={css['doneButton']} onClick={closePicker}>
          {say('Done')}
        </Button>
      </TotalBar>
    ),
    onBack: closePicker,
  };

  return (
    <RecordForm
      form={form}
      states={sectionStates(draft, say)}
      conditions={submitConditions}
      sending={sending}
      stored={stored}
      onSubmit={onPractised ? practise : submit}
      onClose={onClose}
      waiting={pictures.preparing.length > 0 ? makingSmaller : undefined}
      aside={{
        label: said('Ticket'),
        above: <Ticket registration={draft.registration} lines={lines} picker={picker} />,
      }}
      foot={(submitArea) => (
        <TotalBar lines={lines} picker={picker}>
          {submitArea}
        </TotalBar>
      )}
      overlay={phone && pickerOpened ? pickerScreen : null}
    >
      <PlateFirst form={form} />
      <BookingDetailsSection
        form={form}
        catalogue={catalogue}
        picker={picker}
        lines={desk ? null : lines}
        onOpenPicker={phone ? () => setPickerOpened(true) : null}
      />
      <DriverSection form={form} />
      <VehicleSection form={form} />
      <ConfiscationsSection form={form} />
      <ExtraSection form={form} />
      {Pictures && <Pictures form={form} pictures={pictures} />}
    </RecordForm>
  );
}

/** The code of the ticket: drawn once for a booking, however often it is submitted. */
function useTicketCode(bookingId: string): () => string {
  const drawn = useRef<{ bookingId: string; code: string }>(null);
  return () => {
    if (drawn.current?.bookingId !== bookingId)
      drawn.current = { bookingId, code: newTicketCode() };
    return drawn.current.code;
  };
}
