import { createHash, hash as hashOnce, randomBytes, randomInt } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LruMap } from 'toad-cache';
import type { User } from '#contract/users.ts';

/** The length of a shift: after it everybody signs in again. */
export const sessionHours = 12;

export interface Tokens {
  /** A token for the session, with what the screens start with; `expiresAt` is UTC. */
  sign(sessionId: string, user: User, expiresAt: Date): Promise<string>;
  /** The session that a token names: `over` once it has expired, null when it is forged or malformed. */
  sessionOf(token: string): Promise<{ readonly id: string } | 'over' | null>;
}

/** A token whose signature was found good. */
interface Verified {
  readonly session: { readonly id: string } | null;
  /** In seconds (UTC). */
  readonly expires: number;
}

/** The owner and purpose of the tokens: another use of the same secret makes no session. */
const claims = { issuer: 'hanya', audience: 'hanya sessions' };

/** Signs with the first secret, and takes what any of them signed, so that they can be rotated. */
export function createTokens(secrets: readonly [string, ...string[]]): Tokens {
  const keyOf = (secret: string) => new TextEncoder().encode(secret);
  const key = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  // By the hash of the token, so that no token lies in memory. A forged one never gets here.
  const verified = new LruMap<Verified>(10_000);

  async function verify(token: string): Promise<Verified> {
    const { payload } = await Promise.any(
      keys.map((one) =>
        jwtVerify(token, one, { algorithms: ['HS256'], requiredClaims: ['exp'], ...claims }),
      ),
    );
    const id = payload['sid'];
    return { session: typeof id === 'string' ? { id } : null, expires: payload.exp ?? 0 };
  }

  return {
    sign(sessionId, user, expiresAt) {
      const payload: JWTPayload = {
        sid: sessionId,
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        username: user.username,
        email: user.email,
        phone: user.phone,
        role: user.role,
        state: user.state,
        zone: user.zone,
        picture: user.picture,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(key);
    },
    async sessionOf(token) {
      const id = hashOnce('sha256', token, 'base64');
      let known = verified.get(id);
      if (known) return known.expires > Math.floor(Date.now() / 1000) ? known.session : 'over';
      try {
        known = await verify(token);
      } catch (error) {
        return isOver(error) ? 'over' : null;
      }
      verified.set(id, known);
      return known.session;
    },
  };
}

/** Any of several secrets may have signed it. */
const isOver = (error: unknown): boolean =>
  error instanceof AggregateError && error.errors.some((one) => one instanceof errors.JWTExpired);

/** A secret to hand out once, of which only the hash is kept. */
export function oneTimeCode(): { code: string; hash: string } {
  const code = randomBytes(24).toString('base64url');
  return { code, hash: hashCode(code) };
}

/** Without signs that are mistaken for one another: neither I, L, O, U, 0 nor 1. */
const typedLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A secret of 98 bits that a person reads and types: `K7QD-…`, five groups of four. */
export function typedCode(): string {
  const group = () =>
    Array.from({ length: 4 }, () => typedLetters.charAt(randomInt(typedLetters.length))).join('');
  return Array.from({ length: 5 }, group).join('-');
}

/** A person may type the code from paper in small letters. */
export const hashOfLink = (code: string): string =>
  hashCode(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/i.test(code) ? code.toUpperCase() : code);

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');
