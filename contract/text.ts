import { z } from 'zod';
import { phoneKey, writtenNumber } from './folding.ts';
import { ifNone } from './sentences.ts';

// Control characters have no place in a ticket, and PostgreSQL refuses the zero byte.
const controlCharacters = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * Invisible signs. Some turn the direction of writing, so that a name reads otherwise than it is
 * stored. Some have no width, so that two equal names differ. Phones put them around copied
 * numbers. A joiner stays in Arabic writing (Ajami) and in emoji; marks on letters, as in Yoruba,
 * stay.
 */
const unseen = /(?!\uFE0F|(?:\u200C|\u200D)[\p{sc=Arab}\p{ExtPict}])\p{DI}/gu;

/** The text as it is seen. */
export const asSeen = (value: string): string => value.replace(unseen, '');

// A check serves every schema: each one that is made takes a phone time at its start.
const seen = z.overwrite(asSeen);
const trimmed = z.trim();
const readable = z.refine<string>(
  (value) => !controlCharacters.test(value),
  'Remove hidden characters that cannot be displayed.',
);

/**
 * Trimmed text of at most `max` characters, without signs that nobody sees; `''` means it was not
 * given. `missing` is the sentence for a value that is not text at all.
 */
export const text = (max: number, missing?: string) =>
  z.string(ifNone(missing)).check(seen, trimmed, z.maxLength(max), readable);

/** A name in one line: a line of its own would pass for ours in mails and on papers. */
export const nameLine = (max: number, message?: string) =>
  text(max, message).refine(
    (value) => !/[\t\n\r\u0085\u2028\u2029]/.test(value),
    'Enter the name on one line.',
  );

/** The name of an account's owner. */
export const nameText = (max: number, message: string) => nameLine(max, message).min(1, message);

export const optionalText = (max: number) => text(max).default('');

/** The zone of a new record: left empty it is its maker's, and `Hq` for a maker without one. */
export const zoneText = optionalText(60);

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

/** Nigeria's own zero after its code, which contacts show in brackets or leave in. */
const zeroAfterCode = /^(\+?234)[ -]*(?:\(0\)|0(?=[ -]*[789]))[ -]*/;

/** What people write before a number, such as `GSM No.` */
const phoneLabel =
  /^\s*(?:(?:tel|telephone|phone|mobile|cell|line|contact|gsm|whatsapp|call|mtn|glo|airtel|no|nos|num|number)\b[\s.:#-]*)+/i;

/**
 * A phone number in one form: `+234 (0) 803 123 4567` with blanks of any kind becomes `+234 803 123
 * 4567`. Letters O and l between digits are read as 0 and 1. Other text stays as it is.
 */
const phoneAsWritten = (value: string): string =>
  lettersAsDigits(asSeen(value).normalize('NFKC').replace(phoneLabel, ''))
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/[\s./\\|_*,;:]+/g, ' ')
    .trim()
    .replace(/^\((?:\+(\d{1,3})|(234))\)/, '+$1$2 ')
    .replaceAll(/ +/g, ' ')
    .replace(/^00 ?(?=[1-9])/, '+')
    .replace(/^\+ /, '+')
    .replace(zeroAfterCode, '$1 ')
    .replace(/^(\+\d{1,3})[ -]*\(0\)[ -]*/, '$1 ');

/** Only where nothing but these letters stands among the digits. */
function lettersAsDigits(value: string): string {
  const looksLikeDigits = /^[\dOoIl|\s()+./\\_*,;:\p{Pd}-]*$/u.test(value) && digitsIn(value) >= 5;
  return looksLikeDigits ? value.replaceAll(/[Oo]/g, '0').replaceAll(/[Il]/g, '1') : value;
}

const digitsIn = (value: string) => value.replaceAll(/\D/g, '').length;

/** True for two phone numbers in one text, with or without a sign or a word between them. */
function isTwoPhones(value: string): boolean {
  const parts = value.split(/[/,;&|\n]|\b(?:or|and)\b/i).filter((part) => digitsIn(part) >= 7);
  if (parts.length > 1) return true;
  const whole = phoneAsWritten(value);
  return /^(?:0[789]\d{9}|\+?234[789]\d{9})(?:0[789]\d{9}|\+?234[789]\d{9})$/.test(
    whole.replaceAll(/[ ()-]/g, ''),
  );
}

const isPhone = (value: string): boolean =>
  /^\+?[\d ()-]{7,19}$/.test(value) && digitsIn(value) >= 7 && digitsIn(value) <= 15;

/** It begins like a mobile number of Nigeria. */
const isMobile = (value: string): boolean =>
  /^(?:0|\+?234)[789][01]/.test(value.replaceAll(/[ ()-]/g, ''));

/** More than any phone number, however it is written. */
const shortEnough = z.maxLength(80);
const asWritten = z.overwrite(phoneAsWritten);
const phone = z.refine<string>(
  (value) => value === '' || isPhone(value),
  'Enter a phone number, for example 0803 555 0142.',
);
const wholeMobile = z.refine<string>(
  (value) => !isPhone(value) || !isMobile(value) || /^0\d{10}$/.test(phoneKey(value)),
  'Enter a Nigerian mobile number with eleven digits, such as 0803 555 0142.',
);

/**
 * A Nigerian or foreign phone number as people write it, in one form; `''` means it was not given.
 * `notTwo` says where a second one belongs.
 */
export const phoneText = (missing?: string, notTwo = 'Enter one phone number, not two.') =>
  z.string(ifNone(missing)).check(
    shortEnough,
    z.refine<string>((value) => !isTwoPhones(value), notTwo),
    asWritten,
    phone,
    wholeMobile,
  );

/**
 * A plate, licence or VIN as it is read: capitals of Latin letters, digits, single blanks and hyphens.
 * Look-alikes, full-width letters and marks are read as the letters that they stand for.
 */
const written = (max: number, message: string) =>
  text(max)
    .transform(writtenNumber)
    .refine((value) => /^[A-Z0-9 -]*$/.test(value), message);

/** Files of vehicles without a plate are named by `#1`, `#2`, and so on. */
const hash = 'Enter a plate that does not begin with #.';

export const plateText = text(20)
  .refine((plate) => !plate.startsWith('#'), { message: hash, abort: true })
  .pipe(written(20, 'Enter the plate in letters A to Z and digits, such as KJA-482XG.'));
export const licenceText = written(40, 'Enter the license number in letters A to Z and digits.');
export const vinText = written(40, 'Enter the VIN in letters A to Z and digits.');

export const ulidSchema = z
  .string()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Enter the id as a ULID in upper case.');
