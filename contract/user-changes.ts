import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { chosenLanguage } from './language-code.ts';
import { newPasswordSchema, passwordsDiffer, repeatedPasswordSchema } from './passwords.ts';
import { accountStateSchema } from './places.ts';
import { staffRoles } from './roles.ts';
import { emailSchema, nameText, phoneText, requiredText, text } from './text.ts';
import { userSchema } from './users.ts';

// In a multipart body and in a form, "no state" and "no zone" are empty text.
const orNull = <S extends z.ZodType>(schema: S, message: string) =>
  z.union([schema, z.literal('').transform(() => null), z.null()], message);

const fields = {
  firstName: nameText(60, 'Enter a first name.'),
  lastName: nameText(60, 'Enter a last name.'),
  username: text(60),
  phone: phoneText(),
  email: emailSchema,
  role: z.enum(staffRoles, 'Select a role.'),
  state: orNull(accountStateSchema, 'Select a state.'),
  zone: orNull(requiredText(60, 'Select a zone.'), 'Select a zone.'),
};

/** Their zone must be said, '' for all of them: whoever forgets it would give everything away. */
export const zonedRoles: readonly string[] = ['zonal head', 'booking officer', 'operator'];

export const chooseZone = 'Select a zone, or Hq for all zones.';

/** A link for a first password that is answered once, to whoever added the account. */
const handedLinkSchema = z.strictObject({
  name: z.string(),
  email: z.string(),
  link: z.string(),
  until: instant,
});
export type HandedLink = z.infer<typeof handedLinkSchema>;

/**
 * Multipart, with the picture as the file `avatar`. Without a password nobody can sign in before
 * the owner has set one by the mailed link. Where no mail is set up, `mailed` is false and `handed`
 * has the link, once.
 */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/v1/users',
  permission: 'add and change users',
  audit: 'user.added',
  proof: 'lately',
  body: z
    .object({
      ...fields,
      username: fields.username.default(''),
      phone: fields.phone.default(''),
      state: fields.state.default(null),
      zone: fields.zone.optional(),
      password: newPasswordSchema.optional(),
      confirmPassword: repeatedPasswordSchema.optional(),
    })
    .refine(
      ({ role, state, zone }) => zone !== undefined || state === null || !zonedRoles.includes(role),
      { path: ['zone'], message: chooseZone },
    )
    .refine(
      ({ password, confirmPassword }) =>
        confirmPassword === undefined || confirmPassword === password,
      { path: ['confirmPassword'], message: passwordsDiffer },
    ),
  files: [{ name: 'avatar', kind: 'picture', many: false }],
  response: answer(userSchema.extend({ mailed: z.boolean(), handed: handedLinkSchema.nullable() })),
});

/** The most users of one file. */
export const mostImported = 500;

/** A row of a file of users: what was read, and the sentences that say what to mend. */
const importedRowSchema = z.strictObject({
  /** Its line in the file, from 1. */
  line: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** State and zone in words. */
  place: z.string(),
  faults: z.array(z.string()),
  /** The address has an account already: the row is passed over. */
  exists: z.boolean(),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

/**
 * Reads a CSV or XLSX file of users whole, and adds nobody, all of them, or those without faults.
 * Each added user is mailed a link; where no mail is set up, `handed` has all links, once. Sent
 * again, the same file adds nobody. 400 for a file that is no list of users, 409 where all are wanted
 * and a row has a fault.
 */
export const importUsers = endpoint({
  method: 'POST',
  path: '/api/v1/users/import',
  permission: 'add and change users',
  audit: 'user.added',
  proof: 'lately',
  body: z.strictObject({
    adds: z.enum(['nobody', 'all', 'faultless'], 'Select who to add.'),
  }),
  files: [{ name: 'file', kind: 'table', many: false }],
  response: answer(
    z.strictObject({
      rows: z.array(importedRowSchema),
      added: z.number().int(),
      mailed: z.boolean(),
      handed: z.array(handedLinkSchema),
    }),
  ),
});

/**
 * Mails a user a link to set a password. Where no mail is set up, whoever added the account is
 * answered the link once, to hand over, until its owner has set a password. 409 for an own or
 * closed account, and where no mail is set up and nobody may hand a link over.
 */
export const sendLink = endpoint({
  method: 'POST',
  path: '/api/v1/users/:id/link',
  permission: 'add and change users',
  audit: 'user.link-made',
  proof: 'lately',
  params: z.object({ id: z.string() }),
  response: answer(
    z.strictObject({ email: z.string(), until: instant, link: z.string().nullable() }),
  ),
});

/**
 * Changes a user. Everybody may change their own names, phone and language, and narrow their scope. A state
 * admin changes others' role, state, zone and activity, which needs a proof of the last minutes.
 * Unchanged values may be sent along. Whoever added an account corrects its email until somebody
 * has signed in with it: earlier links end, and the new address is mailed one.
 */
export const updateUser = act({
  method: 'PUT',
  path: '/api/v1/users/:id',
  permission: 'change own profile',
  of: 'user',
  audit: 'user.changed',
  proof: 'for rights',
  params: z.object({ id: z.string() }),
  // No defaults here: a field that is not sent stays as it is.
  body: z
    .object({ ...fields, language: chosenLanguage, id: z.string(), active: z.boolean() })
    .partial(),
  response: answer(userSchema),
});

/** Multipart: the picture as the file `avatar`, and the id of its user as `id`. */
export const changeAvatar = act({
  method: 'PUT',
  path: '/api/v1/auth/avatar',
  permission: 'change own profile',
  of: 'user',
  audit: 'user.pictured',
  body: z.object({ id: z.string().optional() }),
  files: [{ name: 'avatar', kind: 'picture', many: false }],
  response: answer(userSchema),
});
