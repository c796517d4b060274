import type { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { errorOf } from '../refusal.ts';
import css from './record-form.module.css';
import type { RecordDraft } from './record-kind.ts';

/** Mantine's form: the values that were typed, and their errors. */
export type Fields<V extends RecordDraft> = ReturnType<typeof useForm<V>>;

/** The form's state as its fields read it. */
export interface Inputs<V extends RecordDraft = RecordDraft> {
  kind?: { practice?: true };
  fields: Fields<V>;
  /** The id of a field's control, which links and errors point to. */
  fieldId: (path: string) => string;
  /** The record that waits and is mended here, if it isn't a new one. */
  mending?: object | null;
}

type Name<V> = keyof V & string;
type Path<V> = Name<V> | `${Name<V>}.${number}.${string}`;

/**
 * The props of a text field. The browser fills in nothing: it would suggest the officer's own name
 * and address for the driver.
 */
export function textInput<V extends RecordDraft>(form: Inputs<V>, path: Path<V>) {
  return {
    id: form.fieldId(path),
    name: path,
    autoComplete: 'off',
    ...form.fields.getInputProps(path),
  };
}

/** The props of a select; `none` is what the draft holds while nothing is chosen. */
export function choiceInput<V extends RecordDraft>(
  form: Inputs<V>,
  path: Path<V>,
  options: readonly string[],
  none = '',
) {
  const { fields, fieldId } = form;
  const input: { value?: string; onChange?: (value: string) => void } = fields.getInputProps(path);
  return {
    id: fieldId(path),
    value: input.value === '' ? null : input.value,
    error: errorOf(fields, path),
    onChange: (chosen: string | null) =>
      input.onChange?.(options.find((known) => known === chosen) ?? none),
  };
}

/** For plates, licences and codes. */
const code = { autoCapitalize: 'characters' } as const;
export const capitals = { ...code, className: css['capitals'] };
export const words = { autoCapitalize: 'words' } as const;
export const phone = { type: 'tel', inputMode: 'tel' } as const;
/** The on-screen keyboard shows Next in place of Enter; see `enterMovesOn`. */
export const nextKey = { enterKeyHint: 'next' } as const;
/** For text of several lines, where Enter begins a new one. */
export const prose = { enterKeyHint: 'enter', autoCapitalize: 'sentences' } as const;

/**
 * On a touch screen, Enter in a field with `nextKey` moves on to the next field, as the key says.
 * Otherwise it would submit a form that is half filled in. For `onKeyDown` of a form.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return;
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const fields = [...currentTarget.elements].filter(isField);
  fields[fields.indexOf(target) + 1]?.focus();
}

function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  const skipped = ['checkbox', 'file', 'hidden'];
  return element instanceof HTMLInputElement && !skipped.includes(element.type);
}
