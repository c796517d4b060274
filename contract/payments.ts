import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';
import { ifNone } from './sentences.ts';

/**
 * Exceptions that hold up a booking's bill until a person settles them, or the bill is made after
 * all.
 */
export const billMatters = [
  'bill in doubt',
  'bill refused',
  'revenue head missing',
  'bill late',
] as const;

/** Money that the gateway shows for an unpaid bill, but that can't count as its payment. */
export const moneyMatters = ['other amount', 'unproven'] as const;

/**
 * The findings: a bill that may or may not stand, can't be made or is late, or money that does not
 * fit.
 */
export const exceptionKinds = [
  ...billMatters,
  ...moneyMatters,
  'second payment',
  'unknown bill',
  'paid after withdrawal',
  'paid and decided',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/**
 * The result of a check; all but `paid` leave the booking as it is. `no answer` says from when on
 * the gateway is asked again automatically; null for a bill that is too old. `no gateway` is one
 * that is no longer set up. `before a person` names the exception that was raised, and if it has
 * been settled.
 */
export const checkFindingSchema = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('paid') }),
  z.strictObject({ is: z.literal('not paid') }),
  z.strictObject({ is: z.literal('no bill') }),
  z.strictObject({ is: z.literal('no answer'), againAt: instant.nullable() }),
  z.strictObject({ is: z.literal('no gateway') }),
  z.strictObject({
    is: z.literal('before a person'),
    matter: z.enum([...billMatters, ...moneyMatters]),
    settled: z.boolean(),
  }),
]);
export type CheckFinding = z.infer<typeof checkFindingSchema>;

/**
 * The time of the next automatic request for a bill: `now` while one is under way, null without
 * any.
 */
const nextTry = z.union([z.literal('now'), instant, z.null()]);

/**
 * The state of a booking's bill. While it is being made: since when, the last result, and from when
 * on a person is asked to look; null after that. Made and not yet paid: if its gateway is set up,
 * and the money that a person must look at before anybody pays.
 */
export const billStateSchema = z.discriminatedUnion('is', [
  z.strictObject({
    is: z.literal('made'),
    billRef: z.string(),
    gateway: z.boolean(),
    matter: z.enum(moneyMatters).nullable(),
  }),
  z.strictObject({ is: z.literal('not due') }),
  z.strictObject({ is: z.literal('without gateway'), organisation: organisationSchema }),
  z.strictObject({
    is: z.literal('being made'),
    since: instant,
    problem: z.string().nullable(),
    nextTry,
    personFrom: instant.nullable(),
  }),
  z.strictObject({
    is: z.literal('before a person'),
    since: instant,
    problem: z.string().nullable(),
    nextTry,
    matter: z.enum(billMatters),
    foundAt: instant,
  }),
]);
export type BillState = z.infer<typeof billStateSchema>;

/** The state of a booking's bill, for everybody who may see the booking. */
export const readBill = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/bill',
  permission: 'see unpaid bookings',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(billStateSchema),
});

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

/**
 * Starts a sweep of the open bills in the caller's scope, in the background. At most one starts
 * within a minute, and only a started one is audited.
 */
export const sweepBookings = endpoint({
  method: 'GET',
  path: '/api/v1/booking/check',
  permission: 'start and check a payment',
  audit: 'bookings.swept',
  response: answer(z.strictObject({ started: z.boolean() })),
});

export const paymentCheckSchema = z.strictObject({
  _id: z.string(),
  billRef: z.string().nullable(),
  paid: z.boolean(),
  completed: z.boolean(),
  checkedAt: instant,
  finding: checkFindingSchema,
});
export type PaymentCheck = z.infer<typeof paymentCheckSchema>;

/** Asks the gateway whether this booking's bill is paid. */
export const checkBooking = endpoint({
  method: 'GET',
  path: '/api/v1/booking/check/:id',
  permission: 'start and check a payment',
  audit: 'booking.checked',
  params: z.object({ id: z.string() }),
  response: answer(paymentCheckSchema),
});
