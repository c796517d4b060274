import { decodeJwt } from 'jose';
import { type TokenPayload, tokenPayloadSchema } from '#contract/auth.ts';
import type { SignedInUser } from '#web/api/current-user.ts';

/** A logout spares local storage for so many milliseconds after a recruiter came. */
const portfolioDuration = 3_600_000;

export type StoredSession =
  | { is: 'none' }
  | { is: 'unreadable' }
  | { is: 'expired' | 'valid'; user: SignedInUser };

/** Reads a stored token at `now` (milliseconds, UTC). Only the server checks its signature. */
export function readToken(token: string | null, now: number): StoredSession {
  if (token === null || token === '') return { is: 'none' };
  const payload = readPayload(token);
  if (payload === null) return { is: 'unreadable' };
  const { exp, ...user } = payload;
  return { is: exp * 1000 <= now ? 'expired' : 'valid', user };
}

function readPayload(token: string): TokenPayload | null {
  try {
    return tokenPayloadSchema.safeParse(decodeJwt(token)).data ?? null;
  } catch {
    return null;
  }
}

/** True if logging out clears all of local storage, or only the token. */
export function logoutClearsAll(portfolio: string | null, now: number): boolean {
  if (portfolio === null || portfolio === '') return true;
  const since = Number(portfolio);
  return !Number.isFinite(since) || now - since > portfolioDuration;
}
