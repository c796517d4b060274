import { z } from 'zod';
import { answer } from './answers.ts';
import { signedInSchema } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** A code of an authenticator app, or one of the recovery codes; spaces don't count. */
const codeSchema = z
  .string()
  .max(40)
  .transform((code) => code.replaceAll(/\s/g, '').toLowerCase())
  .refine((code) => code !== '', 'Enter the code.');

/**
 * Ends a sign-in that the second factor was asked for: 401 for a wrong code, or when the step is too
 * old or was tried too often.
 */
export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/secondstep',
  permission: 'public',
  audit: 'user.signed-in',
  body: z.object({ step: z.string().max(100), code: codeSchema }),
  response: signedInSchema,
});

export const factorsSchema = z.strictObject({
  /** Whether an authenticator app is asked for at sign-in. */
  app: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.number().int(),
});
export type Factors = z.infer<typeof factorsSchema>;

export const readFactors = endpoint({
  method: 'GET',
  path: '/api/v1/auth/factors',
  permission: 'end own session',
  audit: null,
  response: answer(factorsSchema),
});

/**
 * Makes the key of an authenticator app, which counts once `confirmApp` gets a first code. 409 while
 * there is one that counts.
 */
export const addApp = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  audit: 'user.factor-begun',
  proof: 'lately',
  response: answer(
    z.strictObject({
      /** In base32, to be typed where no camera is. */
      secret: z.string(),
      /** The same as an `otpauth:` address. */
      address: z.string(),
      /** The address as a QR code: the outline of an SVG path, one unit a module. */
      qr: z.strictObject({ size: z.number().int(), path: z.string() }),
    }),
  ),
});

/** Turns the app on with its first code; answers the recovery codes, which are shown once only. */
export const confirmApp = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  audit: 'user.factor-added',
  body: z.object({ code: codeSchema }),
  response: answer(z.array(z.string())),
});

/** Turns the app off; the recovery codes go with it. */
export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  audit: 'user.factor-removed',
  proof: 'lately',
  response: answer(factorsSchema),
});

/**
 * Proves anew who is calling, before something of weight: by a code where the account has a second
 * factor, else by the password. 400 at `code` or `password`.
 */
export const proveAgain = endpoint({
  method: 'POST',
  path: '/api/v1/auth/proof',
  permission: 'end own session',
  audit: 'user.proved',
  body: z.object({
    password: z.string().max(200).default(''),
    code: z.string().max(40).default(''),
  }),
  response: answer(z.null()),
});
