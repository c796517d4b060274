import { createContext, useContext } from 'react';

/** Says an English sentence in the reader's language, with values in its places. */
export type Say = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

const inEnglish: Say = (sentence, values = {}) =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** UiProvider is told how to say what the parts say by themselves: they know no language. */
export const Spoken = createContext(inEnglish);

/** Says what a part says by itself, such as "optional", and errors that arrive whole. */
export const useSay = (): Say => useContext(Spoken);

/** Says several sentences, each on a line of its own, as one text. */
export const sayLines = (say: Say, lines: string): string =>
  lines
    .split('\n')
    .map((line) => say(line))
    .join(' ');
