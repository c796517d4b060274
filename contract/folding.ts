// The database's `folded`, `spelling_key` and `phone_key` do the same: a test holds them against these.

/** Those that Unicode would take apart into a blank and a mark. */
const markedApostrophes = /[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]/g;

const marks =
  '\\u0300-\\u036F\\u0483-\\u0487\\u064B-\\u065F\\u0670' +
  '\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F';
const apostrophes =
  "'`\\u02B9-\\u02BF\\u02C8\\u02CA\\u02CB\\u02EE\\u055A\\u05F3" +
  '\\u2018-\\u201B\\u2032\\u2035\\uA78B\\uA78C';
const unseen = '\\u00AD\\u061C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF';
const passedOver = new RegExp(`[${marks}${apostrophes}${unseen}]`, 'g');

const blanks = /[\t-\r \u0085\u1680\u2028\u2029]+/g;

/**
 * Hooked letters and others that no mark makes; Greek and Cyrillic ones whose capitals look like Latin
 * ones; dashes. Each is read as the sign at its place in `readAs`.
 */
const alike =
  'ɓɗƙƴɖđðħɦıɨɩłɲŋɛəǝɔøɵŧʋʉʊƭƥƈɠɣß' + 'ςαβεζηικμνορτυχ' + 'авеѕіјкмнорстухһԁԛԝүӏ' + '‐‒–—―−⁃˗֊';
const readAs =
  'bdkydddhhiiilnneeeoootvuutpcggs' + 'σabezhikmnoptyx' + 'abesijkmhopctyxhdqwyi' + '---------';
const reading = new Map(Array.from(alike, (sign, place) => [sign, readAs.charAt(place)]));
const isAlike = new RegExp(`[${alike}]`, 'g');

/**
 * The form in which texts are compared: small letters without marks, hooks and apostrophes.
 * Look-alikes become the Latin letters that they look like; several blanks become one.
 */
export const folded = (text: string): string =>
  text
    .replace(markedApostrophes, '')
    .normalize('NFKD')
    .replace(passedOver, '')
    .toLowerCase()
    .replace(isAlike, (sign) => reading.get(sign) ?? sign)
    .replace(blanks, ' ')
    .replace(/^ | $/g, '');

/** For putting texts in an order that people expect: `Àṣàkẹ́` among the A's. */
export function inAlphabet(one: string, other: string): number {
  const [first, second] = [folded(one), folded(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * The key that all spellings of a plate, licence or reference share: capitals and digits. O is read
 * as 0, I as 1.
 */
export const spellingKey = (given: string): string =>
  folded(given)
    .replaceAll(/[^a-z0-9]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll('I', '1');

/**
 * A phone number as it is dialled within Nigeria: digits alone. The country's code and the leading
 * 0 may be missing; a foreign number keeps its country's code.
 */
export const phoneKey = (given: string): string =>
  given
    .normalize('NFKD')
    .replaceAll(/[^0-9]/g, '')
    .replace(/^(00)?2340?([1-9][0-9]{6,9})$/, '0$2')
    .replace(/^([789][0-9]{9})$/, '0$1');

/**
 * A plate, licence or VIN as it is written down: capitals, digits, blanks and hyphens. Signs that people
 * put between them become hyphens; what is then none of these can't be read and is left.
 */
export const writtenNumber = (given: string): string =>
  folded(given)
    .replaceAll(/[./\\_,;:·•]/g, '-')
    .toUpperCase();
