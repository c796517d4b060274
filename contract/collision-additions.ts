import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { collisionFactsSchema } from './collision-facts.ts';
import { looseFacts } from './collisions.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { ifNone } from './sentences.ts';
import { optionalText, phoneText, ulidSchema } from './text.ts';

const kindSchema = z.enum(
  ['witness', 'evidence', 'death', 'facts'],
  'Select what you want to add.',
);
export type AdditionKind = z.infer<typeof kindSchema>;

/** An addition says what came to be known of a collision later. It never changes. */
export const additionSchema = z.strictObject({
  id: z.string(),
  kind: kindSchema,
  at: instant,
  by: personSchema,
  /** A witness's statement, what a file shows, or who died. */
  words: z.string(),
  /** Of a witness; '' otherwise. */
  name: z.string(),
  phone: z.string(),
  /** Of a death: so many persons, on a day (`YYYY-MM-DD`), who had counted as injured or not. */
  persons: z.number().int(),
  diedOn: z.string().nullable(),
  wereInjured: z.boolean(),
  /** True if they died within 30 days of the collision, and so count as killed. */
  counts: z.boolean(),
  /** More of the collision; it stands in place of what was said of the same before. */
  facts: looseFacts.nullable(),
  /** Of evidence, by a short-lived signed address; `sha256` is that of the bytes sent, in hex. */
  file: z
    .strictObject({ kind: z.enum(['picture', 'video']), address: z.string(), sha256: z.string() })
    .nullable(),
});
export type Addition = z.infer<typeof additionSchema>;

const needDay = 'Enter the date of death, such as 2026-11-03.';
const needPersons = 'Enter how many people died, from 1 to 50.';

export const newAdditionSchema = z
  .object({
    _id: ulidSchema,
    kind: kindSchema,
    words: optionalText(4_000),
    name: optionalText(120),
    phone: phoneText().default(''),
    persons: z
      .number(ifNone(needPersons))
      .int(needPersons)
      .min(1, needPersons)
      .max(50, needPersons)
      .default(1),
    diedOn: z.iso
      .date({ error: needDay })
      .describe('From the day of the collision to today in Lagos, which the server checks.')
      .optional(),
    wereInjured: z.boolean().default(false),
    facts: collisionFactsSchema.optional(),
  })
  .superRefine(({ kind, words, name, diedOn, facts }, issues) => {
    const need = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'witness' && words === '' && name === '')
      need('words', 'Enter the statement, or the name of the witness.');
    if (kind === 'death' && words === '') need('words', 'Enter who died.');
    if (kind === 'death' && diedOn === undefined) need('diedOn', needDay);
    if (kind === 'facts' && Object.keys(facts ?? {}).length === 0)
      need('facts', 'Enter at least one fact.');
  });
export type NewAddition = z.output<typeof newAdditionSchema>;

const params = z.object({ id: z.string() });

/** Lists the additions to a collision, the oldest first. */
export const listAdditions = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/addition',
  permission: 'see collisions',
  audit: null,
  params,
  response: answer(z.array(additionSchema)),
});

/**
 * Adds to a collision: a witness, a picture (`img`) or video (`vid`), more facts, or persons who died
 * later. Its figures count those who died within 30 days. The same `_id` with the same fields answers
 * with what stands; 409 for another one under it, and for more dead of the injured than there are.
 */
export const addToCollision = endpoint({
  method: 'POST',
  path: '/api/v1/collision/:id/addition',
  permission: 'record a collision',
  audit: 'collision.added',
  params,
  body: newAdditionSchema,
  files: [
    { name: 'img', kind: 'picture', many: false },
    { name: 'vid', kind: 'video', many: false },
  ],
  response: answer(additionSchema),
});
