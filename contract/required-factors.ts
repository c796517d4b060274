import { z } from 'zod';
import { act } from './act.ts';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { staffRoles } from './roles.ts';

const staffRole = z.enum(staffRoles, 'Select a role.');

/** For each role, whether its accounts must have a second factor, and who among them has none. */
export const requiredFactorsSchema = z.array(
  z.strictObject({
    role: staffRole,
    /** The caller's own state requires it; for a caller without a state, all organisations do. */
    required: z.boolean(),
    /** True if all organisations require it already. */
    everywhere: z.boolean(),
    /** Active accounts of the role without a second factor. */
    without: z.number().int(),
  }),
);
export type RequiredFactors = z.infer<typeof requiredFactorsSchema>;

/** The rule for each role, as it holds where the caller works. */
export const readRequiredFactors = endpoint({
  method: 'GET',
  path: '/api/v1/auth/factors/required',
  permission: 'add and change users',
  audit: null,
  response: answer(requiredFactorsSchema),
});

/**
 * Makes or ends the rule that a role's accounts need a second factor: in the caller's state, or
 * everywhere for a caller without one. An account without a factor then sets it up before anything
 * else. 409 if a caller without a factor makes the rule; 403 for a caller who sees one zone alone.
 */
export const requireFactor = act({
  method: 'PUT',
  path: '/api/v1/auth/factors/required/:role',
  permission: 'add and change users',
  of: 'organisation',
  audit: 'role.factor-required',
  proof: 'lately',
  params: z.object({ role: staffRole }),
  body: z.strictObject({
    required: z.boolean('Select whether the role must have a second factor.'),
  }),
  response: answer(requiredFactorsSchema),
});
