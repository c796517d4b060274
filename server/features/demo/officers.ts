import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';

type Staff = Exclude<Role, 'guest'>;

/** Somebody of the demo's staff. `zone` null is HQ; `eoCode` is the number on their tickets. */
export interface Officer {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Staff;
  readonly state: AccountState;
  readonly zone: string | null;
  readonly eoCode: string;
}

type Line = readonly [name: string, role: Staff, state: AccountState, zone: string | null];

/** What everyone who tries the demo signs in with. */
export const demoPassword = 'hanya-demo-pass';

const accounts: readonly Line[] = [
  ['Amina Yero', 'state admin', 'Kaduna', null],
  ['Bashir Lawal', 'zonal head', 'Kaduna', 'Zaria'],
  ['Ladi Yakubu', 'booking officer', 'Kaduna', 'Zaria'],
  ['Sani Abdullahi', 'operator', 'Kaduna', 'Zaria'],
  ['Grace Duniya', 'observer', 'Kaduna', null],
];

const others: readonly Line[] = [
  ['Haruna Tanko', 'booking officer', 'Kaduna', 'Zaria'],
  ['Rakiya Sule', 'booking officer', 'Kaduna', 'Zaria'],
  ['Nasiru Magaji', 'booking officer', 'Kaduna', 'Sabon Gari'],
  ['Hadiza Jibril', 'zonal head', 'Kaduna', 'Sabon Gari'],
  ['Yusuf Ladan', 'booking officer', 'Kaduna', 'Kaduna North'],
  ['Maryam Isah', 'zonal head', 'Kaduna', 'Kaduna North'],
  ['Ishaya Kure', 'booking officer', 'Kaduna', 'Kaduna South'],
  ['Danladi Gimba', 'booking officer', 'Kaduna', 'Chikun'],
  ['Umar Danjuma', 'booking officer', 'Kaduna', 'Igabi'],
  ['Saratu Bonet', 'booking officer', 'Kaduna', "Jema'a"],
  ['Idris Wada', 'booking officer', 'Kaduna', 'Lere'],
  ['Kayode Ogunleye', 'booking officer', 'Ogun', 'Abeokuta South'],
  ['Funmilayo Balogun', 'booking officer', 'Ogun', 'Ado-Odo/Ota'],
  ['Wasiu Odunsi', 'booking officer', 'Ogun', 'Ijebu Ode'],
  ['Chinedu Okoro', 'booking officer', 'Lagos', 'Ikeja'],
  ['Bukola Fashola', 'booking officer', 'Lagos', 'Eti Osa'],
  ['Rotimi Salako', 'booking officer', 'Lagos', 'Kosofe'],
  ['Terver Akaa', 'booking officer', 'Abuja', 'Abuja Municipal Area Council'],
  ['Ngozi Umeh', 'booking officer', 'Abuja', 'Bwari'],
  ['Ndagi Kolo', 'booking officer', 'Abuja', 'Gwagwalada'],
];

function officerOf([name, role, state, zone]: Line, index: number): Officer {
  const [firstName = '', lastName = ''] = name.split(' ');
  const username = `${firstName.charAt(0)}.${lastName}`.toLowerCase();
  const email = `${username}@hanya.test`;
  const eoCode = `EO-${1040 + index * 7}`;
  return { username, email, firstName, lastName, role, state, zone, eoCode };
}

/** One account a role, open to everyone who tries the demo. */
export const demoAccounts: readonly Officer[] = accounts.map((line, index) => ({
  ...officerOf(line, index),
  email: `${line[1].replace(' ', '-')}@hanya.test`,
}));

/** All who booked and cleared; those beyond the accounts can't sign in. */
export const demoOfficers: readonly Officer[] = [
  ...demoAccounts,
  ...others.map((line, index) => officerOf(line, accounts.length + index)),
];
