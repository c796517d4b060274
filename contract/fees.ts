import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { offenceIdSchema, offenceSchema } from './offences.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { decisionSchema } from './second-person.ts';
import { dateSentence } from './sentences.ts';
import { requiredText, text } from './text.ts';

/** A calendar day in Africa/Lagos, `YYYY-MM-DD`. */
const daySchema = z.iso
  .date({ error: dateSentence('such as 2026-11-01') })
  .describe('From tomorrow to two years from now.');

/** The highest fee, in naira. */
export const highestFee = 10_000_000;

/** The fee of an offence from a day on. `amount` is naira; `from` null is the catalogue's own. */
export const feeSchema = z.strictObject({
  amount: z.number().int(),
  from: daySchema.nullable(),
  reason: z.string(),
  setBy: personSchema.nullable(),
  setAt: instant.nullable(),
  /** Null on a fee from before two people were needed. */
  confirmedBy: personSchema.nullable(),
  confirmedAt: instant.nullable(),
});
export type Fee = z.infer<typeof feeSchema>;

/**
 * A proposed fee. It counts once another person confirms it before its first day. `lapsed` is one
 * whose day came first.
 */
export const feeProposalSchema = z.strictObject({
  id: z.string(),
  amount: z.number().int(),
  from: daySchema,
  reason: z.string(),
  by: personSchema,
  at: instant,
  state: z.enum(['waiting', 'confirmed', 'refused', 'taken back', 'lapsed']),
  /** The person who confirmed, refused or took it back. */
  decidedBy: personSchema.nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
  /** Every fee of the list that it was proposed with, itself too; none where it was proposed alone. */
  together: z.array(z.strictObject({ id: offenceIdSchema, amount: z.number().int() })),
});
export type FeeProposal = z.infer<typeof feeProposalSchema>;

const amountFrom = z.strictObject({ amount: z.number().int(), from: daySchema });

/** An offence with today's fee, its next fee if one is set, and the first that waits to be confirmed. */
export const pricedOffenceSchema = z.strictObject({
  offence: offenceSchema,
  next: amountFrom.nullable(),
  waiting: amountFrom.nullable(),
});
export type PricedOffence = z.infer<typeof pricedOffenceSchema>;

/** The fees of an offence, past and to come, and what was proposed, each the latest first. */
export const offenceFeesSchema = z.strictObject({
  fees: z.array(feeSchema),
  /** All that wait, and the last ten that don't any more. */
  proposals: z.array(feeProposalSchema),
});
export type OffenceFees = z.infer<typeof offenceFeesSchema>;

/** Only callers who work for all organisations send it; the others always get their own. */
const organisation = organisationSchema.optional();

const offenceParams = z.object({ id: offenceIdSchema });

/** The whole catalogue with the fees of one organisation. */
export const listFees = endpoint({
  method: 'GET',
  path: '/api/v1/fee',
  permission: 'see fees',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.array(pricedOffenceSchema)),
});

/** The fees of one offence in one organisation. */
export const readFees = endpoint({
  method: 'GET',
  path: '/api/v1/offence/:id/fee',
  permission: 'see fees',
  audit: null,
  params: offenceParams,
  query: z.strictObject({ organisation }),
  response: answer(offenceFeesSchema),
});

/**
 * Proposes an offence's fee from a day to come. A confirmed one takes the place of a fee for the
 * same day; issued tickets keep their price. 403 for somebody who does not see all zones, 409 while
 * another waits for the same day.
 */
export const proposeFee = endpoint({
  method: 'POST',
  path: '/api/v1/offence/:id/fee',
  permission: 'set fees',
  audit: 'fee.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params: offenceParams,
  body: z.strictObject({
    amount: z
      .number('Enter an amount in whole naira.')
      .int('Enter an amount in whole naira.')
      .min(0, 'Enter a fee of ₦0 or more.')
      .max(highestFee, 'A fee can be at most ₦10,000,000.'),
    from: daySchema,
    reason: requiredText(500, 'Enter a reason.'),
    organisation,
  }),
  response: answer(feeProposalSchema),
});

/** A line of a list of fees: what was read, and what to do about it. Amounts are naira. */
const listedFeeSchema = z.strictObject({
  /** Its line in the list, from 1. */
  line: z.number().int(),
  /** The line as it was written, cut short. */
  text: z.string(),
  /** Null where the line names no offence that there is. */
  offence: z.strictObject({ id: offenceIdSchema, name: z.string() }).nullable(),
  /** The fee of the day before, and the listed one; null where it can't be read. */
  before: z.number().int(),
  amount: z.number().int().nullable(),
  /** The sentence that says what to mend; '' for a line that is right. */
  fault: z.string(),
  /** The offence costs that already: the line is passed over. */
  unchanged: z.boolean(),
});
export type ListedFee = z.infer<typeof listedFeeSchema>;

/**
 * Reads a list of fees whole, as text or as a CSV or XLSX file, and proposes them all or none. A line
 * begins with an offence or its payment code, and ends with its amount. One decision counts for all
 * of them. 400 as for `proposeFee`, 409 where they are to be proposed and a line has a fault.
 */
export const proposeFees = endpoint({
  method: 'POST',
  path: '/api/v1/fee',
  permission: 'set fees',
  audit: 'fee.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: z.strictObject({
    proposes: z.boolean('Select whether to propose the fees.'),
    list: text(20_000).default(''),
    from: daySchema,
    reason: requiredText(500, 'Enter a reason.'),
    organisation,
  }),
  files: [{ name: 'file', kind: 'table', many: false }],
  response: answer(z.strictObject({ fees: z.array(listedFeeSchema), proposed: z.number().int() })),
});

const proposalParams = z.object({ id: z.string() });

/**
 * Another state admin confirms a proposed fee, which sets it, or refuses it, with all that were
 * proposed together. 409 for its proposer,
 * for an account that is no second person beside theirs, for a decided one, and once its day has
 * come. 403 where the caller's own standing is the reason.
 */
export const decideFee = endpoint({
  method: 'PUT',
  path: '/api/v1/fee/:id/decision',
  permission: 'set fees',
  audit: 'fee.set',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: proposalParams,
  body: decisionSchema,
  response: answer(feeProposalSchema),
});

/** Takes back a proposed fee, and those proposed with it, before a decision. 403 for that of another. */
export const takeBackFee = endpoint({
  method: 'DELETE',
  path: '/api/v1/fee/:id',
  permission: 'set fees',
  audit: 'fee.taken-back',
  proof: 'lately',
  params: proposalParams,
  response: answer(feeProposalSchema),
});
