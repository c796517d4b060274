import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { assertionOptionsSchema } from './passkeys.ts';
import { newPasswordSchema, passwordsDiffer } from './passwords.ts';
import { accountStateSchema } from './places.ts';
import { roleSchema } from './roles.ts';
import { ifNone } from './sentences.ts';
import { emailSchema, requiredText, text } from './text.ts';
import { userSchema } from './users.ts';
import { wakePath } from './wake.ts';

/** The part of a token that the screens read. `exp` is in seconds. */
export const tokenPayloadSchema = z.object({
  exp: z.number(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: roleSchema,
  state: accountStateSchema.nullable(),
  zone: z.string().nullable(),
  picture: z.string(),
});
export type TokenPayload = z.infer<typeof tokenPayloadSchema>;

export const guestPayload: TokenPayload = {
  exp: 4_102_444_799,
  id: 'guest',
  firstName: '{name}',
  lastName: '{name}',
  role: 'guest',
  state: null,
  zone: null,
  picture: 'no-user.jpg',
};

/** Browsers and Node both have it; the contract is compiled with the types of neither. */
declare const btoa: (text: string) => string;

/**
 * The guest's constant token. It decodes like any other but nobody signed it, so the server accepts
 * exactly these characters and nothing else.
 */
export const guestToken = [
  ...[{ alg: 'none', typ: 'JWT' }, guestPayload].map((part) =>
    btoa(JSON.stringify(part)).replaceAll('=', ''),
  ),
  'guest',
].join('.');

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
  /** Whether there is an authenticator app; a recovery code does in any case. */
  app: z.boolean(),
  /** What a passkey must sign; null where there is none. */
  passkey: assertionOptionsSchema.nullable(),
});
export type SignInStep = z.infer<typeof stepSchema>;

const signedInOrStep = z.union([signedInSchema, stepSchema]);

const needPassword = 'Enter your password.';

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

/** Makes the first state admin of an empty installation; `setupCode` is printed at start. */
export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  permission: 'public',
  audit: 'user.registered',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: requiredText(60, 'Enter a first name.'),
    lastName: requiredText(60, 'Enter a last name.'),
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
    .object({ password: newPasswordSchema, confirmPassword: z.string() })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: passwordsDiffer,
    }),
  response: signedInOrStep,
});

/** Wakes a sleeping server and confirms that it is up. */
export const wake = endpoint({
  method: 'GET',
  path: wakePath,
  permission: 'public',
  audit: null,
  failure: 'ignored',
  response: answer(z.literal('up')),
});

export const logout = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/session',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.signed-out',
  response: answer(z.null()),
});
