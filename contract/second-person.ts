import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { proposalKinds } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';
import { roleSchema } from './roles.ts';
import { text } from './text.ts';

/** A second person's answer to a proposal; a refusal says why. */
export const decisionSchema = z
  .strictObject({
    agrees: z.boolean('Select whether you agree.'),
    reason: text(500).default(''),
  })
  .refine(({ agrees, reason }) => agrees || reason !== '', {
    path: ['reason'],
    message: 'Enter a reason.',
  });
export type Decision = z.infer<typeof decisionSchema>;

export const secondPersonSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** The reason that they can't confirm for the caller; null when they can. */
  not: z.enum(['first password', 'new account', 'related account']).nullable(),
  /** From when a new account can (UTC); null where waiting doesn't help. */
  from: instant.nullable(),
});
export type SecondPerson = z.infer<typeof secondPersonSchema>;

/**
 * The people whose role and place let them confirm the caller's proposals, those who can first.
 * `zone` is that of the booking whose payment is settled. 403 for an organisation beyond the scope.
 */
export const listSecondPeople = endpoint({
  method: 'GET',
  path: '/api/v1/second-person',
  permission: 'see exceptions',
  audit: null,
  query: z.strictObject({
    for: z.enum(proposalKinds),
    organisation: organisationSchema.optional(),
    zone: text(60).optional(),
  }),
  response: answer(z.array(secondPersonSchema)),
});
