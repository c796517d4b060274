import { statements1to4 } from './statements-1-to-4.ts';
import { statements5to9 } from './statements-5-to-9.ts';

/** Lines as a title names them, such as `263a to 263c, 254b`, and what they say. */
export type Said = readonly [lines: string, what: string];

/**
 * What the specification's sections 1 to 9 state, line by line. A line that says several things,
 * of which one can break while the others hold, has a letter for each.
 */
export const statements: readonly Said[] = [...statements1to4, ...statements5to9];

/** The lines that no test names, each with its reason. */
export const reasons: readonly Said[] = [
  ['60', 'points to lines 41 to 55, which are tested'],
  ['221', 'says that the document is silent'],
  ['233', 'says that the document is silent'],
  ['237', 'says that the document is silent'],
  ['282', 'says that the document is silent'],
  ['294', 'says whose words they are, and none of them'],
];
