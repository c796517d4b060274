import { z } from 'zod';
import { text } from './text.ts';

/** What a second person says to something that another proposed; who refuses says why. */
export const decisionSchema = z
  .strictObject({
    agrees: z.boolean('Say whether you agree.'),
    reason: text(500).default(''),
  })
  .refine(({ agrees, reason }) => agrees || reason !== '', {
    path: ['reason'],
    message: 'Say why you refuse it.',
  });
export type Decision = z.infer<typeof decisionSchema>;
