import { folded, phoneKey, spellingKey } from './folding.ts';

/** These words stand in the field of a vehicle without a plate or a driver without a licence. */
export const noPlate = 'NO PLATE';
export const noLicence = 'NO LICENCE';

/** The kinds of value by which records are joined, and a dossier is looked up. */
export const dossierKinds = ['plate', 'license', 'phone'] as const;
type Kind = (typeof dossierKinds)[number];

/** The key that all spellings of a plate, licence or phone number share. */
export const identityKey = (of: Kind, value: string): string =>
  of === 'phone' ? phoneKey(value) : spellingKey(value);

/** A plate as every screen, paper and message shows it: `ABC123DE` gets its hyphen, others stay as typed. */
export const shownPlate = (plate: string): string =>
  plate.replace(
    /^([A-Z]{3})[ -]*(\d{3})[ -]*([A-Z]{2})$/i,
    (_, area: string, number: string, rest: string) => `${area}-${number}${rest}`.toUpperCase(),
  );

/**
 * True for a value that belongs to one vehicle, licence or phone. Officers write UNREGISTERED or 0000000
 * for many strangers, so such a value joins no records.
 */
export const identifies = (of: Kind, value: string): boolean =>
  of === 'phone' ? isPhone(phoneKey(value)) : isNumber(value);

/** Words of a field that was left open; as a word of their own, whatever stands beside it. */
const forNone =
  /^(?:PLATES?|(?:UN|NOT?|NON|DE)?REG(?:D|NO|IST[A-Z]*)?|(?:UN)?(?:KNOWN|NUMBER|NUMBERED|SEEN|AVAIL[A-Z]*|LICEN[CS]ED?)|LICEN[CS]ES?|MISSING|REMOVED|COVERED|HIDDEN|NOTHING|REFUSED|STOLEN|EXPIRED|VEHICLE|DRIVER|PENDING)$/;

/** These are none only where they stand alone. */
const alone = /^(?:NO|NON|NOT|NIL|NILL|NULL|NONE|NONUM|UNK|TEST|TEMP|TBA|TBD|X{2,})$/;

/** Such words written as one: `NOPLATE`, `NOTSEEN`. */
const joinedForNone =
  /^(?=.*(?:PLATE|REG|KNOWN|NUMBER|SEEN|AVAIL|LICEN|MISSING|COVERED|VEHICLE|DRIVER))(?:NO|NOT|NON|UN|WITHOUT|THE|OF|IS|HAS|YET|AND|PLATES?|REG(?:D|IST[A-Z]*)?|KNOWN|NUMBERS?|SEEN|AVAIL(?:ABLE)?|LICEN[CS]ED?|MISSING|REMOVED|COVERED|HIDDEN|NOTHING|REFUSED|STOLEN|EXPIRED|VEHICLE|DRIVER|PENDING)+$/;

/** Plates and licences whose digits are all 0 or 1, and may be written as O and I. */
const inOnesAndZeros =
  /^(?:[A-Z01]{3}(?!000)[01]{3}[A-Z01]{2}|[A-Z01]{2}(?!000)[01]{3}[A-Z01]{3}|[A-Z01]{3}(?!00000)[01]{5}[A-Z01]{2}[01]{2})$/;

function isNumber(value: string): boolean {
  const signs = folded(value)
    .replaceAll(/[^a-z0-9]/g, '')
    .toUpperCase();
  if (!/[A-Z]/.test(signs)) return signs.length >= 5 && !isFiller(signs);
  if (!/[1-9]/.test(signs)) return inOnesAndZeros.test(spellingKey(value));
  const whole = signs.replace(/\d+$/, '');
  const words = folded(value)
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  const read = (text: string) => [text, asWord(text)].map((word) => word.replaceAll(/\d/g, ''));
  const isForNone =
    [signs, whole].flatMap(read).some((word) => alone.test(word) || joinedForNone.test(word)) ||
    words.flatMap((word) => read(word.replace(/\d+$/, ''))).some((word) => forNone.test(word));
  return !isForNone;
}

const asWord = (signs: string): string => signs.replaceAll('0', 'O').replaceAll('1', 'I');

function isPhone(key: string): boolean {
  const last = key.slice(-7);
  // Mobile numbers such as 0803 333 3333 are sold; those of noughts and ones are filled in.
  if (/^0[789][01]\d{8}$/.test(key)) return !/0{6}|1{6}/.test(key) && !isSequence(last);
  return key.length >= 5 && !/(\d)\1{5}/.test(key) && !isFiller(last);
}

/** One digit alone, or digits as they follow on a keyboard. */
const isFiller = (digits: string): boolean => /^(\d)\1*$/.test(digits) || isSequence(digits);

const isSequence = (digits: string): boolean =>
  '01234567890123456789'.includes(digits) || '9876543210'.includes(digits);
