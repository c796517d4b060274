import type { SecurityEvent, SecurityEventKind } from '#contract/operations.ts';
import { capitalised } from '#web/format/words.ts';

/** The name of a kind of event. */
export const kindWords: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in failed': 'Sign-in failed',
  'proof failed': 'Own password or code wrong',
  'too often': 'Tried too often',
  'not allowed': 'Not allowed',
  'not found': 'Not there, or not theirs',
  'forged token': 'Forged sign-in',
  'forged notice': 'Forged payment notice',
  rights: 'Rights changed',
  password: 'Password changed',
  'second factor': 'Second factor changed',
  'session ended': 'Session ended by another',
  export: 'List exported',
  'much read': 'Very much read',
  'staff address': 'Page of a driver used from an address of staff',
};

type Doers = Pick<SecurityEvent, 'by' | 'concerns' | 'address'>;

/** The person who did it, and the person concerned. */
export function byWords({ by, concerns, address }: Doers): string {
  const who = by?.name ?? (address === '' ? 'Somebody at the server' : 'Nobody known');
  return concerns && concerns.id !== by?.id ? `${who}, to ${concerns.name}` : who;
}

const attempts: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/login': 'With a password',
  'POST /api/v1/auth/secondstep': 'With a code',
};

/** The attempt or change in words; a call without words of its own by its address. */
export const aboutWords = ({ kind, about }: Pick<SecurityEvent, 'kind' | 'about'>): string =>
  kind === 'export' ? `List of ${about}` : (attempts[about] ?? capitalised(about));

export const timesWords = ({ count }: Pick<SecurityEvent, 'count'>): string =>
  count === 1 ? 'Once' : `${count} times`;
