import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { correctionSchema } from './booking-corrections.ts';
import { maxReasonLength, minReasonLength } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { decisionSchema } from './second-person.ts';
import { requiredText } from './text.ts';

/** Fields of a booking with what they say. */
const saidSchema = z.record(z.string(), z.string());

/** A correction of a paid or referred ticket, which two people make. */
export const proposedCorrectionSchema = z.strictObject({
  id: z.string(),
  /** The `_id` of the booking. */
  booking: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  state: z.enum(['waiting', 'confirmed', 'refused', 'taken back']),
  before: saidSchema,
  after: saidSchema,
  reason: z.string(),
  by: personSchema,
  at: instant,
  /** Null while it waits. */
  decided: z.strictObject({ by: personSchema, at: instant, refusal: z.string() }).nullable(),
});
export type ProposedCorrection = z.infer<typeof proposedCorrectionSchema>;

const params = z.object({ id: z.string() });

/** The corrections that were proposed of a booking, the newest first. */
export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/correction',
  permission: 'see unpaid bookings',
  audit: null,
  params,
  response: answer(z.array(proposedCorrectionSchema)),
});

/**
 * Proposes a correction of a ticket that is paid or before a court. `version` is the one that was
 * read: 409 `corrected_since` for an older one, 409 while another waits, and for a ticket that was
 * cleared, withdrawn or decided. 403 for whoever has issued it.
 */
export const proposeCorrection = endpoint({
  method: 'POST',
  path: '/api/v1/booking/:id/correction',
  permission: 'withdraw a booking',
  audit: 'booking.correction-proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params,
  body: correctionSchema.extend({
    version: z.number().int().min(1),
    reason: requiredText(maxReasonLength, 'Enter the reason for the correction.').min(
      minReasonLength,
      'Enter the reason for the correction.',
    ),
  }),
  response: answer(proposedCorrectionSchema),
});

/**
 * Another zonal head or state admin confirms a correction, which holds from then on, or refuses it.
 * 409 for its proposer, for a decided one, and where the booking says something else meanwhile. 403
 * for whoever has issued the ticket.
 */
export const decideCorrection = endpoint({
  method: 'PUT',
  path: '/api/v1/correction/:id/decision',
  permission: 'withdraw a booking',
  audit: 'booking.corrected',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params,
  body: decisionSchema,
  response: answer(proposedCorrectionSchema),
});

/** Takes back what one has proposed and nobody has decided. 403 for a proposal of another. */
export const takeBackCorrection = endpoint({
  method: 'DELETE',
  path: '/api/v1/correction/:id',
  permission: 'withdraw a booking',
  audit: 'booking.correction-taken-back',
  proof: 'lately',
  params,
  response: answer(proposedCorrectionSchema),
});
