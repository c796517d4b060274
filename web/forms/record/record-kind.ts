import { z } from 'zod';
import type { Position } from '#contract/booking-fields.ts';
import { said } from '#contract/language.ts';
import type { Organisation } from '#contract/places.ts';
import type { Permission } from '#contract/roles.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import type { DraftKind, DraftValues } from '../drafts/draft-store.ts';
import { formErrors } from '../form-errors.ts';
import type { RememberedPlace } from '../remembered-place.ts';
import type { Sections } from './sections.ts';

/** The fields that every record has: where it belongs. */
export interface RecordDraft extends DraftValues {
  /** Null until it is chosen by somebody whose account has no state. */
  organisation: Organisation | null;
  zone: string;
}

/** The fields of what happens at a place: who was there, and where it was. */
export interface PlacedDraft extends RecordDraft {
  team: string;
  location: string;
  position: Position | null;
}

/** The user who begins a draft; it starts with the organisation and zone of their account. */
export type Maker = Pick<SignedInUser, 'state' | 'zone'> | null;

/** Everything in which the form of one record differs from that of another. */
export interface RecordKind<V extends RecordDraft> {
  kind: DraftKind;
  permission: Permission;
  /** Nothing of it is kept or sent. */
  practice?: true;
  sections: Sections;
  /** A draft as the device stores it; its values need not be valid yet. */
  schema: z.ZodType<V>;
  empty: (_id: string, maker: Maker, remembered: RememberedPlace | null) => V;
  /** The first error of each field. */
  errors: (draft: V) => Record<string, string>;
  /** The typed values, from the body that was made of them; null where it can't be read. */
  typedOf: (body: Readonly<Record<string, unknown>>) => V | null;
  /** The place of a file in the form, by the name under which it is sent. */
  placeOf: (field: string, draft: V) => string;
  /** The plate, licence, name or place by which an officer recognises a draft; may be ''. */
  about: (draft: V) => string;
  words: RecordWords;
}

/** In English; the form says them. */
interface RecordWords {
  title: string;
  /** Tells users who may not submit who may; in practice, that it is that. */
  who: string;
  /** On the button while the record is being sent. */
  busy: string;
  added: string;
  notAdded: string;
  /** Says that the draft of an ended session is back. */
  restored: string;
  /** Said of a draft that an older version of the product was sending. */
  mayHaveArrived: string;
  /** Said when the answer was lost and the form changed, so that it differs from the stored record. */
  arrivedBefore: string;
}

/** Checks a draft: the body made of it by the contract's schema, and that it has an organisation. */
export function recordErrors<V extends RecordDraft>(
  schema: z.ZodType,
  bodyOf: (draft: V) => unknown,
) {
  const contractErrors = formErrors(schema);
  return (draft: V): Record<string, string> => ({
    ...contractErrors(bodyOf(draft)),
    ...(draft.organisation === null && { organisation: said('Select an organisation.') }),
  });
}

/**
 * The schema of a draft, made from the schema of the body that is sent. Choices and lists stay what
 * they are. Everything else is text, even a number or a date that isn't valid yet.
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

/**
 * The values that were typed, from the body that was made of them, also by a version that knew fewer
 * fields. `texts` are those that the body holds otherwise.
 */
export const typedFrom = <V extends RecordDraft>(
  schema: z.ZodType<V>,
  empty: V,
  body: Readonly<Record<string, unknown>>,
  texts: object = {},
): V | null => {
  const organisation = body['organisation'] ?? null;
  return schema.safeParse({ ...empty, ...body, organisation, ...texts }).data ?? null;
};

/** True if two drafts hold the same values, whatever their ids and a position that nobody typed. */
export function sameWords<V extends RecordDraft>(one: V, other: V): boolean {
  const words = (draft: V) => JSON.stringify({ ...other, ...draft, _id: '', position: null });
  return words(one) === words(other);
}
