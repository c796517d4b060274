import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { staffRoles } from './roles.ts';

const staffRole = z.enum(staffRoles, 'Choose one of the roles.');

/** For each role, whether its accounts must have a second factor, and who among them has none. */
export const requiredFactorsSchema = z.array(
  z.strictObject({
    role: staffRole,
    /** True where the caller may change it. */
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
 * Requires a second factor of a role's accounts in the caller's state, or everywhere. An account
 * without one then sets it up before anything else. 409 while the caller has none, 403 for somebody
 * who does not see all zones.
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
