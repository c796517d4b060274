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
    reason: reasonText('Enter a reason for correcting the counts.'),
  }),
  response: answer(collisionSchema),
  words: {
    begins: 'Correct the counts',
    asks: 'Correct the counts of this collision?',
    does: 'The correction will change every figure and report for that day. The history will keep the old counts, with your name and reason.',
    confirms: 'Correct the counts',
    reason: {
      label: 'Reason',
      hint: `Enter what was wrong and how you know, in ${minReasonLength} to ${maxReasonLength} characters.`,
    },
    done: 'Counts corrected',
  },
});
