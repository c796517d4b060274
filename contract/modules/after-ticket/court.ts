import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { type ChargeOutcome, chargeOutcomeSchema } from '../../charges.ts';
import { endpoint } from '../../endpoint.ts';
import { idsFilter, placeFilters } from '../../list-filters.ts';
import { personSchema } from '../../people.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { decisionSchema } from '../../second-person.ts';
import { dateSentence } from '../../sentences.ts';
import { optionalText, requiredText } from '../../text.ts';

/** A ticket that may be referred, and the steps of one that was; `settled` is one that was paid meanwhile. */
export const caseStates = {
  open: 'Can be referred',
  draft: 'In a draft',
  referred: 'Referred',
  heard: 'Decided',
  settled: 'Paid before the decision',
  withdrawn: 'Withdrawn',
} as const;
export type CaseState = keyof typeof caseStates;
const states = Object.keys(caseStates) as [CaseState, ...CaseState[]];

/** Batch numbers are read out: the random end of the id. */
export const batchNumber = (batch: string): string => batch.slice(-6);

/** A warrant is no end: the case goes on. */
export const hasEnded = (outcomes: readonly ChargeOutcome[]): boolean =>
  !outcomes.includes('warrant');

/** Amounts are naira; a court's fine goes to the judiciary, and is billed nowhere here. */
const chargeSchema = z.strictObject({
  /** The line of the offence on the ticket, from 1. */
  line: z.number().int(),
  offence: z.string(),
  name: z.string(),
  /** As it stood at issue; '' where the authority had named none. */
  law: z.string(),
  amount: z.number(),
  outcome: chargeOutcomeSchema.nullable(),
  fined: z.number().nullable(),
});

const day = z.iso
  .date({ error: dateSentence('such as 2026-12-01') })
  .describe('Unbounded: the court sets the date.');

export const courtCaseSchema = z.strictObject({
  /** Of its ticket. */
  id: z.string(),
  state: z.enum(states),
  /** Null before it is in a batch. */
  batch: z.string().nullable(),
  /** Its place in the batch, such as `7KQ2-3`; '' before. */
  number: z.string(),
  court: z.string(),
  plate: z.string(),
  name: z.string(),
  /** It says what driver, vehicle and place were before a correction; '' for a first version. */
  saidBefore: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  price: z.number(),
  /** In Africa/Lagos. */
  dueDay: z.iso.date().nullable(),
  lockedBy: personSchema.nullable(),
  lockedAt: instant.nullable(),
  /** The day and place that the court has told, and its own number; null before. */
  hearing: z.strictObject({ day: z.iso.date(), place: z.string(), suit: z.string() }).nullable(),
  charges: z.array(chargeSchema),
  /** The day of the decision, Africa/Lagos; null before. */
  decidedOn: z.iso.date().nullable(),
  /** Where a fine was paid, and the receipt of the court; '' where none was. */
  paidWhere: z.string(),
  courtReceipt: z.string(),
  /** A short-lived address of the court's paper; null without one. */
  paper: z.string().nullable(),
  /** This person proposed the decision; null before, and where one person alone noted it. */
  notedBy: personSchema.nullable(),
  /** This person confirmed it. */
  decidedBy: personSchema.nullable(),
  decidedAt: instant.nullable(),
  /** The case files that were made, the newest first. */
  caseFiles: z.array(z.strictObject({ number: z.string(), madeAt: instant })),
  /** A decision that waits for its second person. */
  proposal: z
    .strictObject({
      charges: z.array(chargeSchema),
      day: z.iso.date(),
      paidWhere: z.string(),
      courtReceipt: z.string(),
      paper: z.string().nullable(),
      /** It takes the place of a decision that was noted wrongly, for this reason; else ''. */
      reason: z.string(),
      by: personSchema,
      at: instant,
    })
    .nullable(),
});
export type CourtCase = z.infer<typeof courtCaseSchema>;

/**
 * Tickets that may be referred by the rules in force today, or cases in a state, and those of one
 * batch; due first.
 */
