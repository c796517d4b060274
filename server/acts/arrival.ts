import type { RawBuilder } from 'kysely';
import type { Capture } from '#contract/capture.ts';
import type { LateRecord } from '#contract/late-records.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Caller } from '#server/http/caller.ts';

/** A record that a device sends, or that somebody brings in from its file. */
export interface Arrival {
  readonly id: string;
  readonly kind: LateRecord['kind'];
  readonly organisation: Organisation;
  readonly zone: string;
  /** The plate of a booking, else the location. */
  readonly label: string;
  readonly capture: Capture | undefined;
  /** The part that each sending of the record repeats. */
  readonly bodyHash: string;
  /** A booking's; null for a collision. */
  readonly offences: readonly Offence[] | null;
  /** Whoever made it, also where somebody else brings it in. */
  readonly officer: Caller;
  readonly broughtIn: BroughtIn | undefined;
}

/** The superior and the file that bring a record in. */
export interface BroughtIn {
  /** The superior. */
  readonly by: string;
  /** The id of the key that signed it. */
  readonly device: string;
  /** Milliseconds. */
  readonly onTheWay: number;
  /** The time at which the file was saved, UTC, by the clock of the phone. */
  readonly savedAt: string;
  /** The reason why it is let in, where it is late. */
  readonly reason: string | undefined;
}

/** How a record that arrives was on its way. */
export interface OnTheWay {
  readonly milliseconds: number;
  /** It came too late, and a superior has let it in: its days count from its arrival. */
  readonly isLetIn: boolean;
}

/** A ticket that its transaction has just stored. */
export interface NewTicket extends Arrival {
  readonly offences: readonly Offence[];
  /** When it was made (UTC), by the database's clock; null for now. */
  readonly madeAt: RawBuilder<Date> | null;
  /** Its days count from its arrival. */
  readonly isLetIn: boolean;
}
