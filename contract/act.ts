import type { HeldDuty } from './duties.ts';
import type { Endpoint } from './endpoint.ts';
import type { AuditEvent } from './events.ts';
import type { RecordName } from './records.ts';

/** A screen asks and answers in these words. */
export interface ActWords {
  /** On the button that begins it, such as "Lift the hold". */
  readonly begins: string;
  /** The question, such as "Lift this hold?". */
  readonly asks: string;
  /** This says what a yes brings about; `questionOf` adds that nothing undoes it. */
  readonly does: string;
  /** On the button that does it, such as "Lift it". */
  readonly confirms: string;
  /** The person fills in this field; without it none is shown. */
  readonly reason?: { readonly label: string; readonly hint: string };
  /** Said once it is done. */
  readonly done: string;
}

/** An act, or one way of doing it, as a screen asks before it. */
export interface Worded {
  /** Nothing in the product undoes it. */
  readonly final?: true;
  readonly words: ActWords;
}

/**
 * A change of a record, declared once. `server/acts/carry-out.ts` carries it out; a screen takes its
 * button, its question and its notice.
 */
export interface Act extends Endpoint {
  /** The record under which the trail files it. */
  readonly of:
    | RecordName
    | 'organisation'
    | 'offence'
    | 'question'
    | 'view'
    | 'job'
    | 'taken-out record';
  readonly audit: AuditEvent;
  /** The events of other outcomes, where the act has several. */
  readonly outcomes?: Readonly<Record<string, AuditEvent>>;
  /** The duty that whoever does it holds in the record's organisation, besides the permission. */
  readonly duty?: HeldDuty;
  /** The refusal for whoever did the first half of an act by two. */
  readonly own?: string;
  /** Nothing in the product undoes it. */
  readonly final?: true;
  readonly words?: ActWords;
  /** The ways of doing it, where a screen asks about each in words of its own. */
  readonly ways?: Readonly<Record<string, Worded>>;
}

export function act<const A extends Act>(definition: A): A {
  return definition;
}

/** The question of an act, with what follows from a yes. */
export const questionOf = ({ words, final }: Worded) =>
  `${words.does}${final ? ' This cannot be undone.' : ''}`;
