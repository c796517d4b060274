import { z } from 'zod';
import { answer } from './answers.ts';
import { assertionOptionsSchema } from './assertion-options.ts';
import { endpoint } from './endpoint.ts';
import { said } from './language.ts';
import { newPasswordSchema, passwordsDiffer, repeatedPasswordSchema } from './passwords.ts';
import { accountStateSchema } from './places.ts';
import { ifNone } from './sentences.ts';
import { emailSchema, nameText, text } from './text.ts';
import { userSchema } from './users.ts';

export const signedInSchema = z.strictObject({
  success: z.literal(true),
  token: z.string(),
  user: userSchema,
});
export type SignedIn = z.infer<typeof signedInSchema>;

/** The sign-in went well so far: `step` and the second factor end it, within five minutes. */
const stepSchema = z.strictObject({
  success: z.literal(true),
  step: z.string(),
  /** True with an authenticator app; a recovery code is taken in any case. */
  app: z.boolean(),
  /** The challenge for a passkey; null without one. */
  passkey: assertionOptionsSchema.nullable(),
});
export type SignInStep = z.infer<typeof stepSchema>;

const signedInOrStep = z.union([signedInSchema, stepSchema]);

const needPassword = said('Enter your password.');

export const login = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  permission: 'public',
  audit: 'user.signed-in',
  body: z.object({
    email: emailSchema,
    password: z.string(ifNone(needPassword)).min(1, needPassword).max(200),
  }),
  response: signedInOrStep,
});

/**
 * Makes the first state admin of an empty installation; `setupCode` is printed at start. 403 for another
 * code, and once there is an account.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  permission: 'public',
  audit: 'user.registered',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: nameText(60, 'Enter a first name.'),
    lastName: nameText(60, 'Enter a last name.'),
    state: accountStateSchema.nullable().default(null),
    setupCode: text(100).default(''),
  }),
  response: signedInSchema,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/forgotpassword',
  permission: 'public',
  audit: 'user.reset-asked',
  body: z.object({ email: emailSchema }),
  response: answer(z.string()),
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/resetpassword/:token',
  permission: 'public',
  audit: 'user.password-reset',
  params: z.object({ token: z.string() }),
  body: z
    .object({ password: newPasswordSchema, confirmPassword: repeatedPasswordSchema })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: passwordsDiffer,
    }),
  response: signedInOrStep,
});
