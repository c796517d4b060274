import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ulid } from 'ulid';
import { useCurrentUser } from '#web/lib/store-hooks.ts';
import { draftErrors, fieldId, newDraft, type BookingDraft, type DraftField } from './draft.ts';

export type BookingFormState = ReturnType<typeof useForm<BookingDraft>>;
type Options = Parameters<typeof useForm<BookingDraft>>[0];

/** The state of one form: what was typed, and what is wrong with it once a field was left. */
export function useBookingForm(): BookingFormState {
  const user = useCurrentUser();
  const [options] = useState((): Options => ({
    initialValues: newDraft(ulid(), user),
    validate: draftErrors,
    validateInputOnBlur: true,
  }));
  const form = useForm<BookingDraft>(options);
  form.watch('registration', () => form.clearFieldError('license'));
  return form;
}

type TextField = {
  [Name in DraftField]: string extends BookingDraft[Name] ? Name : never;
}[DraftField];

/** The props of a text field: its place in the draft, and no help from the browser's memory. */
export function textInput(form: BookingFormState, name: TextField) {
  return { id: fieldId(name), name, autoComplete: 'off', ...form.getInputProps(name) };
}

/** The error of a field as text, or undefined. */
export function errorOf(form: BookingFormState, field: DraftField): string | undefined {
  const error = form.errors[field];
  return typeof error === 'string' ? error : undefined;
}