export const caseRegister = register({
  name: 'cases',
  path: '/api/v1/court-case',
  see: 'see court cases',
  exports: 'export lists',
  row: courtCaseSchema,
  narrowing: {
    ...placeFilters,
    ids: idsFilter,
    batch: requiredText(26, 'Select a batch.').optional(),
  },
  choices: {},
  tabs: { ...caseStates, all: 'All cases' },
  usual: 'open',
  searched: 'plate, name or reference',
  also: {},
});

const params = z.object({ id: z.string() });

export const readCase = endpoint({
  method: 'GET',
  path: '/api/v1/court-case/:id',
  permission: 'see court cases',
  audit: null,
  params,
  response: answer(courtCaseSchema),
});

export const batchSchema = z.strictObject({
  id: z.string(),
  organisation: organisationSchema,
  court: z.string(),
  madeBy: personSchema,
  madeAt: instant,
  /** Null while it is a draft. */
  lockedBy: personSchema.nullable(),
  lockedAt: instant.nullable(),
  tickets: z.number().int(),
  /** The caller reaches all of its tickets, as its acts need. */
  isWhole: z.boolean(),
});
export type CourtBatch = z.infer<typeof batchSchema>;

/** A batch of which the caller reaches a ticket; 404 for any other. */
export const readBatch = endpoint({
  method: 'GET',
  path: '/api/v1/court-batch/:id',
  permission: 'see court cases',
  audit: null,
  params,
  response: answer(batchSchema),
});

/** The courts that the rules in force today list for the organisation of a ticket; may be none. */
export const listCourts = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/courts',
  permission: 'refer to court',
  audit: null,
  params,
  response: answer(z.array(z.string())),
});

/**
 * Puts tickets into a draft of a batch, all or none. Like each change of a case it needs the duty of
 * a court officer (403). 400 for a court that the rules in force today don't list, if they list any.
 * 409 for a ticket that is paid, disputed, not due long enough by the rules of its day, or in a batch
 * already.
 */
export const draftCases = act({
  method: 'POST',
  path: '/api/v1/court-batch',
  permission: 'refer to court',
  of: 'booking',
  audit: 'booking.court-listed',
  duty: 'court officer',
  body: z.strictObject({
    court: requiredText(120, 'Enter the court.'),
    bookings: z
      .array(requiredText(26, 'Select the tickets for the batch.'))
      .min(1, 'Select the tickets for the batch.')
      .max(100, 'Select at most 100 tickets for a batch.'),
  }),
  response: answer(z.strictObject({ batch: z.string(), cases: z.number().int() })),
});

/** Takes a ticket off a draft. 409 once its batch is locked. */
export const leaveDraft = act({
  method: 'DELETE',
  path: '/api/v1/court-case/:id',
  permission: 'refer to court',
  of: 'booking',
  audit: 'booking.court-left',
  duty: 'court officer',
  params,
  response: answer(courtCaseSchema),
  words: {
    begins: 'Remove from the draft',
    asks: 'Remove this ticket from the draft?',
    does: 'You can add it to another draft later.',
    confirms: 'Remove',
    done: 'Ticket removed from the draft',
  },
});

/**
 * Refers the tickets of a draft: it is locked, and changes no more. Those that were paid, withdrawn or
 * disputed meanwhile are left out. 409 for a locked batch, and where none is left.
 */
export const lockBatch = act({
  method: 'PUT',
  path: '/api/v1/court-batch/:id/lock',
  permission: 'refer to court',
  of: 'booking',
  audit: 'booking.referred',
  outcomes: { 'left out': 'booking.court-left' },
  duty: 'court officer',
  proof: 'lately',
  params,
  response: answer(z.strictObject({ referred: z.number().int(), leftOut: z.number().int() })),
  final: true,
  words: {
    begins: 'Lock the batch and refer the tickets',
    asks: 'Refer the tickets in this batch?',
    does: 'Hanya will lock the batch and leave out tickets that are now paid, withdrawn or under objection.',
    confirms: 'Refer the tickets',
    done: 'Batch referred',
  },
});

/**
 * Notes the day and place that the court has told. 400 for a day before the ticket was referred, or
 * years ahead; 409 before the batch is locked, and for a case that has ended.
 */
