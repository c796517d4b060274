import type { z } from 'zod';
import { said, sayEnglish } from './language.ts';

/** Names for a person, of fields whose own names say too little. */
const names: Readonly<Record<string, string>> = {
  _id: 'id',
  phoneNo: 'phone number',
  phoneTwo: 'second phone number',
  phone: 'phone number',
  email: 'email address',
  dob: 'date of birth',
  license: 'license number',
  registration: 'vehicle registration',
  color: 'colour',
  vin: 'VIN',
  pin: 'PIN',
  eoCode: 'EO code',
  desc: 'description',
  noOfCars: 'number of vehicles',
  noOfInjuries: 'number of injuries',
  noOfFatalities: 'number of fatalities',
  vehicle: 'vehicles',
  witness: 'witnesses',
  officer: 'officers',
  offence: 'offences',
  coming: 'files',
  toldPrice: 'price the driver was told',
  ticketCode: 'ticket code',
  sha256: 'SHA-256',
  bytes: 'size in bytes',
  lat: 'latitude',
  lng: 'longitude',
  billRef: 'bill reference',
  whatsapp: 'WhatsApp number',
  setupCode: 'set-up code',
  confirmPassword: 'password once more',
  active: 'active mark',
  shared: 'shared mark',
  completed: 'completed mark',
  agrees: 'agreement',
  from: 'first day',
  to: 'last day',
  limit: 'number of rows',
  min: 'lowest amount',
  max: 'highest amount',
  of: 'kind',
  by: 'kind',
  bookedBy: 'officer',
  record: 'kind of record',
  _searchname: 'search',
  _searchfirstName: 'search',
  _boolpaid: 'paid filter',
  _boolcompleted: 'completed filter',
  withdrawn: 'withdrawn filter',
  decided: 'decided filter',
};

/** The singular of list fields, whose own names are plurals. */
const singular: Readonly<Record<string, string>> = {
  confiscations: 'confiscation',
  coming: 'file',
};

type Path = readonly PropertyKey[];

/** A field as a sentence names it: `the first name`, `the plate of vehicle 2`. */
function fieldName(path: Path): string {
  const outer = path.slice(0, -1);
  const last = path.at(-1);
  if (typeof last === 'number') {
    const list = String(outer.at(-1));
    return sayEnglish('{item} {number}', { item: singular[list] ?? list, number: last + 1 });
  }
  const field = String(last);
  const name = nameOf(field);
  return outer.length > 0
    ? sayEnglish('the {name} of {outer}', { name, outer: fieldName(outer) })
    : sayEnglish('the {name}', { name });
}

/** `vehicleBody` as `vehicle body`; a name that a client made up is cut short. */
export const nameOf = (field: string): string =>
  (Object.hasOwn(names, field) ? names[field] : undefined) ??
  field
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .slice(0, 40)
    .toLowerCase();

const kinds: Readonly<Record<string, string>> = said({
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
});

/**
 * The `error` of a schema for a missing value or another type; the checks of bounds have their own
 * sentences.
 */
export const ifNone = (sentence: string | undefined) => ({
  error: ({ code }: z.core.$ZodRawIssue) => (code === 'invalid_type' ? sentence : undefined),
});

/** A sentence about a wrong day: `how` goes on after "as a date". */
export const dateSentence = (how: string) => (issue: z.core.$ZodRawIssue) =>
  sayEnglish('Enter {field} as a date {how}.', { field: fieldName(issue.path ?? []), how });

/**
 * The problem with a field, in one sentence for a person, where the schema has no sentence of its
 * own. Pass it as `error` wherever input from outside is parsed.
 */
export function plainSentence(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0] ?? '', path);
  if (path.length === 0) return 'Send an object with named fields.';
  const field = fieldName(path);
  if (issue.input === undefined || issue.input === null)
    return sayEnglish('Enter {field}.', { field });
  const kind = issue.code === 'invalid_type' ? kinds[issue.expected] : undefined;
  if (kind !== undefined) return sayEnglish('Enter {field} as {kind}.', { field, kind });
  if (issue.code === 'invalid_value')
    return sayEnglish('Select {field}: {choices}.', { field, choices: oneOf(issue.values) });
  if (issue.code === 'too_big') return bounded(field, issue.origin, 'most', issue.maximum);
  if (issue.code === 'too_small') return bounded(field, issue.origin, 'least', issue.minimum);
  return sayEnglish('Check {field}: it cannot be read.', { field });
}

function unknownField(key: string, path: Path): string {
  const where = path.length > 0 ? ` in ${fieldName(path)}` : '';
  return `Remove ${key.slice(0, 40)}: there is no such field${where}.`;
}

type Bound = number | bigint;

const bounds = said({
  most: {
    string: 'Enter at most {number} characters for {field}.',
    array: 'Enter at most {number} items for {field}.',
    number: 'Enter at most {number} for {field}.',
  },
  least: {
    string: 'Enter at least {number} characters for {field}.',
    array: 'Enter at least {number} items for {field}.',
    number: 'Enter at least {number} for {field}.',
  },
});

function bounded(field: string, of: string, at: 'most' | 'least', bound: Bound): string {
  const kind = of === 'string' || of === 'array' ? of : 'number';
  return sayEnglish(bounds[at][kind], { number: bound.toLocaleString('en'), field });
}

/** `booking, collision or user`. */
export function oneOf(values: readonly unknown[]): string {
  const words = values.filter((value) => value !== '').map(String);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} or ${last}` : last;
}

/** The calendar day in Lagos, an hour ahead of UTC all year. */
export const todayInLagos = (): string =>
  new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

export const capitalised = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
