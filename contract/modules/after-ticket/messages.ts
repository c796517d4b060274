import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';
import { daysInOrder, daysReversed, placeAndDays } from '../../list-filters.ts';
import { organisationSchema } from '../../places.ts';
import { register } from '../../register.ts';
import { requiredText, text } from '../../text.ts';
import { messagePurposes, purposeSchema } from './message-texts.ts';

export const messageStates = {
  queued: 'Waiting',
  accepted: 'Sent',
  delivered: 'Delivered',
  blocked: 'Blocked',
  unreachable: 'Not reached',
  fault: 'Refused',
  unknown: 'Unknown',
  stopped: 'Not sent',
} as const;
export type MessageState = keyof typeof messageStates;
const stateSchema = z.enum(Object.keys(messageStates) as [MessageState, ...MessageState[]]);

/** One message about a booking. `estimate` is naira; `cost` is as the gateway reported it. */
export const messageSchema = z.strictObject({
  id: z.string(),
  booking: z.string(),
  registration: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  purpose: purposeSchema,
  /** Days after the due day of a reminder, else 0. */
  step: z.number().int(),
  channel: z.enum(['sms', 'mail']),
  state: stateSchema,
  /** Why it is not on its way; else ''. */
  reason: z.string(),
  /** Masked; '' before it is sent. */
  to: z.string(),
  /** '' before it is sent, and once its booking is erased. */
  text: z.string(),
  parts: z.number().int().nullable(),
  estimate: z.number().nullable(),
  cost: z.number().nullable(),
  /** '' where the gateway tells none. */
  currency: z.string(),
  madeAt: instant,
  sentAt: instant.nullable(),
  /** What the gateway reported, the first first. */
  reports: z.array(z.strictObject({ at: instant, state: stateSchema, reason: z.string() })),
});
export type Message = z.infer<typeof messageSchema>;

/** The messages in the caller's scope, the newest first. The days are those on which they were made. */
export const messageRegister = register({
  name: 'messages',
  path: '/api/v1/message',
  see: 'see messages',
  exports: 'see messages',
  row: messageSchema,
  narrowing: placeAndDays,
  choices: {
    state: { label: 'Status', schema: stateSchema, words: messageStates },
    purpose: { label: 'Purpose', schema: purposeSchema, words: messagePurposes },
  },
  tabs: {},
  searched: 'plate, name or reference',
  also: { booking: text(26).optional() },
});

const monthSchema = z.strictObject({
  /** In Africa/Lagos, such as `2026-11`. */
  month: z.string(),
  purpose: purposeSchema,
  sent: z.number().int(),
  delivered: z.number().int(),
  blocked: z.number().int(),
  /** What the gateways reported, by currency: `NGN 1204.50`. */
  cost: z.array(z.string()),
});
export type MessageMonth = z.infer<typeof monthSchema>;

/** Messages that were sent, by month and purpose, and whether any are sent at all. */
export const countMessages = endpoint({
  method: 'GET',
  path: '/api/v1/message/months',
  permission: 'see messages',
  audit: null,
  query: z.strictObject(placeAndDays).refine(daysInOrder, daysReversed),
  response: answer(z.strictObject({ months: z.array(monthSchema), hasGateway: z.boolean() })),
});

const ofBooking = {
  path: '/api/v1/booking/:id/opt-out',
  params: z.object({ id: z.string() }),
  response: answer(z.strictObject({ optedOut: z.boolean() })),
} as const;

/** Says if the phone number of a booking is opted out of messages. */
export const readOptOut = endpoint({
  ...ofBooking,
  method: 'GET',
  permission: 'see messages',
  audit: null,
});

const whoAsked = { label: 'Reason', hint: 'Enter who asked for this and when.' };

/**
 * Sends a booking's number no more messages, or messages again, for a reason. 409 where who was booked
 * is erased.
 */
export const changeOptOut = act({
  ...ofBooking,
  method: 'PUT',
  permission: 'stop messages',
  of: 'booking',
  audit: 'booking.opted-out',
  proof: 'lately',
  body: z.strictObject({
    optedOut: z.boolean('Select whether to stop messages to this number.'),
    reason: requiredText(500, 'Enter a reason, including who asked for this and when.'),
  }),
  ways: {
    stop: {
      words: {
        begins: 'Stop messages',
        asks: 'Stop messages to this number?',
        does: 'Hanya will stop sending messages about the organisation’s tickets to this phone number.',
        confirms: 'Stop messages',
        reason: whoAsked,
        done: 'Messages to this number have stopped.',
      },
    },
    resume: {
      words: {
        begins: 'Send messages again',
        asks: 'Send messages to this number again?',
        does: 'Hanya will start sending messages about the organisation’s tickets to this phone number again.',
        confirms: 'Send messages again',
        reason: whoAsked,
        done: 'Hanya will send messages to this number again.',
      },
    },
  },
});

/**
 * A gateway's own report of a message, or of somebody who left. `key` is made from `MESSAGE_REPORT_KEY` for each gateway; 404 with
 * another one, 401 without a signature where the gateway signs. A repeated report changes nothing.
 */
export const reportMessage = endpoint({
  method: 'POST',
  path: '/api/v1/message/report/:gateway/:key',
  permission: 'public',
  audit: 'message.reported',
  params: z.object({ gateway: z.string(), key: z.string() }),
  bytes: 128 * 1024,
  response: z.strictObject({ success: z.literal(true) }),
});
