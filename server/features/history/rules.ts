import { eventWords } from '#contract/events.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { type Role, roleSchema } from '#contract/roles.ts';
import { inWords } from './values.ts';
import { fieldWords, hiddenFields, reasonFields } from './words.ts';

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
