import { createHmac } from 'node:crypto';
import {
  driverMessages,
  type MessagePurpose,
} from '#contract/modules/after-ticket/message-texts.ts';
import type { MessageState } from '#contract/modules/after-ticket/messages.ts';
import type { TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Fate } from '#server/gateways/message-gateway.ts';
import type { DerivedKeys } from '#server/process/derived-keys.ts';
import { dayMs, dayOf } from '#server/time.ts';

/** What is known of a message and its booking at the moment of sending. */
export interface Facts {
  readonly purpose: MessagePurpose;
  readonly channel: 'sms' | 'mail';
  /** When it was queued; for a reminder the end of its day. */
  readonly wantedAt: Date;
  readonly paid: boolean;
  readonly withdrawn: boolean;
  readonly decidedInCourt: boolean;
  readonly erased: boolean;
  readonly disputed: boolean;
  readonly referred: boolean;
  readonly optedOut: boolean;
  /** Names on tickets with this phone number. */
  readonly drivers: number;
  /** The day of the hearing, Africa/Lagos. */
  readonly hearingDay: string | null;
  /** What sets it apart from an earlier message of its purpose; else ''. */
  readonly occasion: string;
  /** It goes to the number that the ticket has now. */
  readonly isDrivers: boolean;
  /** Whoever gets it has been told of the ticket, and not that this was a mistake. */
  readonly knows: boolean;
  /** Null for a number or address that nothing can be sent to. */
  readonly to: string | null;
}

/** Hours of the day in Africa/Lagos from and until which reminders are sent. */
type SendingHours = Pick<TicketRules, 'sendsFrom' | 'sendsUntil'>;

/** A number on the tickets of more people is a union's or a joke, and no driver's own. */
export const mostDrivers = 10;

/** A reminder that was missed for longer isn't sent late; anything else is given up after a week. */
const lateDays = { reminder: 2, other: 7 };

/** A code for the page of a ticket holds for so many milliseconds, and is not sent later. */
export const codeMs = 600_000;

/** The six digits of a message. Its id gives them, so that they are stored nowhere. */
export type OpeningCode = (message: string) => string;

export function createOpeningCode(keysFor: DerivedKeys): OpeningCode {
  const [key] = keysFor('codes for the pages of tickets', 32);
  return (message) => {
    const drawn = createHmac('sha256', key).update(message).digest().readUIntBE(0, 6);
    return String(drawn % 1_000_000).padStart(6, '0');
  };
}

export type Decision =
  | { readonly is: 'send'; readonly to: string }
  | { readonly is: 'stop'; readonly reason: string }
  | { readonly is: 'wait'; readonly until: Date };

/** Whether a message is sent now, never, or later. */
export function decided(facts: Facts, now: Date, hours: SendingHours): Decision {
  const reason = whyStopped(facts, now);
  if (reason !== undefined || facts.to === null)
    return {
      is: 'stop',
      reason: reason ?? 'There is no number or address to send the message to.',
    };
  const until = facts.purpose === 'reminder' ? endOfQuiet(now, hours) : null;
  return until ? { is: 'wait', until } : { is: 'send', to: facts.to };
}

function whyStopped(facts: Facts, now: Date): string | undefined {
  const { purpose } = facts;
  const { asks, toStranger } = driverMessages[purpose];
  const days = purpose === 'reminder' ? lateDays.reminder : lateDays.other;
  if (facts.erased) return 'Hanya has erased the driver’s personal data.';
  const isCode = purpose === 'opening-code';
  // Whoever asks for a code wants this one message.
  if (facts.optedOut && !isCode) return 'Somebody asked for no more messages to this number.';
  if (asks && facts.paid) return 'The ticket is paid.';
  if (asks && facts.withdrawn) return 'The ticket is withdrawn.';
  if (asks && facts.decidedInCourt) return 'A court has decided on the ticket.';
  if (toStranger && facts.isDrivers) return 'The number belongs to the driver.';
  if (toStranger && !facts.knows) return 'No message has reached the number.';
  if (purpose === 'issued' && facts.occasion !== '' && facts.knows)
    return 'A message about the ticket has already reached this number.';
  if (purpose === 'hearing') {
    if (facts.withdrawn) return 'The ticket is withdrawn.';
    if (facts.decidedInCourt) return 'A court has decided on the ticket.';
    if (facts.hearingDay === null || facts.hearingDay < dayOf(now))
      return 'The day of the hearing has passed.';
  }
  if (purpose === 'reminder' && facts.disputed) return 'The driver has objected to the ticket.';
  if (purpose === 'reminder' && facts.referred) return 'The ticket is referred to a court.';
  if (facts.channel === 'sms' && facts.drivers > mostDrivers)
    return `The number is on the tickets of more than ${mostDrivers} drivers.`;
  const waited = now.getTime() - facts.wantedAt.getTime();
  if (isCode && waited >= codeMs) return 'The code expired before Hanya could send the message.';
  if (waited > days * dayMs) return `Hanya could not send the message within ${days} days.`;
  return undefined;
}

const hourMs = 3_600_000;

/** The next moment outside quiet hours; null for now. Lagos is an hour before UTC, always. */
function endOfQuiet(now: Date, { sendsFrom: from, sendsUntil: to }: SendingHours): Date | null {
  const lagos = now.getTime() + hourMs;
  const midnight = lagos - (lagos % dayMs);
  const hour = (lagos - midnight) / hourMs;
  if (hour >= from && hour < to) return null;
  return new Date(midnight + from * hourMs - hourMs + (hour < from ? 0 : dayMs));
}

/** When a message that a gateway could not take is tried again: the later, the longer it waits. */
export const triedAgainAt = (wantedAt: Date, now: Date): Date =>
  new Date(
    now.getTime() +
      Math.min(Math.max((now.getTime() - wantedAt.getTime()) / 4, 60_000), 6 * hourMs),
  );

/** The states of a message whose gateway was asked, and that may have reached somebody. */
export const mayHaveArrived: readonly MessageState[] = [
  'queued',
  'accepted',
  'delivered',
  'unknown',
];

/** The state after what a gateway says; its news come doubled, and in any order. */
export function stateAfter(state: MessageState, said: Fate['state']): MessageState {
  if (said === 'delivered') return said;
  const isOpen = state === 'queued' || state === 'unknown' || state === 'accepted';
  if (!isOpen || (state === 'accepted' && said === 'unknown')) return state;
  return said;
}

/** `234` and ten digits, as gateways want a Nigerian mobile number; null for any other. */
export function gatewayNumber(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '').replace(/^(00)?2340?(?=[789]\d{9}$)/, '');
  return /^0?[789]\d{9}$/.test(digits) ? `234${digits.slice(-10)}` : null;
}

/** A number without its middle, an address with its first letter. */
export const masked = (to: string): string =>
  to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : to.replace(/^(\d{6})\d+(\d{3})$/, '$1…$2');
