import { fieldId } from './draft.ts';
import type { Fields } from './use-collision-form.ts';

type Path = Parameters<Fields['getInputProps']>[0];

/**
 * The props of a text field: its place in the draft, a key that leads on to the next one, and no help
 * from the browser's memory, which knows the officer and nobody on the scene.
 */
export function textInput(fields: Fields, path: Path & string) {
  return {
    id: fieldId(path),
    name: path,
    autoComplete: 'off',
    enterKeyHint: 'next',
    ...fields.getInputProps(path),
  } as const;
}

/** For text of several lines, where Enter begins another. */
export const prose = { enterKeyHint: 'enter', autoCapitalize: 'sentences' } as const;
