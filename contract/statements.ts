import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { dayRange, withLimitedDays } from './day-range.ts';
import { endpoint } from './endpoint.ts';
import { dayFilters, daysInOrder, daysReversed } from './list-filters.ts';
import { organisationSchema } from './places.ts';
import { decisionSchema } from './second-person.ts';
import { columnRoles, rolesSchema } from './statement-columns.ts';

/** The largest file of a statement, in bytes. */
export const statementLimit = 5 * 1024 * 1024;
/** How many lines a statement has at most. */
export const maxStatementLines = 50_000;
/** How many days a gateway is asked about at once, at most. */
export const maxFetchedDays = 31;

/** What a gateway or the bank says it took. Days are Africa/Lagos, both included. */
export const statementSchema = z.strictObject({
  id: z.string(),
  organisation: organisationSchema,
  gateway: z.string(),
  ...dayRange,
  source: z.enum(['fetched', 'sent']),
  /**
   * Only one in force is compared. What a person sent waits for another; what our own call to the
   * gateway brought is in force at once.
   */
  state: z.enum(['waiting', 'in force', 'refused', 'taken back']),
  /** The name of whoever sent or fetched it. */
  sentBy: z.string(),
  /** Their id. */
  sender: z.string(),
  sentAt: instant,
  /** The name of whoever confirmed, refused or took it back; null where nobody had to. */
  decidedBy: z.string().nullable(),
  /** Why it was refused; else ''. */
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

/**
 * A statement as it was just sent. `without` lines brought no money, and are left out; `unmatched` lines
 * name no bill of the organisation in their description, or several, and stand in it for a person.
 */
const sentStatementSchema = statementSchema.extend({
  without: z.number().int(),
  unmatched: z.number().int(),
});

/**
 * Stores the bank's file, CSV or XLSX, as a statement, which waits for a second person. 400 names the
 * line and the column that can't be read; 409 for a file that was sent before, and with the code
 * `columns_needed` where its head doesn't tell what each column is: `readColumns` shows it then. `from` and `to` say which days it covers; else those from its
 * first line to its last. A statement covers days that are over.
 */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement',
  permission: 'reconcile',
  audit: 'statement.sent',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: z
    .strictObject({
      ...ofOrganisation,
      /** The gateway that took the money; by default the organisation's own. */
      gateway: z.string().max(40).optional(),
      from: dayFilters.from,
      to: dayFilters.to,
      /** What each column is, in the order of the file, where its head doesn't tell. */
      columns: rolesSchema.optional(),
    })
    .refine(daysInOrder, daysReversed),
  files: [{ name: 'file', kind: 'statement', many: false }],
  response: answer(sentStatementSchema),
});

/**
 * Reads the head of a bank's file and stores nothing of it: its columns, what each of them is as far as its
 * name or an earlier choice tells, and the first ten lines below.
 */
export const readColumns = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement/columns',
  permission: 'reconcile',
  audit: 'statement.looked-at',
  body: z.strictObject(ofOrganisation),
  files: [{ name: 'file', kind: 'statement', many: false }],
  response: answer(
    z.strictObject({
      names: z.array(z.string()),
      /** Null for a column that nobody can tell by its name. */
      roles: z.array(z.enum(columnRoles).nullable()),
      /** Somebody of the organisation chose them for a file with the same head. */
      chosenBefore: z.boolean(),
      rows: z.array(z.array(z.string())),
      /** Why the file can't be read with these; null where it can, as far as its columns tell. */
      why: z.string().nullable(),
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
    `Fetch at most ${maxFetchedDays} days at once.`,
  ),
  response: answer(statementSchema),
});

const statementParams = z.object({ id: z.string() });

/**
 * Another state admin confirms a statement that was sent, which is compared from then on, or refuses
 * it. 409 to whoever sent it, to an account that is no second person beside theirs (403 where its own
 * standing is the reason), and when it was decided already.
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
  params: statementParams,
  response: answer(statementSchema),
});
