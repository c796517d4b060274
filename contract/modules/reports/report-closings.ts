import { z } from 'zod';
import { answer, figure, instant } from '../../answers.ts';
import { dayRange, withLimitedDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { placeFilters } from '../../list-filters.ts';
import { organisationSchema } from '../../places.ts';
import { decisionSchema } from '../../second-person.ts';
import { text } from '../../text.ts';
import { cellKinds, cellSchema, isClosed, reportKinds, reportSchema } from './reports.ts';

/** A report of days that two people close: its data stays as it was. Days are Africa/Lagos. */
export const closingSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(reportKinds),
  organisation: organisationSchema,
  /** Null for all zones. */
  zone: z.string().nullable(),
  ...dayRange,
  /** Counts from 1 among those of the same report, days and place. */
  version: z.number().int(),
  /** Why it is closed again; '' for the first version. */
  reason: z.string(),
  state: z.enum(['waiting', 'closed', 'refused', 'taken back']),
  /** That of the kept report, and the hash of its bytes. */
  number: z.string(),
  sha256: z.string(),
  /** The SHA-256 of the kept PDF; null where none was kept: it isn't closed, or was before that. */
  paper: z.string().nullable(),
  /** The name of whoever proposed it, and their id. */
  proposedBy: z.string(),
  proposer: z.string(),
  proposedAt: instant,
  /** Null while it waits. */
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
});
export type Closing = z.infer<typeof closingSchema>;

/** A figure that is another now, or a row that came or went: its column is `Whole row` then. */
const changeSchema = z.strictObject({
  table: z.string(),
  row: z.string(),
  column: z.string(),
  kind: z.enum(cellKinds),
  then: cellSchema,
  now: cellSchema,
});
export type ReportChange = z.infer<typeof changeSchema>;

/** Changes that are listed. */
export const mostChanges = 50;

const whichReport = {
  kind: z.enum(reportKinds).refine(isClosed, 'Select a report that can be closed.'),
  ...dayRange,
  ...placeFilters,
};

/** UNP stands at the end of one day, which is its first and its last. */
const atOneDay = <Schema extends z.ZodType<Pick<Closing, 'kind' | 'from' | 'to'>>>(
  schema: Schema,
): Schema =>
  schema.refine(({ kind, from, to }) => kind !== 'unp' || from === to, {
    path: ['to'],
    message: 'This report covers one day. Select that day as the first and the last day.',
  });

/**
 * The closings of a report for its days and place, the last one first; none of several organisations.
 * With `closing`, or else of the last that waits or is closed: what it kept, of long tables the first
 * rows, and what the same report says otherwise now. 404 where `closing` is none of them.
 */
export const readClosings = endpoint({
  method: 'GET',
  path: '/api/v1/report/closing',
  permission: 'see reconciliation',
  audit: null,
  query: atOneDay(
    withLimitedDays(z.strictObject({ ...whichReport, closing: z.string().max(26).optional() })),
  ),
  response: answer(
    z.strictObject({
      closings: z.array(closingSchema),
      kept: z
        .strictObject({
          id: z.string(),
          report: reportSchema,
          /** The number of all changes, and the first `mostChanges`. */
          changed: z.number().int(),
          changes: z.array(changeSchema),
        })
        .nullable(),
      /** It says what closing these days meets; null where there are several organisations. */
      next: z
        .strictObject({
          /** The reason that they are not closed now, such as an earlier period that isn't. */
          why: z.string().nullable(),
          /** Exceptions of days up to the last that nobody has settled yet, and their naira. */
          exceptions: figure,
        })
        .nullable(),
    }),
  ),
});

/**
 * Makes a report of days that are over and keeps its data, which waits for a second person. Where one
 * is closed already this makes the next version, for a reason. 400 for days that aren't over, 409
 * where its sums don't meet, one waits already, or ER has a day without a statement in force; and
 * `out_of_order` where the days don't follow what is closed of this report and place.
 */
export const proposeClosing = endpoint({
  method: 'POST',
  path: '/api/v1/report/closing',
  permission: 'close reports',
  audit: 'report.closing-proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: atOneDay(
    withLimitedDays(z.strictObject({ ...whichReport, reason: text(500).default('') })),
  ),
  response: answer(closingSchema),
});

const closingParams = z.object({ id: z.string() });

/**
 * Another state admin closes it, or refuses. 409 for its proposer, for an account that is no second
 * person beside theirs, and for a decided one. 403 where the caller's own standing is the reason.
 */
export const decideClosing = endpoint({
  method: 'PUT',
  path: '/api/v1/report/closing/:id/decision',
  permission: 'close reports',
  audit: 'report.closed',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: closingParams,
  body: decisionSchema,
  response: answer(closingSchema),
});

/** Takes back what one has proposed and nobody has decided. 403 for a proposal of another. */
export const takeBackClosing = endpoint({
  method: 'DELETE',
  path: '/api/v1/report/closing/:id',
  permission: 'close reports',
  audit: 'report.closing-taken-back',
  proof: 'lately',
  params: closingParams,
  response: answer(closingSchema),
});
