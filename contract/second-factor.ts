import { z } from 'zod';
import { act } from './act.ts';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { folded, spellingKey } from './folding.ts';
import { said } from './language.ts';
import { assertionSchema, passkeySchema } from './passkeys.ts';
import { signedInSchema } from './sign-in.ts';

/** A code of an authenticator app, or one of the recovery codes, however it was typed. */
const codeSchema = z
  .string()
  .max(40)
  .refine((code) => folded(code) !== '', said('Enter the code.'))
  .transform(spellingKey);

/**
 * Ends a sign-in with the second factor. 401 for a wrong code, and for a step that is too old or
 * was tried too often.
 */
export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/secondstep',
  permission: 'public',
  audit: 'user.signed-in',
  body: z.object({ step: z.string().max(100), code: codeSchema }),
  response: signedInSchema,
});

/** Ends such a sign-in with a passkey: 401 as above; an answer of it counts once. */
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/secondstep/passkey',
  permission: 'public',
  audit: 'user.signed-in',
  body: z.object({ step: z.string().max(100), passkey: assertionSchema }),
  response: signedInSchema,
});

/**
 * Asks those who may take the account's factors away to do so: it waits for them for seven days, or
 * until its owner signs in. Nothing is taken away by it. 401 as above; each call counts as a try.
 */
export const askFactorReset = endpoint({
  method: 'POST',
  path: '/api/v1/auth/secondstep/lost',
  permission: 'public',
  audit: 'user.factor-reset-asked',
  body: z.object({ step: z.string().max(100) }),
  response: answer(z.null()),
});

export const factorsSchema = z.strictObject({
  /** True with an authenticator app. */
  app: z.boolean(),
  passkeys: z.array(passkeySchema),
  /** Recovery codes that are left. */
  recoveryCodes: z.number().int(),
  /** True if the role of the account must have a second factor. */
  required: z.boolean(),
  /** True if a passkey can be added at the product's address. */
  takesPasskeys: z.boolean(),
});
export type Factors = z.infer<typeof factorsSchema>;

export const readFactors = endpoint({
  method: 'GET',
  path: '/api/v1/auth/factors',
  permission: 'end own session',
  withoutFactor: true,
  audit: null,
  response: answer(factorsSchema),
});

/**
 * Makes the key of an authenticator app, which counts once `confirmApp` gets a first code. 409
 * while another counts.
 */
export const addApp = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  withoutFactor: true,
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

/**
 * Turns the app on with its first code. For the account's first factor it answers the recovery
 * codes, which are shown once only.
 */
export const confirmApp = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.factor-added',
  body: z.object({ code: codeSchema }),
  response: answer(z.array(z.string())),
});

/** Turns the app off; with the last factor the recovery codes go too. */
export const removeApp = act({
  method: 'DELETE',
  path: '/api/v1/auth/factors/app',
  permission: 'end own session',
  of: 'user',
  audit: 'user.factor-removed',
  final: true,
  proof: 'lately',
  response: answer(factorsSchema),
});

/** Makes new recovery codes in place of the others. 409 without a second factor. */
export const renewRecoveryCodes = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/factors/recovery',
  permission: 'end own session',
  audit: 'user.recovery-codes-made',
  proof: 'lately',
  response: answer(z.array(z.string())),
});

/** The second factor of an account in scope, for those who change users. */
export const readFactorsOf = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id/factors',
  permission: 'add and change users',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.strictObject({ app: z.boolean(), passkeys: z.number().int() })),
});

/**
 * Takes a lost second factor of somebody else away. Their password alone signs in then, their
 * sessions end, and a mail tells them. 409 for one's own, and without any.
 */
export const takeFactors = act({
  method: 'DELETE',
  path: '/api/v1/users/:id/factors',
  permission: 'add and change users',
  of: 'user',
  audit: 'user.factors-taken',
  final: true,
  proof: 'lately',
  params: z.object({ id: z.string() }),
  response: answer(z.null()),
  words: {
    begins: 'Remove the second factor',
    asks: 'Remove this second factor?',
    does: 'Do this only if the owner has lost the second factor and you have spoken to them. The owner can then sign in with a password alone. Hanya will end the owner’s sessions and email the owner.',
    confirms: 'Remove',
    done: 'Second factor removed',
  },
});

/**
 * The caller proves anew who they are, before a change of weight: by code or passkey, else by
 * password. 400 at `code`, `passkey` or `password`. Wrong ones count with those of sign-ins: the
 * twentieth in a quarter of an hour ends the session (401).
 */
export const proveAgain = endpoint({
  method: 'POST',
  path: '/api/v1/auth/proof',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.proved',
  body: z.object({
    password: z.string().max(200).default(''),
    code: z.string().max(40).default(''),
    /** An answer to `beginProof`. */
    passkey: assertionSchema.optional(),
  }),
  response: answer(z.null()),
});
