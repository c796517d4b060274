import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { staffRoles } from './roles.ts';

const staffRole = z.enum(staffRoles, 'Choose one of the roles.');

/** For each role, whether its accounts must have a second factor, and who among them has none. */
export const requiredFactorsSchema = z.array(
  z.strictObject({
    role: staffRole,
    /** Where the caller may change it. */
    required: z.boolean(),
    /** It is required for all organisations already. */
    everywhere: z.boolean(),
    /** How many active accounts of the role have no second factor. */
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
 * Says whether the accounts of a role must have a second factor, where the caller works: in their
 * state, or everywhere. Whoever has none then sets one up before anything else. 409 while the caller
 * has none, 403 for somebody who does not see all zones.
 */
export const requireFactor = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/factors/required/:role',
  permission: 'add and change users',
  audit: 'role.factor-required',
  proof: 'lately',
  params: z.object({ role: staffRole }),
  body: z.strictObject({ required: z.boolean('Say whether it is required.') }),
  response: answer(requiredFactorsSchema),
});
