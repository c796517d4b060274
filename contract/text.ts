import { z } from 'zod';
import { ifNone } from './sentences.ts';

// Control characters have no place in a ticket, and PostgreSQL refuses the zero byte.
const controlCharacters = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Signs that nobody sees: those that turn the direction of writing, so that a name or a number reads
 * otherwise than it is stored, and those without width, so that two equal names differ. Phones put
 * them around numbers that are copied. A joiner stays before a letter in Arabic writing (Ajami) and
 * before a part of an emoji; marks on letters, as in Yoruba, always stay.
 */
const unseen = /(?!\uFE0F|(?:\u200C|\u200D)[\p{sc=Arab}\p{ExtPict}])\p{DI}/gu;

/** The text as it is seen. */
export const asSeen = (value: string): string => value.replace(unseen, '');

/**
 * Trimmed text of at most `max` characters, without signs that nobody sees; `''` means it was not
 * given. `missing` is the sentence for a value that is not text at all.
 */
export const text = (max: number, missing?: string) =>
  z
    .string(ifNone(missing))
    .overwrite(asSeen)
    .trim()
    .max(max)
    .refine(
      (value) => !controlCharacters.test(value),
      'Remove the characters that cannot be read.',
    );

export const optionalText = (max: number) => text(max).default('');

/** Text that must be given. */
export const requiredText = (max: number, message: string) => text(max, message).min(1, message);

/** An optional choice from a fixed list; `''` means it was not given. */
export const optionalChoice = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum([...choices, '']).default('');

export const needEmail = 'Enter an email address such as name@example.com.';

export const emailSchema = z
  .string(ifNone(needEmail))
  .trim()
  .max(254)
  .toLowerCase()
  .pipe(z.email(needEmail));

/** A Nigerian or foreign phone number as people write it; `''` means it was not given. */
export const phoneText = (missing?: string) =>
  text(20, missing).refine(
    (value) => value === '' || /^\+?[\d ()-]{7,19}$/.test(value),
    'Enter a phone number, for example 0803 555 0142.',
  );

/** Text written in capitals with single spaces, such as a licence or a plate. */
export const capitals = (max: number) =>
  text(max).transform((value) => value.toUpperCase().replaceAll(/\s+/g, ' '));

export const plateText = capitals(20);

export const ulidSchema = z
  .string()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Give the id as a ULID in upper case.');
