import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { lookSchema } from './operations.ts';
import { organisationSchema } from './places.ts';

const organisation = organisationSchema.optional();

/** A step of the set-up: `doubtful` where it was not taken yet, `wrong` where what was set up fails. */
const stepSchema = lookSchema.extend({
  /** True where whoever looks after the server takes the step, and not a state admin. */
  atServer: z.boolean(),
  step: z.enum(['people', 'officers', 'contacts', 'gateway', 'mail', 'backup', 'map']),
});
export type SetupStep = z.infer<typeof stepSchema>;

/** Null in the demo, and once it was closed. */
const response = answer(z.array(stepSchema).nullable());

/**
 * How far the set-up of the caller's organisation, or of the named one, has come for the caller. 403 for
 * a state admin of one zone.
 */
export const readSetup = endpoint({
  method: 'GET',
  path: '/api/v1/setup',
  permission: 'set up the organisation',
  audit: null,
  query: z.strictObject({ organisation }),
  response,
});

/**
 * Takes a step: `mail` sends one to the caller, and is a 503 where that fails; `closed` puts the set-up
 * away for good, for all state admins of the organisation.
 */
export const takeSetupStep = endpoint({
  method: 'PUT',
  path: '/api/v1/setup',
  permission: 'set up the organisation',
  audit: 'organisation.set-up',
  body: z.strictObject({ organisation, step: z.enum(['mail', 'closed']) }),
  response,
});
