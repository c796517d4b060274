import { z } from 'zod';
import { answer } from './answers.ts';
import { stretch, withinDays } from './day-stretch.ts';
import { endpoint } from './endpoint.ts';
import { dayFilters, daysInOrder, daysReversed } from './list-filters.ts';
import { organisationSchema } from './places.ts';

/** The largest file of a statement, and the most lines in it. */
export const statementLimit = 5 * 1024 * 1024;
export const mostLines = 50_000;
/** The longest stretch that a gateway is asked about at once. */
export const mostFetchedDays = 31;

/** What a gateway or the bank says it took. Days are Africa/Lagos, both included. */
export const statementSchema = z.strictObject({
  id: z.string(),
  organisation: organisationSchema,
  gateway: z.string(),
  ...stretch,
  source: z.enum(['fetched', 'sent']),
  sentBy: z.string(),
  sentAt: z.iso.datetime(),
  lines: z.number().int(),
  /** Naira of all its lines. */
  amount: z.number(),
});
export type Statement = z.infer<typeof statementSchema>;

export const ofOrganisation = {
  /** The organisation; required from accounts that see several. */
  organisation: organisationSchema.optional(),
};

/**
 * Stores the bank's file as a statement. 400 names the line and the column that can't be read; 409
 * for a file that was sent before. `from` and `to` say which days it covers; else those from its
 * first line to its last. A statement covers days that are over.
 */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement',
  permission: 'reconcile',
  audit: 'statement.sent',
  body: z
    .strictObject({
      ...ofOrganisation,
      /** The gateway that took the money; by default the organisation's own. */
      gateway: z.string().max(40).optional(),
      from: dayFilters.from,
      to: dayFilters.to,
    })
    .refine(daysInOrder, daysReversed),
  files: [{ name: 'file', kind: 'statement', many: false }],
  response: answer(statementSchema),
});

/** Asks the gateway for its statement. 409 where it has none, 503 when it doesn't answer. */
export const fetchStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/fetch',
  permission: 'reconcile',
  audit: 'statement.fetched',
  body: withinDays(
    z.strictObject({ ...ofOrganisation, ...stretch }),
    mostFetchedDays,
    `Fetch at most ${mostFetchedDays} days at once.`,
  ),
  response: answer(statementSchema),
});
