import type { RawBuilder } from 'kysely';
import type { Capture } from '#contract/capture.ts';
import type { LateRecord } from '#contract/late-records.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Caller } from '#server/http/caller.ts';

/** A record that a device sends. */
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
  readonly officer: Caller;
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
