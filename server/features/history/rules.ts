import { eventWords } from '#contract/events.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { type Role, roleSchema } from '#contract/roles.ts';
import { noPicture } from '#contract/users.ts';
import { naira } from '#server/money.ts';
import { bookingReference, collisionReference } from '#server/references.ts';
import { momentOf } from '#server/time.ts';

/** Looked up by any text, since old rows of the trail name events that no longer exist. */
const eventNames: Readonly<Record<string, string>> = eventWords;

/** The columns of the audit trail that a history shows. */
export interface TrailRow {
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

/** One row in words. It says nothing of sessions, passwords or hashes. */
export function entryOf({
  number,
  at,
  event,
  before,
  after,
  sealed,
  ...who
}: TrailRow): HistoryEntry {
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

function actorOf({
  name,
  actor_role,
}: Pick<TrailRow, 'name' | 'actor_role'>): HistoryEntry['actor'] {
  if (actor_role === 'system') return { name: 'System', role: null };
  const role: Role | null = roleSchema.safeParse(actor_role).data ?? null;
  return { name: name ?? (role === 'guest' ? 'A guest' : 'Somebody who was not signed in'), role };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (side: unknown): Fields =>
  typeof side === 'object' && !Array.isArray(side) ? { ...side } : {};

function changesOf(was: Fields, is: Fields): HistoryEntry['changes'] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields
    .filter((field) => !hiddenFields.test(field) && !reasonFields.includes(field))
    .map((field) => ({
      field: fieldLabels[field] ?? asWords(field),
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

/** The value of a field for a reader; '' where nothing was given. Times are Africa/Lagos. */
function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberInWords(field, value);
  if (typeof value === 'string') return textInWords(field, value);
  if (field === 'facts') return factsInWords(value);
  if (Array.isArray(value)) return listInWords(field, value);
  return itemInWords(value);
}

/** Fields with amounts, which the trail keeps in naira. */
const amounts = ['price', 'amount'];

const numberInWords = (field: string, value: number): string =>
  amounts.includes(field) ? naira(value) : String(value);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function textInWords(field: string, value: string): string {
  if (field === 'picture') return value === noPicture ? '' : 'A picture';
  if (field === 'booking') return bookingReference(value);
  if (field === 'comparedWith') return collisionReference(value);
  if (field === 'found') return verdictInWords(value);
  if (field === 'language' && /^[a-z]{2,3}$/.test(value)) return languageNames.of(value) ?? value;
  return instant.test(value) ? momentOf(value) : value;
}

/** In English, by the code of each, such as `ha`. */
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A person decided one of these about two collisions that may be one. */
const verdictInWords = (verdict: string): string =>
  verdict === 'two' ? 'Two collisions' : `One collision, counted as ${collisionReference(verdict)}`;

function listInWords(field: string, items: readonly unknown[]): string {
  if (field === 'files') return items.length === 0 ? '' : String(items.length);
  if (field === 'offered') return items.map((code) => inWords('language', code)).join('; ');
  return items.map(itemInWords).filter(Boolean).join('; ');
}

/** `cause: loss of control; light: daylight`. */
const factsInWords = (facts: object): string =>
  Object.entries(facts)
    .map(([name, said]) => `${factLabels[name] ?? name}: ${String(said)}`)
    .join('; ');

/** The fields that name an object, the best first. */
const nameFields = ['plate', 'name', 'perpetrator', 'id'];

/** A position as latitude and longitude, any other object by its name. */
function itemInWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const fields = fieldsOf(item);
  const { lat, lng } = fields;
  if (typeof lat === 'number' && typeof lng === 'number')
    return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  const names = nameFields.map((name) => fields[name]);
  return names.find((name) => typeof name === 'string' && name !== '')?.toString() ?? '';
}

/** Labels of fields whose own names say too little. */
const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Driver name',
  phoneNo: 'Phone',
  phoneTwo: 'Second phone',
  dob: 'Date of birth',
  license: 'License number',
  registration: 'Vehicle registration',
  color: 'Colour',
  type: 'Fuel',
  vin: 'VIN',
  pin: 'PIN',
  eoCode: 'EO code',
  offence: 'Offences',
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
  offered: 'Languages',
  facts: 'More facts',
  persons: 'People who died',
  wereInjured: 'Already counted as injured',
  of: 'Paper',
  size: 'Paper size',
  sessions: 'Open sessions',
  expiresAt: 'Valid until',
};

/** Labels of facts, which stand in the middle of a line. */
const factLabels: Readonly<Record<string, string>> = {
  collisionType: 'type',
  otherCauses: 'other causes',
  hit: 'road users hit',
  serious: 'seriously injured',
  slight: 'slightly injured',
};

/** Fields left out of a history, because they are secret or mean nothing to a reader. */
const hiddenFields = /^_?id$|^session$|password|token|secret|hash|sha\d|salt|digest/i;

/** Fields that hold the reason for a change. */
const reasonFields = ['reason', 'because', 'answer'];
