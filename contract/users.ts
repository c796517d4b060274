import { z } from 'zod';
import { answer, flagFilter, instant, listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { exportFormatSchema, exportTypes, zoneFilter } from './list-filters.ts';
import { accountStateSchema, organisationSchema } from './places.ts';
import { roleSchema, staffRoles } from './roles.ts';

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
  /** A signed address, or `no-user.jpg` for no picture. */
  avatar: z.string(),
  picture: z.string(),
  active: z.boolean(),
  /**
   * True once its owner has set the password by a mailed link; until then somebody else knows it.
   */
  ownPassword: z.boolean(),
  lastActive: instant.nullable(),
  createdAt: instant,
  /** Of their sign-in and forms; '' before they have chosen one, and from a server of before. */
  language: z.string().default(''),
  /** In one's own record alone: the duties in force, and the switches that are on. */
  duties: z.array(z.string()).optional(),
});
export type User = z.infer<typeof userSchema>;

/** The part of an account that every colleague may know. */
export const colleagueSchema = userSchema.pick({
  id: true,
  _id: true,
  firstName: true,
  lastName: true,
  role: true,
  zone: true,
  picture: true,
  lastActive: true,
});
export type Colleague = z.infer<typeof colleagueSchema>;

export const readUser = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id',
  permission: 'see own profile',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(userSchema),
});

/** The first is the default: the account that was added first comes first. */
export const userSorts = [
  'createdAt',
  'name',
  '-name',
  'role',
  '-role',
  'zone',
  '-zone',
  '-lastActive',
  'lastActive',
] as const;
export type UserSort = (typeof userSorts)[number];

/** Only callers who see users in full narrow them by more than role and zone. */
export const userNarrowing = {
  role: z.enum(staffRoles, 'Select a role.').optional(),
  /** A zone, or `Hq` for accounts without one. */
  zone: zoneFilter,
  /** Signed in within 30 days, not for longer, or never. */
  seen: z.enum(['lately', 'long ago', 'never'], 'Select when the user was last active.').optional(),
  /** True for those whose owner has set the password. */
  ownPassword: flagFilter,
  secondFactor: flagFilter,
};

const userFilters = {
  _searchfirstName: z.string().trim().max(100).optional(),
  sort: z.enum(userSorts, 'Select how to sort the list.').default('createdAt'),
  organisation: organisationSchema.optional(),
  ...userNarrowing,
};

/**
 * Users in scope: in full for callers who may see users, as colleagues for everybody else.
 * `sort=-lastActive` puts the latest first; users who never signed in come last either way. Roles are
 * sorted from state admin to observer, and headquarters before the zones.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/users',
  permission: 'see personnel',
  audit: null,
  query: z.strictObject({ ...pageQuery, ...userFilters }),
  response: listAnswer(z.union([userSchema, colleagueSchema])),
});

/** Every user that the filters show, as a file; 400 for more than `exportLimits`. */
export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/v1/users/export',
  permission: 'add and change users',
  audit: 'users.exported',
  query: z.strictObject({ ...userFilters, format: exportFormatSchema }),
  download: Object.values(exportTypes),
  response: z.string(),
});
