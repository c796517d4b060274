import type { SecondPerson } from '#contract/second-person.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs } from '#server/time.ts';

/** An account as far as it matters where two people are needed. */
export interface Hand {
  readonly id: string;
  /** The id of whoever added the account; null for the first of an installation. */
  readonly addedBy: string | null;
  readonly ownPassword: boolean;
  readonly createdAt: Date;
  readonly active: boolean;
  readonly demo: boolean;
}

/**
 * A new account confirms nothing for so many days: the other state admins were told by mail, and
 * can ask who that is, over a weekend too.
 */
const newAccountDays = 3;

const firstPassword = new Refusal(
  403,
  'first_password',
  'Somebody else knows your password. Set your own password first. Open the link in your email, or select Forgot password on the sign-in page.',
);

const newAccount = new Refusal(
  403,
  'new_account',
  `Your account must be ${newAccountDays} days old before you can do this. Ask somebody whose account is older.`,
);

const relatedAccounts = new Refusal(
  409,
  'related_accounts',
  'You added the other person’s account, or they added yours. Somebody else must confirm this.',
);

const accountOfOneself = new Refusal(
  409,
  'related_accounts',
  'You know the password of the account that did this. Ask another person.',
);

const closedAccount = new Refusal(
  409,
  'closed_account',
  'The account of the person who started this is deactivated. Refuse this, and ask somebody to start again.',
);

const otherWorld = new Refusal(
  409,
  'other_world',
  'This was started in the demo, and counts only there. Start again.',
);

/** Null when what `first` began may still count: two people of whom one is nobody are one. */
export function whyNotBegunBy(second: Hand, first: Hand): Refusal | null {
  if (first.demo !== second.demo) return otherWorld;
  return first.active ? null : closedAccount;
}

/** Null when an account may do what needs a second person. */
function whyNotSecondPerson(second: Hand, now: Date): Refusal | null {
  if (!second.ownPassword) return firstPassword;
  const age = now.getTime() - second.createdAt.getTime();
  return age < newAccountDays * dayMs ? newAccount : null;
}

/**
 * Null when `second` may confirm a proposal of `first`. The admin who added an account chose its
 * mail address too. So neither confirms for the other, whatever became of the password.
 */
export function whyNotConfirmedBy(second: Hand, first: Hand, now: Date): Refusal | null {
  const isRelated = first.addedBy === second.id || second.addedBy === first.id;
  return whyNotSecondPerson(second, now) ?? (isRelated ? relatedAccounts : null);
}

/**
 * The standing of the account `second` beside the proposer, and the day from which a new one can
 * confirm.
 */
export function standingBeside(
  second: Hand,
  first: Hand,
  now: Date,
): Pick<SecondPerson, 'not' | 'from'> {
  const why = whyNotConfirmedBy(second, first, now);
  if (why === null) return { not: null, from: null };
  if (why === relatedAccounts) return { not: 'related account', from: null };
  if (why === firstPassword) return { not: 'first password', from: null };
  // With another obstacle left, waiting doesn't help.
  const then = new Date(second.createdAt.getTime() + newAccountDays * dayMs);
  const isRelated = whyNotConfirmedBy(second, first, then) === relatedAccounts;
  return isRelated
    ? { not: 'related account', from: null }
    : { not: 'new account', from: then.toISOString() };
}

/**
 * Null when `second` may undo the daily work of `first`. State admins add officers' accounts and
 * also look after their records. Only a password that the admin still knows makes one person of the
 * two.
 */
export function whyNotUndoneBy(second: Hand, first: Hand, now: Date): Refusal | null {
  const isOne = first.addedBy === second.id && !first.ownPassword;
  return whyNotSecondPerson(second, now) ?? (isOne ? accountOfOneself : null);
}
