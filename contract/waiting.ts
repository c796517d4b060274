import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { decisionKindOf, type ProposalKind, proposalKinds } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { moduleWaiting } from './modules/events.ts';
import { organisationSchema } from './places.ts';
import type { Permission } from './roles.ts';

/** What waits, as far as an address needs it. */
export interface Waits {
  readonly id: string;
  readonly organisation: string | null;
  readonly zone: string | null;
  readonly report: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Where what waits to be decided stands. */
export interface Queue {
  /** Such as "Fees to confirm". */
  readonly title: string;
  /** The address of the list that holds all of them. */
  readonly all: string;
  /** The path and the query of the screen on which one is decided. */
  readonly addressOf: (
    waits: Waits,
  ) => readonly [path: string, query: Readonly<Record<string, string | null>>];
}

export interface OwnKind extends Queue {
  /** The permission of whoever decides it. */
  readonly needs: Permission;
  /** A superior decides it, even for an account that they have added themselves. */
  readonly ofSuperior?: true;
}

/** What waits to be decided, and nobody has proposed. */
const ownKinds = {
  exception: {
    needs: 'settle exceptions',
    title: 'Payment exceptions to settle',
    all: '/exceptions',
    addressOf: ({ id }) => ['/exceptions', { open: id }],
  },
  'late record': {
    needs: 'let in late records',
    ofSuperior: true,
    title: 'Late records to accept or refuse',
    all: '/late-records',
    addressOf: ({ id }) => ['/late-records', { open: id }],
  },
  mistake: {
    needs: 'withdraw a booking',
    ofSuperior: true,
    title: 'Mistakes reported in bookings',
    all: '/bookings',
    addressOf: ({ id }) => ['/bookings', { open: id }],
  },
  'lost factor': {
    needs: 'add and change users',
    title: 'Requests to remove a lost second factor',
    all: '/admin',
    addressOf: ({ id }) => ['/admin', { open: id }],
  },
  ...moduleWaiting,
} as const satisfies Record<string, OwnKind>;

export type WaitingKind = ProposalKind | keyof typeof ownKinds;

const { exception, ...otherKinds } = ownKinds;
const { settlement, ...otherProposals } = Object.fromEntries(
  proposalKinds.map((kind) => {
    const { needs, queue } = decisionKindOf(kind);
    return [kind, { needs, ...queue }];
  }),
) as Record<ProposalKind, OwnKind>;

/** Every kind of what waits for a second person or a superior, in the order of their lists. */
export const waitingKinds: Readonly<Record<WaitingKind, OwnKind>> = {
  settlement,
  exception,
  ...otherProposals,
  ...otherKinds,
};
const kinds = Object.keys(waitingKinds) as [WaitingKind, ...WaitingKind[]];

/** In so many days something waits too long for an answer without a day of its own. */
export const daysToAnswer = 7;
/** A draft of a batch stands still after so many days, and a case without a hearing. */
export const draftDays = 7;
export const hearingDays = 30;

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
