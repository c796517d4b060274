import { createContext, use, type ReactNode } from 'react';
import type { DossierKind, DriverFacts, VehicleFacts } from '#contract/dossiers.ts';

/** A fact that can be filled in. */
export type KnownField = keyof VehicleFacts | keyof DriverFacts;
export type KnownFacts = Partial<Record<KnownField, string>>;

/** What a form says of a field in which a plate, a licence or a phone is typed. */
export interface KnownQuestion {
  of: DossierKind;
  /** As it was typed so far. */
  value: string;
  /** The id of the field. */
  fieldId: string;
  /** What the form holds, by field; what it has no field for is not given. */
  fields: KnownFacts;
  /** The ids of the offences that are to be booked; null in a form that books none. */
  offences: readonly string[] | null;
  /** Writes these facts into the form: all of them are empty in it. */
  onFill: (facts: KnownFacts) => void;
}

/** Forms don't know dossiers: whoever opens them says here how a question is answered. */
export const KnownNoteContext = createContext<((question: KnownQuestion) => ReactNode) | null>(
  null,
);

/** Under a field: what is known of what is typed in it, if anything is. */
export function KnownNote(question: KnownQuestion): ReactNode {
  return use(KnownNoteContext)?.(question) ?? null;
}
