import { z } from 'zod';

/** The argument for `navigator.credentials.get`. */
export const assertionOptionsSchema = z.strictObject({
  challenge: z.string(),
  /** Milliseconds. */
  timeout: z.number().int(),
  rpId: z.string(),
  allowCredentials: z.array(
    z.strictObject({
      id: z.string(),
      type: z.literal('public-key'),
      transports: z.array(z.string()),
    }),
  ),
  userVerification: z.literal('required'),
});
export type AssertionOptions = z.infer<typeof assertionOptionsSchema>;
