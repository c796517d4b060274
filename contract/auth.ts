import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { accountStateSchema } from './places.ts';
import { roleSchema } from './roles.ts';
import { wakePath } from './wake.ts';

/** The part of a token that the screens read. `exp` is in seconds. */
export const tokenPayloadSchema = z.object({
  exp: z.number(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
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
  username: '',
  email: '',
  phone: '',
  role: 'guest',
  state: null,
  zone: null,
  picture: 'no-user.jpg',
};

/** Browsers and Node both have it; the contract is compiled with the types of neither. */
declare const btoa: (text: string) => string;

/**
 * The guest's constant token. It decodes like any other, but nobody signed it: the server accepts
 * exactly these characters.
 */
export const guestToken = [
  ...[{ alg: 'none', typ: 'JWT' }, guestPayload].map((part) =>
    btoa(JSON.stringify(part)).replaceAll('=', ''),
  ),
  'guest',
].join('.');

/** Wakes a sleeping server and confirms that it is up; `empty` while there is no account yet. */
export const wake = endpoint({
  method: 'GET',
  path: wakePath,
  permission: 'public',
  audit: null,
  failure: 'ignored',
  response: answer(z.enum(['up', 'empty'])),
});

export const logout = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/session',
  permission: 'end own session',
  withoutFactor: true,
  audit: 'user.signed-out',
  response: answer(z.null()),
});
