import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { assertionOptionsSchema } from './assertion-options.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
};

/** The answer of `navigator.credentials.get`, as far as the server reads it. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** The answer of `navigator.credentials.create`. */
const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export type Registration = z.infer<typeof registrationSchema>;

/** A passkey of one's own; times are UTC. */
export const passkeySchema = z.strictObject({
  id: z.string(),
  /** Its owner's name for it, such as that of the device. */
  name: z.string(),
  addedAt: instant,
  usedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/**
 * Asks the browser to make a passkey: what `navigator.credentials.create` takes. 409 where the
 * product's address allows none.
 */
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factors/passkey/challenge',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.factor-begun',
  proof: 'lately',
  response: answer(z.looseObject({ challenge: z.string() })),
});

/**
 * Adds the passkey that the browser made. For the account's first factor it answers the recovery
 * codes, which are shown once only. 400 for one made for another address or call.
 */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factors/passkey',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.factor-added',
  body: z.object({
    name: requiredText(60, 'Enter a name for the passkey, such as the name of the device.'),
    passkey: registrationSchema,
  }),
  response: answer(z.array(z.string())),
});

/** Removes one of one's own passkeys; with the last factor the recovery codes go too. */
export const removePasskey = act({
  method: 'DELETE',
  path: '/api/v1/auth/factors/passkey/:id',
  permission: 'end own session',
  of: 'user',
  audit: 'user.factor-removed',
  final: true,
  proof: 'lately',
  params: z.object({ id: z.string() }),
  response: answer(z.null()),
});

/** The challenge that a passkey signs for `proveAgain`. 409 for an account without a passkey. */
export const beginProof = endpoint({
  method: 'POST',
  path: '/api/v1/auth/proof/challenge',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.proof-begun',
  response: answer(assertionOptionsSchema),
});
