import { folded, phoneKey, spellingKey } from './folding.ts';

/** These words stand in the field of a vehicle without a plate or a driver without a licence. */
export const noPlate = 'NO PLATE';
export const noLicence = 'NO LICENCE';

type Kind = 'plate' | 'license' | 'phone';

/** The key that all spellings of a plate, licence or phone number share. */
export const identityKey = (of: Kind, value: string): string =>
  of === 'phone' ? phoneKey(value) : spellingKey(value);

/**
 * True for a value that belongs to one vehicle, licence or phone. Officers write UNREGISTERED or 0000000
 * for many strangers, so such a value joins no records.
 */
export const identifies = (of: Kind, value: string): boolean =>
  of === 'phone' ? isPhone(phoneKey(value)) : isNumber(value);

/** Also with a number, such as `UNREGISTERED 2`; the last ones only as they stand here. */
const forNone =
  /PLATE|REGIST|UNREG|KNOWN|NUMBER|LICEN[CS]E|SEEN|AVAIL|MISSING|REMOVED|COVERED|HIDDEN|NOTHING|REFUSED|STOLEN|EXPIRED|VEHICLE|DRIVER|PENDING|^(?:NO|NON|NOT|NIL|NILL|NULL|NONE|NONUM|UNK|TEST|TEMP|TBA|TBD|X{2,})$/;

/** Plates and licences whose digits are all 0 or 1, and may be written as O and I. */
const inOnesAndZeros =
  /^(?:[A-Z01]{3}(?!000)[01]{3}[A-Z01]{2}|[A-Z01]{2}(?!000)[01]{3}[A-Z01]{3}|[A-Z01]{3}(?!00000)[01]{5}[A-Z01]{2}[01]{2})$/;

function isNumber(value: string): boolean {
  const signs = folded(value)
    .replaceAll(/[^a-z0-9]/g, '')
    .toUpperCase();
  if (!/[A-Z]/.test(signs)) return signs.length >= 5 && !isFiller(signs);
  if (!/[1-9]/.test(signs)) return inOnesAndZeros.test(spellingKey(value));
  const counted = signs.replace(/\d+$/, '');
  return ![signs, asWord(signs), asWord(counted)].some((word) =>
    forNone.test(word.replaceAll(/\d/g, '')),
  );
}

const asWord = (signs: string): string => signs.replaceAll('0', 'O').replaceAll('1', 'I');

function isPhone(key: string): boolean {
  return key.length >= 5 && !/(\d)\1{5}/.test(key) && !isFiller(key.slice(-7));
}

/** One digit alone, or digits as they follow on a keyboard. */
const isFiller = (digits: string): boolean =>
  /^(\d)\1*$/.test(digits) ||
  '01234567890123456789'.includes(digits) ||
  '9876543210'.includes(digits);
