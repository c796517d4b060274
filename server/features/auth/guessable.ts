import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { said } from '#contract/language.ts';
import { accountStates } from '#contract/places.ts';
import { invalid, type Refusal } from '#server/http/refusal.ts';

/** Words that come to mind first for a password of this product. */
const ownWords = ['hanya', 'traffic', 'officer', 'police', 'nigeria', 'booking', ...accountStates];

const ownWord = new RegExp(ownWords.join('|'), 'gi');

zxcvbnOptions.setOptions({
  // Among them the 49,000 passwords that turn up most often in leaks.
  dictionary: { ...common.dictionary, ownWords: ownWords.map((word) => word.toLowerCase()) },
  graphs: common.adjacencyGraphs,
});

/**
 * A password found in fewer tries than this, as a power of ten, is one that others use too: a
 * leaked one, a row of the keyboard, a name with a year.
 */
const leastTries = 8;

/** Longer passwords are judged by their beginning, so that judging takes some milliseconds at most. */
const longestJudged = 64;

/** The owner of a password; their names and address are the first guesses. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username?: string;
}

/** Null when a new password is not among those that are tried first; else 400 for its field. */
export function whyNotPassword(password: string, owner: PasswordOwner): Refusal | null {
  const { email, firstName, lastName, username = email } = owner;
  const own = [email, ...email.split(/[@.]/), firstName, lastName, username];
  const judged = password.slice(0, longestJudged);
  // Three words of this product in a row are many tries to a dictionary, and few to who knows it.
  const others = judged.replaceAll(ownWord, '');
  if ([judged, others].every((part) => zxcvbn(part, own).guessesLog10 >= leastTries)) return null;
  return invalid(
    'password',
    said(
      'This password is too easy to guess. Many people use it, or it is a pattern or your own name. Use a few words that do not belong together.',
    ),
  );
}
