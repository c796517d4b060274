import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { accountStateSchema } from './places.ts';
import { roleSchema } from './roles.ts';

export const noPicture = 'no-user.jpg';

/** A user. `state` null sees all organisations, `zone` null is HQ; times are UTC. */
export const userSchema = z.strictObject({
  id: z.string(),
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  role: roleSchema,
  email: z.string(),
  state: accountStateSchema.nullable(),
  zone: z.string().nullable(),
  phone: z.string(),
  avatar: z.string(),
  picture: z.string(),
  lastActive: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;

export const readUser = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id',
  permission: 'see own profile',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(userSchema),
});
