import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ulid } from 'ulid';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import type { KeptForForm } from '#web/forms/drafts/use-opening-drafts.ts';
import { inScope } from '#web/forms/remembered-place.ts';
import {
  draftErrors,
  fieldId,
  newDraft,
  sameWords,
  type BookingDraft,
  type DraftField,
} from './draft.ts';

export type BookingFormState = ReturnType<typeof useForm<BookingDraft>>;
type Options = Parameters<typeof useForm<BookingDraft>>[0];

interface BegunForm {
  form: BookingFormState;
  /** Whether anything was typed. */
  begun: boolean;
  /** Fills the form with another draft. */
  goOnWith: (values: BookingDraft) => void;
}

/**
 * The state of one form: what was typed, and what is wrong with it once a field was left. It opens
 * with the draft that the end of a session cut off, or empty but for where the last booking was made.
 */
export function useBookingForm({ restored, remembered }: KeptForForm<BookingDraft>): BegunForm {
  const user = useCurrentUser();
  const [empty] = useState(() => newDraft(ulid(), user, remembered));
  const [options] = useState((): Options => ({
    initialValues: restored ? inScope(restored.draft.values, user) : empty,
    validate: draftErrors,
    validateInputOnBlur: true,
  }));
  const form: BookingFormState = useForm<BookingDraft>(options);
  form.watch('registration', () => form.clearFieldError('license'));

  function goOnWith(values: BookingDraft): void {
    form.setValues(inScope(values, user));
    form.clearErrors();
  }

  return { form, begun: !sameWords(form.values, empty), goOnWith };
}

type TextField = {
  [Name in DraftField]: string extends BookingDraft[Name] ? Name : never;
}[DraftField];

/**
 * The props of a text field: its place in the draft, and no help from the browser's memory, which
 * knows the officer and not the driver.
 */
export function textInput(form: BookingFormState, name: TextField) {
  return { id: fieldId(name), name, autoComplete: 'off', ...form.getInputProps(name) };
}

/** The error of a field as text, or undefined. */
export function errorOf(form: BookingFormState, field: DraftField): string | undefined {
  const error = form.errors[field];
  return typeof error === 'string' ? error : undefined;
}
