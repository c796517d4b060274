import { calls } from './lines/calls.ts';
import { constants } from './lines/constants.ts';
import { entities } from './lines/entities.ts';
import type { Line } from './lines/line.ts';
import { layout } from './lines/layout.ts';
import { lists } from './lines/lists.ts';
import { rules } from './lines/rules.ts';
import { screens } from './lines/screens.ts';
import { structure } from './lines/structure.ts';

/** How many lines the specification has. */
export const lastLine = 329;

/** Every line of the specification: the tests of its rules, or why it asks for nothing. */
export const lines: readonly Line[] = [
  ...structure,
  ...screens,
  ...layout,
  ...lists,
  ...entities,
  ...rules,
  ...calls,
  ...constants,
];
