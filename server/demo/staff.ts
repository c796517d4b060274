import { z } from 'zod';
import { demoSignIns } from '#contract/demo.ts';
import { type AccountState, accountStateSchema } from '#contract/places.ts';
import { staffRoles } from '#contract/roles.ts';
import staff from './data/staff.json' with { type: 'json' };

/** Somebody of the demo's staff. `zone` null is HQ; `eoCode` is the number on their tickets. */
export interface Officer {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: (typeof staffRoles)[number];
  readonly state: AccountState;
  readonly zone: string | null;
  readonly eoCode: string;
}

const lineSchema = z.strictObject({
  name: z.string(),
  role: z.enum(staffRoles),
  state: accountStateSchema,
  zone: z.string().nullable(),
});
type Line = z.infer<typeof lineSchema>;

const accounts = z.array(lineSchema).parse(staff.accounts);
const others = z.array(lineSchema).parse(staff.others);

function officerOf({ name, role, state, zone }: Line, index: number): Officer {
  const [firstName = '', lastName = ''] = name.split(' ');
  const username = `${firstName.charAt(0)}.${lastName}`.toLowerCase();
  const email = `${username}@hanya.test`;
  const eoCode = `EO-${1040 + index * 7}`;
  return { username, email, firstName, lastName, role, state, zone, eoCode };
}

/**
 * One account a role, and a second state admin for acts of two people, open to everybody who tries
 * the demo.
 */
export const demoAccounts: readonly Officer[] = accounts.map((line, index) => {
  const { email } = demoSignIns[index] ?? {};
  if (email === undefined) throw new Error('Every demo account needs an entry in demoSignIns.');
  return { ...officerOf(line, index), email };
});

/** Sees all organisations, and so how the installation stands; made no history. */
export const demoOverseer: Omit<Officer, 'state'> & { readonly state: null } = {
  username: 'h.okoro',
  firstName: 'Halima',
  lastName: 'Okoro',
  role: 'state admin',
  email: 'all-states-admin@hanya.test',
  state: null,
  zone: null,
  eoCode: '',
};

/** All who booked and cleared; those beyond the accounts can't sign in. */
export const demoOfficers: readonly Officer[] = [
  ...demoAccounts,
  ...others.map((line, index) => officerOf(line, accounts.length + index)),
];

const lastAdmin = (officers: readonly Officer[]): Officer => {
  const found = officers.findLast(({ role }) => role === 'state admin');
  if (!found) throw new Error('The demo needs three state admins.');
  return found;
};
/** Answers disputes, and confirms refunds. */
export const demoJudge: Officer = lastAdmin(demoAccounts);
/** Refers tickets to court, and proposes refunds. */
export const demoAdmin: Officer = lastAdmin(demoAccounts.slice(0, demoAccounts.indexOf(demoJudge)));
/** Has proposed the duties of both, and signs in no more. */
export const demoFormerAdmin: Officer = lastAdmin(demoOfficers);
