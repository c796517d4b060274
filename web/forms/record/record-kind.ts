import { z } from 'zod';
import type { Position } from '#contract/booking-fields.ts';
import type { Organisation } from '#contract/places.ts';
import type { Permission } from '#contract/roles.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import type { DraftKind, DraftValues } from '../drafts/draft-store.ts';
import { formErrors } from '../form-errors.ts';
import type { RememberedPlace } from '../remembered-place.ts';
import type { Sections } from './sections.ts';

/** What the form of every record holds: where it belongs, and where it happened. */
export interface RecordDraft extends DraftValues {
  /** Null until somebody of no state has chosen one. */
  organisation: Organisation | null;
  zone: string;
  team: string;
  location: string;
  position: Position | null;
}

/** Whose draft begins: what their scope settles is in it from the start. */
export type Maker = Pick<SignedInUser, 'state' | 'zone'> | null;

/** What tells one form from another: its sections, its draft, its rules and its words. */
export interface RecordKind<V extends RecordDraft> {
  kind: DraftKind;
  permission: Permission;
  sections: Sections;
  /** A draft as the device keeps it: nothing in it need be right yet. */
  schema: z.ZodType<V>;
  empty: (_id: string, maker: Maker, remembered: RememberedPlace | null) => V;
  /** The first thing wrong with each field. */
  errors: (draft: V) => Record<string, string>;
  /** What a draft is best known by. */
  about: (draft: V) => string;
  /** The list that opens once the record is there. */
  list: string;
  words: RecordWords;
}

interface RecordWords {
  title: string;
  /** Who may submit, said to those who may not. */
  who: string;
  /** On the button meanwhile. */
  busy: string;
  added: string;
  notAdded: string;
  /** What becomes of a sending under way when the form closes. */
  closing: string;
  /** What came back after the session had ended. */
  restored: string;
  /** Of a draft that was being sent. */
  mayHaveArrived: string;
  /** An answer was lost, the form was changed, and now it is not what the server holds any more. */
  arrivedBefore: string;
}

/** Checks a draft by the contract's schema of what is sent of it, and that it says where it belongs. */
export function recordErrors<V extends RecordDraft>(
  schema: z.ZodType,
  bodyOf: (draft: V) => unknown,
) {
  const contractErrors = formErrors(schema);
  return (draft: V): Record<string, string> => ({
    ...contractErrors(bodyOf(draft)),
    ...(draft.organisation === null && { organisation: 'Choose an organisation.' }),
  });
}

/**
 * The fields of a body as they are typed, by its own schema: choices and lists stay what they are,
 * and everything else is text, also what is no number or no date yet.
 */
export function typedFields(shape: z.ZodRawShape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, asTyped(field as z.ZodType)]),
  );
}

function asTyped(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault) return asTyped(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodArray) return z.array(asTyped(field.element as z.ZodType));
  if (field instanceof z.ZodEnum || field instanceof z.ZodNullable) return field;
  return z.string();
}

/** Whether two drafts hold the same words, whatever their ids. */
export function sameWords<V extends RecordDraft>(one: V, other: V): boolean {
  const words = (draft: V) => JSON.stringify({ ...other, ...draft, _id: '' });
  return words(one) === words(other);
}