export const noteHearing = act({
  method: 'PUT',
  path: '/api/v1/court-case/:id/hearing',
  permission: 'refer to court',
  of: 'booking',
  audit: 'booking.hearing-noted',
  duty: 'court officer',
  params,
  body: z.strictObject({
    day,
    place: requiredText(120, 'Enter the place of the hearing.'),
    suit: optionalText(60),
  }),
  response: answer(courtCaseSchema),
});

/**
 * Proposes what the court decided on each charge, with its paper as the file `paper` if there is one.
 * Another person confirms it. Neither has issued or referred the ticket (403). 400 for a charge
 * without an outcome, a fine without the court's receipt, and a day on which the court can't have
 * decided; 409 before a hearing is noted, while another decision waits, and for a case that has
 * ended unless a reason says why its decision is put right.
 */
export const noteOutcome = endpoint({
  method: 'POST',
  path: '/api/v1/court-case/:id/outcome',
  permission: 'refer to court',
  audit: 'booking.decision-proposed',
  duty: 'court officer',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: z.object({
    charges: z
      .array(
        z.strictObject({
          line: z.number().int().min(1),
          outcome: z.enum(chargeOutcomeSchema.options, 'Select the outcome of each charge.'),
          /** Naira, of a fine; null otherwise. */
          fined: z.number().min(0).max(1_000_000_000).multipleOf(0.01).nullable().default(null),
        }),
        'Select the outcome of each charge.',
      )
      .min(1, 'Select the outcome of each charge.')
      .max(200),
    /** The day on which the court decided, Africa/Lagos. */
    day,
    paidWhere: optionalText(120),
    courtReceipt: optionalText(60),
    /** Why a decision that was noted wrongly is put right; '' for any other. */
    reason: optionalText(500),
  }),
  files: [{ name: 'paper', kind: 'picture', many: false }],
  response: answer(courtCaseSchema),
});

/**
 * Confirms the decision that waits, or refuses it with a reason. 403 for whoever issued or referred
 * the ticket, 409 for whoever proposed it, for an account that is no second person beside theirs, and
 * where none waits.
 */
export const confirmOutcome = endpoint({
  method: 'PUT',
  path: '/api/v1/court-case/:id/outcome',
  permission: 'confirm court decisions',
  audit: 'booking.court-decided',
  outcomes: { refused: 'booking.decision-refused' },
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(courtCaseSchema),
});

/** Takes back a decision that the caller has proposed. 403 for anybody else, 409 where none waits. */
export const takeBackOutcome = endpoint({
  method: 'DELETE',
  path: '/api/v1/court-case/:id/outcome',
  permission: 'refer to court',
  audit: 'booking.decision-taken-back',
  proof: 'lately',
  params,
  response: answer(courtCaseSchema),
});

/** A case file's number as people type it; undefined when it can't be one. */
export function readCaseFileNumber(typed: string): string | undefined {
  const read = typed.slice(0, 60).replaceAll(/\s/g, '').toUpperCase();
  return /^CF-[0-9A-F]{10}$/.test(read) ? read : undefined;
}

/** A case file that was made, to the byte. 404 beyond the caller's scope. */
export const readCaseFile = endpoint({
  method: 'GET',
  path: '/api/v1/case-file/:number',
  permission: 'see court cases',
  audit: 'booking.case-file-fetched',
  params: z.object({ number: z.string() }),
  download: ['application/pdf'],
  response: z.string(),
});

/**
 * Everything about a ticket for a court, as one PDF with numbered pages. While nothing of it changes,
 * it is the file that was made before, to the byte.
 */
export const exportCaseFile = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/case-file',
  permission: 'see court cases',
  audit: 'booking.case-file-made',
  params,
  download: ['application/pdf'],
  response: z.string(),
});

/**
 * The case files of a referred batch as one PDF: the pages of each as it is kept, in the order of the
 * batch. 409 for a draft; 503 after a while, with those that are made: the next call goes on.
 */
export const exportBatchFile = endpoint({
  method: 'GET',
  path: '/api/v1/court-batch/:id/case-files',
  permission: 'see court cases',
  audit: 'booking.case-file-made',
  params,
  download: ['application/pdf'],
  response: z.string(),
});
