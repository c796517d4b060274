import { naira } from '#server/money.ts';
import { momentOf } from '#server/time.ts';
import { fieldWords } from './words.ts';

/** A value of a field as a person reads it; '' where nothing was given. Times are in Africa/Lagos. */
export function inWords(field: string, value: unknown): string {
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
