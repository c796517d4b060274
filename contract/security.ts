import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { newPasswordSchema, passwordsDiffer, repeatedPasswordSchema } from './passwords.ts';

/**
 * Changes the caller's own password, and ends their other sessions. 400 at `current` for a wrong
 * one. 403 for a first password, which only the mailed link replaces.
 */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/password',
  permission: 'end own session',
  audit: 'user.password-changed',
  body: z
    .object({
      current: z.string().min(1, 'Enter your current password.').max(200),
      password: newPasswordSchema,
      confirmPassword: repeatedPasswordSchema,
    })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: passwordsDiffer,
    }),
  response: answer(z.null()),
});

/** A session that still holds; times are UTC. */
export const sessionSchema = z.strictObject({
  id: z.string(),
  /** The browser and the system that began it, in plain words. */
  device: z.string(),
  /** The IP address that began it. */
  address: z.string(),
  since: instant,
  /** At most a minute behind. */
  lastUsed: instant,
  /** True if it began at the address of this call. */
  sameNetwork: z.boolean(),
  /** The session of this very call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** The end of the caller's session: at `idleAt` if unused, at `endsAt` in any case, UTC. */
export const readSession = endpoint({
  method: 'GET',
  path: '/api/v1/auth/session',
  permission: 'end own session',
  audit: null,
  failure: 'ignored',
  response: answer(z.strictObject({ idleAt: instant, endsAt: instant })),
});

/** The sessions of one's own account, or of one in scope for those who change users. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id/sessions',
  permission: 'end own session',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.array(sessionSchema)),
});

/** Ends one session, the caller's own too; answers those that are left. */
export const endSession = act({
  method: 'DELETE',
  path: '/api/v1/users/:id/sessions/:session',
  permission: 'end own session',
  of: 'user',
  audit: 'user.sessions-ended',
  proof: 'lately',
  params: z.object({ id: z.string(), session: z.string() }),
  response: answer(z.array(sessionSchema)),
});

/** Ends all sessions of an account except the one of this call; answers those that are left. */
export const endSessions = act({
  method: 'DELETE',
  path: '/api/v1/users/:id/sessions',
  permission: 'end own session',
  of: 'user',
  audit: 'user.sessions-ended',
  final: true,
  proof: 'lately',
  params: z.object({ id: z.string() }),
  response: answer(z.array(sessionSchema)),
});
