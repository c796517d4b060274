import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { dayRange, type DayRange, withLimitedDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { placeFilters } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { requiredText } from '../../text.ts';

/** Days of the records that are compared, at most. */
export const maxQuestionDays = 92;

/** Rows of a question that are listed, the newest first; an outcome is about these. */
export const mostQuestionRows = 500;

/** The outcomes that a reviewer may write. All but the last are innocent. */
export const outcomeWords = {
  explained: 'Explained',
  training: 'Training',
  device: 'Device',
  referred: 'Referred',
} as const;
type OutcomeKind = keyof typeof outcomeWords;
const outcomes = Object.keys(outcomeWords) as [OutcomeKind, ...OutcomeKind[]];

/** A question is about the records of one zone. */
const inZone = { ...dayRange, ...placeFilters, zone: placeFilters.zone.unwrap() };

const limited = <Schema extends z.ZodType<DayRange>>(schema: Schema): Schema =>
  withLimitedDays(schema, maxQuestionDays, `Select at most ${maxQuestionDays} days.`);

const figureSchema = z.strictObject({
  officer: personSchema,
  /** The zone of the records; peers have the same role there. */
  zone: z.string(),
  /** Such as "12 of 90 tickets withdrawn; colleagues: 2 to 6 of 90." */
  says: z.string(),
  /** The number of its rows. */
  rows: z.number().int(),
  /** Those of them that may be wrong. */
  wrong: z.number().int(),
});
export type QuestionFigure = z.infer<typeof figureSchema>;

/** The signals, those of data first; the figures of each by name. */
const questionsSchema = z.strictObject({
  signals: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      /** Innocent reasons that it may have. */
      innocent: z.string(),
      figures: z.array(figureSchema),
    }),
  ),
  /** They say what was compared, what chance makes of it, and how much was explained. */
  notes: z.array(z.string()),
  /** True for a caller who holds the duty of a reviewer. */
  reviews: z.boolean(),
});
export type Questions = z.infer<typeof questionsSchema>;

/**
 * The caller's own figures beside their colleagues', without rows that were dealt with. Or `of` others
 * those that lie above what chance makes of the colleagues' in 99.8 %: 403 without the duty of a
 * reviewer, and each call is noted. 409 while switched off. Days are Africa/Lagos, of arrival.
 */
export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/question',
  permission: 'see own questions',
  audit: 'question.listed',
  query: limited(
    z.strictObject({ ...dayRange, ...placeFilters, of: z.enum(['own', 'others']).default('own') }),
  ),
  response: answer(questionsSchema),
});

const rowSchema = z.strictObject({
  id: z.string(),
  at: instant,
  /** The name of who withdrew it; null where nobody did. */
  by: z.string().nullable(),
  /** The address of its record or list; null for a look-up. */
  opens: z.string().nullable(),
  /** Why it may be wrong; else ''. */
  wrong: z.string(),
});

export const entrySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['answer', ...outcomes]),
  words: z.string(),
  by: personSchema,
  at: instant,
});
export type QuestionEntry = z.infer<typeof entrySchema>;

const which = z.object({ signal: z.string().max(20), officer: z.string().max(26) });

/**
 * The rows of a question, with answers and outcomes, the first one first. For the officer, and for
 * reviewers of the scope, whose look is noted; 403 for others, 404 beyond the scope.
 */
export const readQuestion = endpoint({
  method: 'GET',
  path: '/api/v1/question/:signal/:officer',
  permission: 'see own questions',
  audit: 'question.looked-at',
  params: which,
  query: limited(z.strictObject(inZone)),
  response: answer(z.strictObject({ rows: z.array(rowSchema), entries: z.array(entrySchema) })),
});

/**
 * Adds the officer's answer, or a reviewer's outcome about some rows; neither is ever changed. 409
 * for rows that are no part of the question any more.
 */
export const addToQuestion = act({
  method: 'POST',
  path: '/api/v1/question/:signal/:officer',
  permission: 'answer questions',
  of: 'question',
  audit: 'question.added',
  final: true,
  params: which,
  body: limited(
    z.strictObject({
      ...inZone,
      kind: z.enum(['answer', ...outcomes], 'Select an answer or an outcome.'),
      words: requiredText(2_000, 'Enter an explanation.'),
      rows: z.array(z.string().max(40)).max(mostQuestionRows).default([]),
    }),
  ),
  response: answer(entrySchema),
});
