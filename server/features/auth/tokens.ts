import { createHash, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { User } from '#contract/users.ts';

/** The length of a shift: after it everybody signs in again. */
export const sessionHours = 12;

export interface Tokens {
  /** A token for the session, with what the screens start with; `expiresAt` is UTC. */
  sign(sessionId: string, user: User, expiresAt: Date): Promise<string>;
  /** The session that a token names, or null when it is forged, malformed or expired. */
  sessionOf(token: string): Promise<string | null>;
}

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign(sessionId, user, expiresAt) {
      const payload: JWTPayload = {
        sid: sessionId,
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        role: user.role,
        state: user.state,
        zone: user.zone,
        picture: user.picture,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(key);
    },
    async sessionOf(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
        return typeof payload['sid'] === 'string' ? payload['sid'] : null;
      } catch {
        return null;
      }
    },
  };
}

/** A secret to hand out once, of which only the hash is kept. */
export function oneTimeCode(): { code: string; hash: string } {
  const code = randomBytes(24).toString('base64url');
  return { code, hash: hashCode(code) };
}

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');
