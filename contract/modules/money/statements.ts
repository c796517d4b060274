import { z } from 'zod';
import { answer, instant } from '../../answers.ts';
import { dayRange, withLimitedDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { dayFilters, daysInOrder, daysReversed } from '../../list-filters.ts';
import { organisationSchema } from '../../places.ts';
import { decisionSchema } from '../../second-person.ts';
import { columnRoles, rolesSchema } from './statement-columns.ts';

/** The largest file of a statement, in bytes. */
/** Lines of a statement, at most. */
export const maxStatementLines = 50_000;
/** Days that a gateway is asked about at once, at most. */
export const maxFetchedDays = 31;

/**
 * The settlement report of a gateway, which is compared bill by bill, or the account statement of the
 * bank to which the gateway pays, whose sums are compared day by day.
 */
export const statementOwners = ['gateway', 'bank'] as const;
const ownerSchema = z.enum(
  statementOwners,
  'Select whether the statement is from the payment gateway or the bank.',
);
export type StatementOwner = (typeof statementOwners)[number];

/**
 * A list of the money that a gateway took, or that the bank got from it. Days are Africa/Lagos, both
 * included.
 */
export const statementSchema = z.strictObject({
  id: z.string(),
  organisation: organisationSchema,
  gateway: z.string(),
  whose: ownerSchema,
  ...dayRange,
  source: z.enum(['fetched', 'sent']),
  /**
   * Only one in force is compared. A person's file waits for another person; the product's own call
   * to the gateway is in force at once.
   */
  state: z.enum(['waiting', 'in force', 'refused', 'taken back']),
  /** The name of whoever sent or fetched it. */
  sentBy: z.string(),
  /** Their id. */
  sender: z.string(),
  sentAt: instant,
  /** The name of whoever confirmed, refused or took it back; null where nobody had to. */
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
  lines: z.number().int(),
  /** Naira of all its lines. */
  amount: z.number(),
});
export type Statement = z.infer<typeof statementSchema>;

export const ofOrganisation = {
  /** The organisation; required from accounts that see several. */
  organisation: organisationSchema.optional(),
};

/** What a file of the bank comes to beside its lines. */
const beside = {
  /** Lines that brought no money, such as failed payments, and are left out. */
  without: z.number().int(),
  /** Lines that name no one bill of the organisation; their own words stand for it. */
  unmatched: z.number().int(),
};

/** Lines of a file that are shown before it is sent, at most: those without a bill first. */
export const mostShownLines = 100;

/** A file of the bank as it was read, before it is sent. Days are Africa/Lagos, both included. */
const statementReadingSchema = z.strictObject({
  ...dayRange,
  gateway: z.string(),
  /** The file looks like this one's; whoever sends it says whose it is. */
  looksLike: ownerSchema,
  lines: z.number().int(),
  /** Naira of all its lines. */
  amount: z.number(),
  ...beside,
  shown: z.array(
    z.strictObject({
      /** Its number in the file, from 1. */
      line: z.number().int(),
      paidAt: instant,
      billRef: z.string(),
      /** False where `billRef` is no bill of the organisation, only what the line says. */
      isBill: z.boolean(),
      receipt: z.string(),
      /** Naira. */
      amount: z.number(),
    }),
  ),
  /** The first lines that are left out, as they stand in the file. */
  leftOut: z.array(z.strictObject({ line: z.number().int(), cells: z.array(z.string()) })),
});
export type StatementReading = z.infer<typeof statementReadingSchema>;

const sentFile = z
  .strictObject({
    ...ofOrganisation,
    /** The gateway that took the money; by default the organisation's own. */
    gateway: z.string().max(40).optional(),
    whose: ownerSchema.default('gateway'),
    from: dayFilters.from,
    to: dayFilters.to,
    /** The roles of the columns in the file's order, where its head doesn't tell them. */
    columns: rolesSchema.optional(),
  })
  .refine(daysInOrder, daysReversed);

/**
 * Stores a file of the gateway or the bank, CSV or XLSX, as a statement, which waits for a second person. `from` and
 * `to` say its days; else they are those of its first and last line, and all are over. 400 names
 * the line and the column that can't be read. 409 for a file that was sent before. 409
 * `columns_needed` where the head doesn't tell the columns: `readColumns` shows it then.
 */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement',
  permission: 'reconcile',
  audit: 'statement.sent',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: sentFile,
  files: [{ name: 'file', kind: 'table', many: false }],
  response: answer(statementSchema.extend(beside)),
});

/**
 * Reads a bank's file as `sendStatement` would, and stores nothing: its columns, their roles by
 * name or an earlier choice, ten lines, and what would be sent. Refused like `sendStatement`, but
 * for columns that the head doesn't tell.
 */
export const readColumns = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement/columns',
  permission: 'reconcile',
  audit: 'statement.looked-at',
  body: sentFile,
  files: [{ name: 'file', kind: 'table', many: false }],
  response: answer(
    z.strictObject({
      names: z.array(z.string()),
      /** Null for a column that nobody can tell by its name. */
      roles: z.array(z.enum(columnRoles).nullable()),
      /** Somebody of the organisation chose them for a file with the same head. */
      chosenBefore: z.boolean(),
      rows: z.array(z.array(z.string())),
      /**
       * The reason that the file can't be read with these roles; null where it can, as far as they
       * tell.
       */
      why: z.string().nullable(),
      /** Null where it can't be read with these roles. */
      reading: statementReadingSchema.nullable(),
    }),
  ),
});

/** Asks the gateway for its statement. 409 where it has none, 503 when it doesn't answer. */
export const fetchStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/fetch',
  permission: 'reconcile',
  audit: 'statement.fetched',
  body: withLimitedDays(
    z.strictObject({ ...ofOrganisation, ...dayRange }),
    maxFetchedDays,
    `Select at most ${maxFetchedDays} days.`,
  ),
  response: answer(statementSchema),
});

const statementParams = z.object({ id: z.string() });

/**
 * Another state admin confirms a statement, which is compared from then on, or refuses it. 409 for
 * its sender, for an account that is no second person beside theirs, and for a decided one. 403
 * where the caller's own standing is the reason.
 */
export const decideStatement = endpoint({
  method: 'PUT',
  path: '/api/v1/reconciliation/statement/:id/decision',
  permission: 'reconcile',
  audit: 'statement.confirmed',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: statementParams,
  body: decisionSchema,
  response: answer(statementSchema),
});

/** Takes back a statement that one has sent and nobody has decided. 403 for that of another. */
export const takeBackStatement = endpoint({
  method: 'DELETE',
  path: '/api/v1/reconciliation/statement/:id',
  permission: 'reconcile',
  audit: 'statement.taken-back',
  proof: 'lately',
  params: statementParams,
  response: answer(statementSchema),
});
