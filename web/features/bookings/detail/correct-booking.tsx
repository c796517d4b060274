import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import {
  type CorrectedField,
  correctedFields,
  correctionSchema,
} from '#contract/booking-corrections.ts';
import { labelsOf, rowOf, without } from '#contract/booking-rows.ts';
import { type Booking, maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import { proposeCorrection } from '#contract/corrections.ts';
import { englishCode } from '#contract/language.ts';
import type { OfferedLanguage } from '#contract/languages.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { capitalised } from '#web/format/words.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { showFirstError } from '#web/forms/refusal.ts';
import { useLanguages } from '#web/records/languages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { readBooking } from '../slice.ts';
import css from './booking-detail.module.css';
import { correctBooking } from './calls.ts';

interface CorrectBookingProps {
  booking: Booking;
  onChanged: () => void;
  onClose: () => void;
}

type Values = Record<CorrectedField, string>;

const first = [
  'registration',
  'license',
  'name',
  'phoneNo',
  'address',
  'make',
  'model',
  'color',
  'vehicleType',
  'location',
] as const;
const folded = without(correctedFields, [...first, 'notes']);

const withNone = (choices: readonly string[]) =>
  ['', ...choices].map((value) => ({ value, label: value }));

/** By their own names; English is what a booking says that names no language. */
const languageOptions = (languages: readonly OfferedLanguage[]) =>
  languages.map(({ code, name }) => ({ value: code === englishCode ? '' : code, label: name }));

/** Corrects what a booking says of vehicle, driver and place; the plate is what is typed first. */
export function CorrectBooking({ booking, onChanged, onClose }: CorrectBookingProps) {
  const dispatch = useDispatch();
  const languages = useLanguages(booking.organisation);
  const rare = languages.length > 1 ? folded : without(folded, ['language']);
  const own = useCurrentUser()?.id === booking.createdBy.id;
  const formId = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [byTwo, setByTwo] = useState(booking.paid && !own);
  const form = useForm<Values>({
    initialValues: Object.fromEntries(
      correctedFields.map((field) => [field, booking[field]]),
    ) as Values,
    validate: formErrors(correctionSchema),
    validateInputOnBlur: true,
  });

  async function save(values: Values): Promise<void> {
    setBusy(true);
    setRefusal('');
    const changed = correctedFields.filter((field) => values[field] !== booking[field]);
    const { _id: id, version, shownVersion } = booking;
    const correction = {
      ...Object.fromEntries(changed.map((field) => [field, values[field]])),
      version,
      reason: own ? '' : reason.trim(),
    };
    try {
      if (byTwo) await call(proposeCorrection, { params: { id }, body: correction });
      else await correctBooking(dispatch, id, correction);
      toastDone(
        byTwo
          ? 'A second person must now confirm the correction.'
          : shownVersion === null
            ? 'Booking corrected.'
            : 'Booking corrected. Show or print the ticket again.',
      );
    } catch (error) {
      const { message, status, code, fields } = failedCall(error);
      toastFailed(message);
      if (code === 'by_two') setByTwo(true);
      if (status !== 409 || code === 'by_two' || code === 'already_proposed') {
        form.setErrors(fields);
        setRefusal(message);
        setBusy(false);
        return;
      }
      // It was paid, shown or corrected by somebody else since it was read.
      readBooking(dispatch, booking._id).catch(() => undefined);
    }
    onChanged();
    onClose();
  }

  const fieldOf = (name: CorrectedField) => {
    const { label, choices, typed } = rowOf(name);
    const input = { label, ...form.getInputProps(name) };
    const options = name === 'language' ? languageOptions(languages) : choices && withNone(choices);
    return options ? (
      <ChoiceField key={name} options={options} {...input} />
    ) : (
      <TextField
        key={name}
        autoComplete="off"
        data-autofocus={name === 'registration' || undefined}
        {...typed}
        {...input}
      />
    );
  };
  const missing = !own && reason.trim().length < minReasonLength;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Correct booking"
      size="sm"
      initialFocus="field"
      footer={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          disabled={!form.isDirty() || missing}
          reason={form.isDirty() ? 'Enter a reason first.' : 'You have not changed anything yet.'}
          showReason
          loading={busy}
          loadingLabel="Saving"
        >
          {byTwo ? 'Propose correction' : 'Save correction'}
        </Button>
      }
    >
      <form
        id={formId}
        className="column gap-6"
        noValidate
        onSubmit={form.onSubmit((values) => void (busy || save(values)), showFirstError(form))}
      >
        <p className="small quiet">
          The old details stay in the history and on the ticket. You cannot correct the offences or
          the amount.
        </p>
        {byTwo && (
          <Notice>
            This booking is paid, or its ticket is before a court. Another zonal head or state admin
            must confirm the correction before it takes effect.
          </Notice>
        )}
        <RefusalNotice>{refusal}</RefusalNotice>
        <FieldGrid stacking>
          {first.map((name) =>
            name === 'address' ? <FullRow key={name}>{fieldOf(name)}</FullRow> : fieldOf(name),
          )}
          <FullRow>
            <details
              open={rare.some((name) => booking[name] !== '' || form.errors[name] !== undefined)}
            >
              <summary className={css['unfolds']}>{capitalised(labelsOf(rare).join(', '))}</summary>
              <FieldGrid stacking>{rare.map(fieldOf)}</FieldGrid>
            </details>
          </FullRow>
          <FullRow>
            <TextArea label="Notes" {...form.getInputProps('notes')} />
          </FullRow>
          {!own && (
            <FullRow>
              <TextArea
                label="Reason"
                hint="Everybody who can see the booking can read this reason."
                maxLength={maxReasonLength}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </FullRow>
          )}
        </FieldGrid>
      </form>
    </Dialog>
  );
}
