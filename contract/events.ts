import { decisionSteps } from './decisions.ts';
import { moduleEvents } from './modules/events.ts';
import { nounsOf, type RecordName, recordNames, recordsWith, type RecordWith } from './records.ts';
import { capitalised } from './sentences.ts';

const ownWords = {
  'booking.made': 'Booked',
  'booking.billed': 'Bill created',
  'booking.checked': 'Payment status checked',
  'booking.paid': 'Payment confirmed',
  'booking.cleared': 'Vehicle cleared',
  'booking.withdrawn': 'Withdrawn',
  'booking.erased': 'Personal data erased',
  'payment.started': 'Payment page opened',
  'collision.added': 'Details added later',
  'collision.compared': 'Compared with another collision',
  'collision.corrected': 'Counts corrected',
  'collision.file-received': 'File received',
  'collision.file-unreadable': 'File could not be read',
  'collision.file-replaced': 'Replacement file expected',
  'collision.file-given-up': 'File no longer expected',
  // No call writes this any more; trails from before hold it.
  'record.brought-in': 'Recovered from a file on the phone',
  'user.registered': 'Account created',
  'user.added': 'Account added',
  'user.changed': 'Account changed',
  'user.pictured': 'Picture changed',
  'user.signed-in': 'Signed in',
  'user.signed-out': 'Signed out',
  'user.reset-asked': 'New password requested',
  'user.link-made': 'New link created',
  'user.password-reset': 'Password set with an emailed link',
  'user.password-changed': 'Password changed',
  'user.factor-begun': 'Second factor set-up started',
  'user.factor-added': 'Second factor added',
  'user.factor-removed': 'Second factor removed',
  'user.factor-reset-asked': 'Second factor reported lost',
  'user.factors-taken': 'Lost second factor removed',
  'user.recovery-codes-made': 'New recovery codes made',
  'user.proof-begun': 'Passkey requested',
  'user.proved': 'Identity confirmed again',
  'user.sessions-ended': 'Sessions ended',
  'exception.found': 'Exception found',
  'exceptions.exported': 'Payment exceptions exported',
  'job.retried': 'Failed work tried again',
  'job.handed-over': 'Failed work removed from the list',
  'bookings.swept': 'Open bills checked',
  'trail.exported': 'Activity exported',
  'records.pruned': 'Old records removed',
  'person.exported': 'File about a person exported',
  'record.let-in': 'Late record accepted',
  'record.kept-out': 'Late record refused',
  'record.taken-out': 'Removed from a device',
  'role.factor-required': 'Second factor requirement changed',
  'view.saved': 'View saved',
  'view.changed': 'View changed',
  'view.removed': 'View removed',
  'notice.received': 'Payment notice received',
  'heads.changed': 'Revenue heads changed',
  'booking.mistake-reported': 'Mistake reported',
  'booking.mistake-left': 'Booking left as it is',
  'booking.pictured': 'Picture added',
  'organisation.contacts-changed': 'Name or contacts changed',
  'organisation.logo-changed': 'Logo changed or removed',
  'organisation.languages-changed': 'Languages changed',
  'organisation.language-confirmed': 'Translation confirmed',
  'organisation.set-up': 'Set-up step completed',
  ...moduleEvents,
} as const;

type Hyphenated<Text> = Text extends `${infer One} ${infer Other}` ? `${One}-${Other}` : Text;
type EventOfKinds = `${RecordWith<'recorded'>}.recorded` | `${Hyphenated<RecordName>}s.exported`;

/** The trail says of each kind that one was recorded, and that many were taken as a file. */
const wordsOfKinds = Object.fromEntries([
  ...recordsWith('recorded').map((name) => [
    `${name}.recorded`,
    `${capitalised(nounsOf(name)[0])} recorded`,
  ]),
  ...recordNames.map((name) => [
    `${name.replace(' ', '-')}s.exported`,
    `${capitalised(nounsOf(name)[1])} exported`,
  ]),
]) as Readonly<Record<EventOfKinds, string>>;

/** An event of the audit trail. The steps of what one proposes and another decides have their own. */
export type AuditEvent =
  | keyof typeof ownWords
  | EventOfKinds
  | (typeof decisionSteps)[number]['event'];

/** Every event of the audit trail, with its words in a history and among the activities. */
export const eventWords = {
  ...wordsOfKinds,
  ...ownWords,
  ...Object.fromEntries(decisionSteps.map(({ event, words }) => [event, words])),
} as Readonly<Record<AuditEvent, string>>;
