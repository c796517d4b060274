import { z } from 'zod';
import { instant } from './answers.ts';
import { type AuditEvent, eventWords } from './events.ts';
import { placeAndDays } from './list-filters.ts';
import { personSchema } from './people.ts';
import { nounsOf, recordNames } from './records.ts';
import { register } from './register.ts';
import { capitalised, oneOf } from './sentences.ts';
import { text } from './text.ts';

/** The most days of the trail that are read at once. */
export const mostTrailDays = 31;

const events = Object.keys(eventWords) as [AuditEvent, ...AuditEvent[]];
export const trailRecords = [...recordNames, 'offence'] as const;

/** A row of the audit trail, without what has changed: the history of its record says that. */
const trailRowSchema = z.strictObject({
  id: z.string(),
  at: instant,
  /** A key of `eventWords`, or of an earlier version. */
  event: z.string(),
  /** Null where the product acted by itself. */
  by: personSchema.nullable(),
  /** Its kind and id, as the trail names them. */
  record: z.strictObject({ type: z.string(), id: z.string() }),
  /** The plate, the account or the offence that it is about; may be ''. */
  about: z.string(),
});
export type TrailRow = z.infer<typeof trailRowSchema>;

const recordWords = Object.fromEntries(
  trailRecords.map((name) => [name, capitalised(name === 'offence' ? name : nounsOf(name)[0])]),
);

/**
 * Answers what was done in the caller's place, the newest first: to its records, and by its people
 * where a record has no place. Without `from` it is the `mostTrailDays` that end with `to` or today; 400 for
 * more days than these.
 */
export const trailRegister = register({
  name: 'trail',
  path: '/api/v1/trail',
  see: 'see history',
  exports: 'see history',
  row: trailRowSchema,
  narrowing: {
    ...placeAndDays,
    /** The id of whoever did it. */
    person: text(64).optional(),
    event: z.enum(events, 'Select an event.').optional(),
  },
  choices: {
    record: {
      label: 'Record',
      schema: z.enum(trailRecords, `Select ${oneOf(trailRecords)}.`),
      words: recordWords,
    },
  },
  tabs: {},
  also: {},
});
