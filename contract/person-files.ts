import { z } from 'zod';
import { aboutQuery } from './dossiers.ts';
import { endpoint } from './endpoint.ts';

/** The most bookings, and the most collisions, that the file about a person holds. */
export const personFileLimit = 2_000;

/**
 * All that is kept about the owner of a plate, licence or phone number, as one JSON file to hand
 * out. It holds the bookings in the caller's scope, what was told of them, their part of collisions,
 * pictures and videos by hash, and who looked. It is a change, since the trail says that it was made. The value stands
 * in the body, where no log keeps it. 400 above `personFileLimit`.
 */
export const exportPerson = endpoint({
  method: 'POST',
  path: '/api/v1/dossier/export',
  permission: 'answer for personal data',
  audit: 'person.exported',
  proof: 'lately',
  body: aboutQuery,
  download: ['application/json'],
  response: z.string(),
});
