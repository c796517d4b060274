import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * A gateway's own notice: `paykaduna` or `paystack`. It proves nothing: the gateway is asked
 * afterwards. 401 without our key's signature. A repeated notice changes nothing.
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
