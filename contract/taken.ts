import { z } from 'zod';
import { ifNone } from './sentences.ts';

const wrong = 'Enter the time, place and orientation of the picture, or leave out all three.';

/**
 * The camera's notes in a picture that its device made smaller: the smaller one has none. Time and
 * place are those of the camera's own clock and receiver.
 */
export const takenSchema = z.object(
  {
    /** Local time, with its distance from UTC where the camera says it: 2026-11-22T08:12:00+01:00. */
    at: z
      .string(ifNone(wrong))
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?$/, wrong)
      .describe('Unbounded: Hanya keeps what the camera’s clock said, right or wrong.')
      .optional(),
    /** In degrees, north and east positive. */
    position: z
      .object(
        { lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) },
        ifNone(wrong),
      )
      .optional(),
    /** 1 to 8, as Exif numbers them: 6 is a quarter turn to the right. */
    orientation: z.number(ifNone(wrong)).int().min(1).max(8).optional(),
  },
  ifNone(wrong),
);
export type Taken = z.infer<typeof takenSchema>;
