import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { secondPersonNeeds } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';
import type { Permission } from './roles.ts';

const { settlement, ...otherProposals } = secondPersonNeeds;

/** The kinds of what waits for a second person or a superior, with the right to decide each. */
export const waitingKinds = {
  settlement,
  exception: 'settle exceptions',
  ...otherProposals,
  'late record': 'let in late records',
  mistake: 'withdraw a booking',
  dispute: 'answer disputes',
  'lost factor': 'add and change users',
} as const satisfies Record<string, Permission>;

export type WaitingKind = keyof typeof waitingKinds;
const kinds = Object.keys(waitingKinds) as [WaitingKind, ...WaitingKind[]];

/** Rows of each kind that are listed. */
export const mostWaiting = 20;

/** What waits to be decided. Days are Africa/Lagos. */
const waitingSchema = z.strictObject({
  kind: z.enum(kinds),
  /**
   * The record's. A fee has that of its offence, a mistake or dispute that of its booking, a lost factor or a duty
   * that of the account, and a switch its organisation.
   */
  id: z.string(),
  /** In words that begin with its plate or offence, such as "LGC-01: ₦6,000 from 2027-01-01". */
  what: z.string(),
  /** Null for an account of all organisations. */
  organisation: organisationSchema.nullable(),
  /** Null for what counts in all zones. */
  zone: z.string().nullable(),
  /** The kind of report of a closing; else null. */
  report: z.string().nullable(),
  /** The days of a statement or a report, and the first one of a fee. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The name of whoever proposed or made it; null where the product found it. */
  by: z.string().nullable(),
  at: instant,
});
export type Waiting = z.infer<typeof waitingSchema>;

/**
 * What waits for the caller: nothing of their own, and nothing that their account can't decide beside
 * its proposer's. Of each kind its number and the oldest `mostWaiting`. Kinds without any are left out.
 */
export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/v1/waiting',
  permission: 'confirm exceptions',
  audit: null,
  response: answer(
    z.array(
      z.strictObject({
        kind: z.enum(kinds),
        total: z.number().int(),
        oldest: z.array(waitingSchema),
      }),
    ),
  ),
});
