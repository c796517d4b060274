import { fieldId } from './draft.ts';
import type { Fields } from './use-collision-form.ts';

type Path = Parameters<Fields['getInputProps']>[0];

/** The props of a text field: its place in the draft, and no help from the browser's memory. */
export function textInput(fields: Fields, path: Path & string) {
  return { id: fieldId(path), name: path, autoComplete: 'off', ...fields.getInputProps(path) };
}
