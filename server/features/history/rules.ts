import { eventWords } from '#contract/events.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { type Role, roleSchema } from '#contract/roles.ts';
import { naira } from '#server/money.ts';
import { momentOf } from '#server/time.ts';

/** Rows of an earlier version may tell of changes that there are no more. */
const eventNames: Readonly<Record<string, string>> = eventWords;

/** A row of the audit trail, as far as people read it. */
export interface Row {
  readonly number: number;
  readonly at: Date;
  readonly event: string;
  /** First and last name; null without an account. */
  readonly name: string | null;
  readonly actor_role: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly sealed: boolean;
}

/** A row in words, without anything about sessions, passwords or hashes. */
export function entryOf({ number, at, event, before, after, sealed, ...who }: Row): HistoryEntry {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return {
    number,
    at: at.toISOString(),
    actor: actorOf(who),
    event: eventNames[event] ?? asWords(event.replaceAll(/[.-]/g, ' ')),
    changes: changesOf(was, is),
    reason: reasonFields.map((field) => inWords(field, is[field])).find(Boolean) ?? '',
    sealed,
  };
}

function actorOf({ name, actor_role }: Pick<Row, 'name' | 'actor_role'>): HistoryEntry['actor'] {
  if (actor_role === 'system') return { name: 'System', role: null };
  const role: Role | null = roleSchema.safeParse(actor_role).data ?? null;
  return { name: name ?? (role === 'guest' ? 'A guest' : 'Nobody signed in'), role };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(side: unknown): Fields {
  return typeof side === 'object' && side !== null && !Array.isArray(side)
    ? Object.fromEntries(Object.entries(side))
    : {};
}

function changesOf(was: Fields, is: Fields): HistoryEntry['changes'] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields
    .filter((field) => !hiddenFields.test(field) && !reasonFields.includes(field))
    .map((field) => ({
      field: fieldWords[field] ?? asWords(field),
      before: inWords(field, was[field]),
      after: inWords(field, is[field]),
    }))
    .filter(({ before, after }) => before !== after);
}

/** `vehicleYear` as `Vehicle year`. */
function asWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A value of a field as a person reads it; '' where nothing was given. Times are in Africa/Lagos. */
function inWords(field: string, value: unknown): string {
  if (field === 'picture') return pictureInWords(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberInWords(field, value);
  if (typeof value === 'string') return textInWords(field, value);
  if (field === 'facts') return factsInWords(value);
  if (Array.isArray(value)) return listInWords(field, value);
  return thingInWords(value);
}

const pictureInWords = (value: unknown): string =>
  typeof value === 'string' && value !== 'no-user.jpg' ? 'A picture' : '';

/** Fields with amounts; the audit trail keeps them in naira. */
const amounts = ['price', 'amount'];

function numberInWords(field: string, value: number): string {
  if (!amounts.includes(field)) return String(value);
  return naira(value);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function textInWords(field: string, value: string): string {
  if (field === 'booking') return value.slice(10);
  if (field === 'comparedWith') return value.slice(5);
  if (field === 'found')
    return value === 'two' ? 'Two collisions' : `One, which counts as ${value.slice(5)}`;
  if (!instant.test(value)) return value;
  return momentOf(value);
}

function listInWords(field: string, items: readonly unknown[]): string {
  if (field === 'files') return items.length === 0 ? '' : String(items.length);
  return items.map(thingInWords).filter(Boolean).join('; ');
}

/** `cause: loss of control; light: daylight`. */
const factsInWords = (facts: object): string =>
  Object.entries(facts)
    .map(([name, said]) => `${fieldWords[name] ?? name}: ${String(said)}`)
    .join('; ');

/** The field that names an object best. */
const namedBy = ['plate', 'name', 'perpetrator', 'id'];

function thingInWords(thing: unknown): string {
  if (typeof thing !== 'object' || thing === null) return String(thing);
  const fields = new Map<string, unknown>(Object.entries(thing));
  const [lat, lng] = [fields.get('lat'), fields.get('lng')];
  if (typeof lat === 'number' && typeof lng === 'number')
    return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  const names = namedBy.map((name) => fields.get(name));
  return names.find((name) => typeof name === 'string' && name !== '')?.toString() ?? '';
}

/** Names of fields whose own say too little. */
const fieldWords: Readonly<Record<string, string>> = {
  name: 'Driver name',
  phoneNo: 'Phone',
  phoneTwo: 'Second phone',
  dob: 'Date of birth',
  license: 'License number',
  registration: 'Vehicle registration',
  color: 'Colour',
  make: 'Make',
  type: 'Fuel',
  vin: 'VIN',
  pin: 'PIN',
  eoCode: 'EO code',
  offence: 'Offences',
  price: 'Price',
  billRef: 'Bill reference',
  signature: 'Driver’s signature',
  completed: 'Cleared',
  completedAt: 'Cleared at',
  desc: 'Description',
  noOfCars: 'Vehicles involved',
  noOfInjuries: 'Injuries',
  noOfFatalities: 'Fatalities',
  vehicle: 'Vehicles',
  witness: 'Witnesses',
  officer: 'Officers',
  files: 'Evidence',
  facts: 'More facts',
  collisionType: 'type',
  otherCauses: 'other causes',
  hit: 'road users hit',
  serious: 'seriously injured',
  slight: 'slightly injured',
  persons: 'Died',
  diedOn: 'Died on',
  wereInjured: 'Had counted as injured',
  of: 'Paper',
  size: 'Paper size',
  format: 'Taken as',
  zone: 'Zone',
  username: 'User name',
  sessions: 'Open sessions',
  expiresAt: 'Valid until',
  kind: 'What was found',
};

/** Fields left out of a history, because they are secret or mean nothing to a reader. */
const hiddenFields = /^_?id$|^session$|password|token|secret|hash|sha\d|salt|digest/i;

/** Fields that hold the reason for a change. */
const reasonFields: readonly string[] = ['reason', 'because', 'answer'];
