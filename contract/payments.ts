import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const noPaymentReference = 'No payment reference, cannot generate Payment url.';

/** Starts the payment of a bill: `url` is the gateway's page where the offender pays. */
export const startPayment = endpoint({
  method: 'POST',
  path: '/api/v1/payment/kaduna',
  permission: 'start and check a payment',
  audit: 'payment.started',
  body: z.object({
    billRef: z.string(noPaymentReference).trim().min(1, noPaymentReference).max(64),
  }),
  response: z.strictObject({
    success: z.literal(true),
    url: z.url(),
    data: z.strictObject({ _id: z.string(), billRef: z.string(), price: z.number() }),
  }),
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
  response: z.strictObject({ success: z.literal(true), data: z.array(revenueHeadSchema) }),
});
