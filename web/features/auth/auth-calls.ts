import { z } from 'zod';
import type { AssertionOptions } from '#contract/assertion-options.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { passwordsDiffer, repeatedPasswordSchema } from '#contract/passwords.ts';
import { accountStates, accountStateSchema } from '#contract/places.ts';
import { askFactorReset, signInWithCode, signInWithPasskey } from '#contract/second-factor.ts';
import {
  forgotPassword,
  login,
  register,
  resetPassword,
  type SignedIn,
} from '#contract/sign-in.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { askPasskey } from '#web/device/keys/passkeys.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import type { Sent } from './use-auth-form.ts';

// The sign-in page fetches this file, and the schemas with it, while somebody types.

/** Checks what was typed, and asks the server if nothing is wrong with it. */
export async function send<Answer>(
  schema: z.ZodType,
  typed: unknown,
  ask: () => Promise<Answer>,
): Promise<Sent<Answer>> {
  const errors = formErrors(schema)(typed);
  if (Object.keys(errors).length > 0) return { is: 'incomplete', errors };
  try {
    return { is: 'answered', answer: await ask() };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { is: 'refused', refusal: error };
  }
}

interface Credentials {
  email: string;
  password: string;
}

export const signIn = (body: Credentials) => send(login.body, body, () => call(login, { body }));

/** Ends a sign-in with the code of the second factor. */
export const enterCode = (step: string, code: string) =>
  send(signInWithCode.body, { step, code }, () => call(signInWithCode, { body: { step, code } }));

/** Asks for the lost second factor to be taken away. */
export const askReset = (step: string) =>
  send(askFactorReset.body, { step }, () => call(askFactorReset, { body: { step } }));

/** Ends a sign-in with a passkey of this device. */
export async function givePasskey(
  step: string,
  options: AssertionOptions,
): Promise<Sent<SignedIn>> {
  const asked = await askPasskey(options);
  if (asked.is === 'refused') return { is: 'refused', refusal: { ...asked, status: 0 } };
  const body = { step, passkey: asked.answer };
  return send(signInWithPasskey.body, body, () => call(signInWithPasskey, { body }));
}

const setUpForm = register.body
  .extend({
    state: z.enum([...accountStates, 'all'], 'Select an organisation.'),
    confirmPassword: repeatedPasswordSchema,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: passwordsDiffer,
  });
type SetUp = Record<keyof BodyOf<typeof register> | 'confirmPassword', string>;

/** Makes the first state admin, of one organisation or of all. */
export function setUp({ confirmPassword, ...typed }: SetUp) {
  const body = { ...typed, state: accountStateSchema.safeParse(typed.state).data ?? null };
  return send(setUpForm, { ...typed, confirmPassword }, () => call(register, { body }));
}

export const askForReset = (body: { email: string }) =>
  send(forgotPassword.body, body, () => call(forgotPassword, { body }));

interface NewPassword {
  password: string;
  confirmPassword: string;
}

/** Sets a new password with the token of a mail; the answer signs in with it. */
export const reset = (token: string, body: NewPassword) =>
  send(resetPassword.body, body, () => call(resetPassword, { params: { token }, body }));
