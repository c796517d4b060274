import type { Activity } from '#contract/activities.ts';
import { headquarters } from '#contract/places.ts';
import { nairaOfKobo } from '#server/money.ts';

/** The changes that people read about; sign-ins, checks and sweeps are not among them. */
export const shownEvents = [
  'booking.made',
  'booking.paid',
  'booking.cleared',
  'booking.withdrawn',
  'collision.recorded',
  'user.registered',
  'user.added',
  'user.changed',
  'bookings.exported',
  'collisions.exported',
] as const;
export type ShownEvent = (typeof shownEvents)[number];

/** A row of the audit trail with what the sentence says of its record. */
export interface Trace {
  readonly event: ShownEvent;
  /** The person; null is the product itself, or somebody before their first sign-in. */
  readonly actor: string | null;
  /** Kobo, of a booking. */
  readonly priceKobo: number | null;
  /** The plate of a booking, or its reference where it has none. */
  readonly vehicle: string | null;
  readonly zone: string | null;
  readonly location: string | null;
  readonly cars: number | null;
  readonly injuries: number | null;
  readonly fatalities: number | null;
  /** Name and role of the account that was changed. */
  readonly account: string | null;
  readonly role: string | null;
  /** A superior brought the record in from a file of its officer's phone. */
  readonly isBroughtIn: boolean;
  /** The rows of an exported list, and the kind of its file. */
  readonly rows: number | null;
  readonly format: string | null;
}

type Sentence = Pick<Activity, 'who' | 'did' | 'what' | 'detail'>;

/** The act in one sentence, never naming a driver. */
export function sentenceOf(trace: Trace): Sentence {
  const who = trace.actor ?? 'Hanya';
  const what = trace.vehicle ?? '';
  switch (trace.event) {
    case 'booking.made':
      return {
        who,
        did: trace.isBroughtIn ? 'brought in a booking of' : 'booked',
        what,
        detail: `${nairaOfKobo(trace.priceKobo ?? 0)}, ${trace.zone ?? ''}`,
      };
    case 'booking.paid':
      return { who: 'Payment confirmed', did: 'for', what, detail: paymentDetail(trace) };
    case 'booking.cleared':
      return { who, did: 'cleared', what, detail: 'vehicle released' };
    case 'booking.withdrawn':
      return { who, did: 'withdrew', what, detail: nairaOfKobo(trace.priceKobo ?? 0) };
    case 'collision.recorded':
      return {
        who,
        did: trace.isBroughtIn ? 'brought in a collision' : 'recorded a collision',
        what: '',
        detail: collisionDetail(trace),
      };
    case 'user.registered':
    case 'user.added':
      return { who, did: 'added', what: trace.account ?? '', detail: accountDetail(trace) };
    case 'user.changed':
      return { who, did: 'changed', what: trace.account ?? '', detail: accountDetail(trace) };
    case 'bookings.exported':
      return { who, did: 'exported', what: exported(trace, 'booking'), detail: fileDetail(trace) };
    case 'collisions.exported':
      return {
        who,
        did: 'exported',
        what: exported(trace, 'collision'),
        detail: fileDetail(trace),
      };
  }
}

const count = (number: number | null, one: string, many: string): string =>
  `${number ?? 0} ${number === 1 ? one : many}`;

function paymentDetail({ priceKobo, actor }: Trace): string {
  return actor === null
    ? nairaOfKobo(priceKobo ?? 0)
    : `${nairaOfKobo(priceKobo ?? 0)}, checked by ${actor}`;
}

function collisionDetail({ location, zone, cars, injuries, fatalities }: Trace): string {
  return [
    location === null || location === '' ? zone : location,
    count(cars, 'vehicle', 'vehicles'),
    ...(injuries ? [count(injuries, 'injury', 'injuries')] : []),
    ...(fatalities ? [count(fatalities, 'fatality', 'fatalities')] : []),
  ].join(', ');
}

const accountDetail = ({ role, zone }: Trace): string => `${role ?? ''}, ${zone ?? headquarters}`;

const exported = ({ rows }: Trace, one: string): string =>
  `${(rows ?? 0).toLocaleString('en-NG')} ${one}${rows === 1 ? '' : 's'}`;

const fileDetail = ({ format }: Trace): string =>
  format === 'xlsx' ? 'as an Excel file' : 'as a CSV file';
