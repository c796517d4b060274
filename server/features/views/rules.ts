import type { z } from 'zod';
import { records, recordsWith } from '#contract/records.ts';
import { may, type Permission, type Role } from '#contract/roles.ts';
import { plainSentence } from '#contract/sentences.ts';
import { viewLimit, type ViewScreen, viewScreens } from '#contract/views.ts';
import { invalid, Refusal } from '#server/http/refusal.ts';

/** The lists whose views can be saved, and the permission that each takes. */
const lists = Object.fromEntries([
  ...recordsWith('views').flatMap((record) => Object.entries<Permission>(records[record].views)),
  ['reports', 'see reconciliation'],
]) as Readonly<Record<ViewScreen, Permission>>;

export const seesList = (role: Role, screen: ViewScreen): boolean => may(role, lists[screen]);

/** The lists that a role sees, and so may save views of. */
export const screensOf = (role: Role): readonly ViewScreen[] =>
  viewScreens.filter((screen) => seesList(role, screen));

/** Undefined when the address of a list can be saved as a view, else the reason. */
export function whyNotKept(schema: z.ZodType | undefined, query: string): Refusal | undefined {
  const parameters = [...new URLSearchParams(query)];
  const names = parameters.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return invalid('query', `A view can have ${shown(twice)} only once.`);
  if (schema === undefined) return invalid('screen', 'You cannot save a view of this list.');
  const parsed = schema.safeParse(Object.fromEntries(parameters), { error: plainSentence });
  const issue = parsed.error?.issues[0];
  if (issue === undefined) return undefined;
  if (issue.code === 'unrecognized_keys')
    return invalid('query', `A view cannot have ${shown(issue.keys[0] ?? '')}.`);
  return invalid('query', issue.message);
}

/** A name that came from outside, short enough for a sentence. */
const shown = (name: string): string => `“${name.slice(0, 40)}”`;

export const nameTaken = new Refusal(
  409,
  'name_taken',
  'You already have a view with this name. Enter another name.',
  { name: 'You already have a view with this name.' },
);

export const tooMany = new Refusal(
  409,
  'too_many',
  `You already have ${viewLimit} views. First remove one that you no longer need.`,
);

export const notOwn = new Refusal(
  403,
  'not_own',
  'This view was shared with you. Only its owner can change or remove it.',
);
