import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ifNone } from './sentences.ts';

export const noPaymentReference = 'No payment reference, cannot generate Payment url.';

/** Starts the payment of a bill: `url` is the gateway's page where the offender pays. */
export const startPayment = endpoint({
  method: 'POST',
  path: '/api/v1/payment/kaduna',
  permission: 'start and check a payment',
  audit: 'payment.started',
  body: z.object({
    billRef: z.string(ifNone(noPaymentReference)).trim().min(1, noPaymentReference).max(64),
  }),
  response: z.strictObject({
    success: z.literal(true),
    url: z.url(),
    data: z.strictObject({ _id: z.string(), billRef: z.string(), price: z.number() }),
  }),
});

/**
 * What a gateway tells us by itself: `paykaduna` or `paystack`. It proves nothing: the gateway is
 * then asked. 401 when it isn't signed with our key; the same notice again changes nothing.
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

export const revenueHeadSchema = z.strictObject({
  revenue_code: z.string(),
  mdasId: z.number().int(),
});
export type RevenueHead = z.infer<typeof revenueHeadSchema>;

export const listRevenueHeads = endpoint({
  method: 'GET',
  path: '/api/paykaduna/MotorMarket/revenue-heads',
  permission: 'see the catalogue',
  audit: null,
  failure: 'ignored',
  response: z.strictObject({ success: z.literal(true), data: z.array(revenueHeadSchema) }),
});
