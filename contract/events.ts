import { decisionSteps } from './decisions.ts';
import { moduleEvents } from './modules/events.ts';
import { type RecordName, recordNames, recordsWith, type RecordWith } from './records.ts';
import { capitalised } from './sentences.ts';

const ownWords = {
  'booking.made': 'Booked',
  'booking.billed': 'Bill made',
  'booking.checked': 'Status checked',
  'booking.paid': 'Payment confirmed',
  'booking.cleared': 'Vehicle cleared',
  'booking.withdrawn': 'Withdrawn',
  'booking.erased': 'Personal data erased',
  'payment.started': 'Payment page opened',
  'collision.added': 'Added later',
  'collision.compared': 'Compared with another',
  'collision.corrected': 'Counts corrected',
  'collision.file-received': 'File received',
  'collision.file-unreadable': 'File could not be read',
  'collision.file-replaced': 'Another file announced',
  'collision.file-given-up': 'File given up',
  // No call writes this any more; trails from before hold it.
  'record.brought-in': 'Brought in from a file of the phone',
  'user.registered': 'Account made',
  'user.added': 'Account added',
  'user.changed': 'Account changed',
  'user.pictured': 'Picture changed',
  'user.signed-in': 'Signed in',
  'user.signed-out': 'Signed out',
  'user.reset-asked': 'New password asked for',
  'user.link-made': 'New link made',
  'user.password-reset': 'Password set by a mailed link',
  'user.password-changed': 'Password changed',
  'user.factor-begun': 'Second factor begun',
  'user.factor-added': 'Second factor added',
  'user.factor-removed': 'Second factor removed',
  'user.factor-reset-asked': 'Second factor lost',
  'user.factors-taken': 'Second factor taken away',
  'user.recovery-codes-made': 'New recovery codes',
  'user.proof-begun': 'Asked for a passkey',
  'user.proved': 'Proved again who they are',
  'user.sessions-ended': 'Sessions ended',
  'exception.found': 'Found',
  'exceptions.exported': 'Payment exceptions exported',
  'job.retried': 'Tried again',
  'job.handed-over': 'Handed over',
  'bookings.swept': 'Open bills asked about',
  'trail.exported': 'Activity exported',
  'records.pruned': 'Old records removed',
  'person.exported': 'File about a person exported',
  'record.let-in': 'Late record let in',
  'record.kept-out': 'Late record kept out',
  'record.taken-out': 'Taken out of a device',
  'role.factor-required': 'Second factor required of a role',
  'view.saved': 'View saved',
  'view.changed': 'View changed',
  'view.removed': 'View removed',
  'notice.received': 'Notice of a payment received',
  'heads.changed': 'Revenue heads changed',
  'booking.mistake-reported': 'Mistake reported',
  'booking.mistake-left': 'Left as it is',
  'booking.pictured': 'Picture added',
  'organisation.contacts-changed': 'Name or contacts changed',
  'organisation.logo-changed': 'Logo changed or removed',
  'organisation.set-up': 'Set-up step taken',
  ...moduleEvents,
} as const;

type Hyphenated<Text> = Text extends `${infer One} ${infer Other}` ? `${One}-${Other}` : Text;
type EventOfKinds = `${RecordWith<'recorded'>}.recorded` | `${Hyphenated<RecordName>}s.exported`;

/** The trail says of each kind that one was recorded, and that many were taken as a file. */
const wordsOfKinds = Object.fromEntries([
  ...recordsWith('recorded').map((name) => [`${name}.recorded`, `${capitalised(name)} recorded`]),
  ...recordNames.map((name) => [
    `${name.replace(' ', '-')}s.exported`,
    `${capitalised(name)}s exported`,
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
