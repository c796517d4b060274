import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * A notice that a gateway sends by itself: `paykaduna` or `paystack`. It proves nothing, so the
 * gateway is then asked. 401 when it isn't signed with our key; the same notice again changes
 * nothing.
 */
export const noticePayment = endpoint({
  method: 'POST',
  path: '/api/v1/payment/notice/:gateway',
  permission: 'public',
  audit: 'notice.received',
  params: z.object({ gateway: z.string() }),
  bytes: 64 * 1024,
  response: z.strictObject({ success: z.literal(true) }),
});
