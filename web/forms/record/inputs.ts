import type { useForm } from '@mantine/form';
import { errorOf } from '../refusal.ts';
import type { RecordDraft } from './record-kind.ts';
import css from './record-form.module.css';

/** What was typed into a form and what is wrong with it, as Mantine keeps it. */
export type Fields<V extends RecordDraft> = ReturnType<typeof useForm<V>>;

/** What the fields of a form need of it. */
export interface Inputs<V extends RecordDraft = RecordDraft> {
  fields: Fields<V>;
  /** The id of a field's control, where links and errors lead. */
  fieldId: (path: string) => string;
}

type Name<V> = keyof V & string;
type Path<V> = Name<V> | `${Name<V>}.${number}.${string}`;

/**
 * The props of a text field: its place in the draft, and no help from the browser's memory, which
 * knows the officer and nobody on the scene.
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

/** What is known by its letters and digits: plates, licences, codes. */
export const code = { autoCapitalize: 'characters', spellCheck: false } as const;
export const capitals = { ...code, className: css['capitals'] };
export const words = { autoCapitalize: 'words' } as const;
export const phone = { type: 'tel', inputMode: 'tel' } as const;
/** A key of the screen that leads on to the next field. */
export const goesOn = { enterKeyHint: 'next' } as const;
/** Text of several lines, where Enter begins another. */
export const prose = { enterKeyHint: 'enter', autoCapitalize: 'sentences' } as const;
