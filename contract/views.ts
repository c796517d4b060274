import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { type RecordName, records, recordsWith, type RecordWith } from './records.ts';
import { nameText } from './text.ts';

type ScreensOf<Name> =
  Name extends RecordWith<'views'> ? keyof (typeof records)[Name]['views'] : never;
export type ViewScreen = ScreensOf<RecordName> | 'reports';

/** The lists whose views can be saved, and the reports, whose views are saved reports. */
export const viewScreens = [
  ...recordsWith('views').flatMap((name) => Object.keys(records[name].views)),
  'reports',
] as ViewScreen[];
export const viewScreenSchema = z.enum(viewScreens, 'Select the list for this view.');

/** Views of one user, at most. */
export const viewLimit = 50;

/** A saved view of a list. `query` is the address's own, without a question mark. */
export const viewSchema = z.strictObject({
  _id: z.string(),
  name: z.string(),
  screen: viewScreenSchema,
  query: z.string(),
  /** True if others of its owner's organisation and zone see it. */
  shared: z.boolean(),
  /** True for the caller's own: only those can be changed and removed. */
  own: z.boolean(),
  owner: personSchema,
  createdAt: instant,
});
export type View = z.infer<typeof viewSchema>;

const nameField = nameText(60, 'Enter a name for the view.');

/**
 * The saved part of a list's address (see the `views` of its part), up to 1,000 characters; `''` for all
 * records.
 */
const queryField = z
  .string()
  .max(1_000, 'This view is too long to save. Remove some of its filters or columns.')
  .transform((query) => query.replace(/^\?/, ''));

/** One's own views and those shared with the caller's zone, by name. */
export const listViews = endpoint({
  method: 'GET',
  path: '/api/v1/view',
  permission: 'keep views',
  audit: null,
  response: answer(z.array(viewSchema)),
});

const viewParams = z.object({ id: z.string() });

/** 409 for a name that the caller has on this list already, and beyond `viewLimit`. */
export const createView = act({
  method: 'POST',
  path: '/api/v1/view',
  permission: 'keep views',
  of: 'view',
  audit: 'view.saved',
  body: z.strictObject({
    name: nameField,
    screen: viewScreenSchema,
    query: queryField,
    shared: z.boolean().default(false),
  }),
  response: answer(viewSchema),
});

/** Renames, shares or changes one's own view; what is not sent stays as it is. */
export const updateView = act({
  method: 'PUT',
  path: '/api/v1/view/:id',
  permission: 'keep views',
  of: 'view',
  audit: 'view.changed',
  params: viewParams,
  body: z.strictObject({ name: nameField, query: queryField, shared: z.boolean() }).partial(),
  response: answer(viewSchema),
});

export const removeView = act({
  method: 'DELETE',
  path: '/api/v1/view/:id',
  permission: 'keep views',
  of: 'view',
  audit: 'view.removed',
  final: true,
  params: viewParams,
  response: answer(z.strictObject({ _id: z.string() })),
});
