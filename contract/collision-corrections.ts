import { z } from 'zod';
import { act } from './act.ts';
import { answer } from './answers.ts';
import { maxReasonLength, minReasonLength, reasonText } from './bookings.ts';
import { collisionSchema, countsSchema } from './collisions.ts';
import { count } from './new-collisions.ts';

/**
 * Corrects how many vehicles, injured and killed a collision counts, those added later among them. What
 * was recorded and added stays beside it. 409 where the counts aren't `was` any more; 400 where nothing
 * is corrected.
 */
export const correctCollision = act({
  method: 'PUT',
  path: '/api/v1/collision/:id/counts',
  permission: 'settle collisions',
  of: 'collision',
  audit: 'collision.corrected',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    noOfCars: count('vehicles'),
    noOfInjuries: count('injuries'),
    noOfFatalities: count('fatalities'),
    was: countsSchema,
    reason: reasonText('Say why the counts are corrected.'),
  }),
  response: answer(collisionSchema),
  words: {
    begins: 'Correct the counts',
    asks: 'Correct the counts of this collision?',
    does: 'Every figure and report of its day then says so. What was recorded stays in its history, with your name and your reason.',
    confirms: 'Correct them',
    reason: {
      label: 'Reason',
      hint: `What was wrong, and how you know it, in ${minReasonLength} to ${maxReasonLength} characters.`,
    },
    done: 'The counts are corrected.',
  },
});
