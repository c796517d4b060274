import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import {
  filledText,
  measuredText,
  usualTexts,
  type WrittenPurpose,
} from '#contract/modules/after-ticket/message-texts.ts';
import type { Messages } from '#server/db/tables.ts';
import { system } from '#server/http/caller.ts';
import { gatewayNumber } from '#server/modules/after-ticket/messages/rules.ts';
import { bookingReference } from '#server/references.ts';
import { dayMs } from '#server/time.ts';
import { referredAt } from './court.ts';
import { demoDispute } from './disputes.ts';
import { createRandom } from './random.ts';
import { dueDayOfDemo, type Handled, priceKobo } from './rows.ts';
import { demoRules } from './ticket-rules.ts';
import type { Story } from './trail.ts';

const endings: readonly (readonly [readonly [state: string, reason: string], number])[] = [
  [['delivered', ''], 90],
  [['unreachable', 'The phone could not be reached for two days.'], 6],
  [['accepted', ''], 4],
];

/** Drivers of Zaria were told this by text message in the last months; each says what came of it. */
export function demoMessages(booking: Handled, now: Date) {
  const { id, organisation, body, madeAt, paidAt, receipt } = booking;
  const random = createRandom(`messages of ${id}`);
  const told: { row: Insertable<Messages>; story: Story | null }[] = [];
  const recipient = gatewayNumber(body.phoneNo);
  const isRecent = now.getTime() - madeAt.getTime() < 130 * dayMs;
  if (body.zone !== 'Zaria' || !isRecent || recipient === null) return told;
  const isBlocked = random.chance(0.07);
  const [due, referred] = [dueDayOfDemo(booking), referredAt(booking, now)];

  const tell = (purpose: WrittenPurpose, at: Date, step = 0, stopped = '') => {
    if (at > now) return;
    const [state, reason] = isBlocked
      ? ['blocked', 'DND Active on Phone Number']
      : random.weighted(endings);
    const message = ulid(at.getTime(), random.number);
    const row = { id: message, booking_id: id, organisation, zone: body.zone, demo: true };
    const what = { purpose, step, channel: 'sms', made_at: at, due_at: at };
    if (stopped !== '') {
      told.push({ row: { ...row, ...what, state: 'stopped', reason: stopped }, story: null });
      return;
    }
    const text = filledText(usualTexts[purpose], {
      authority: 'Kaduna traffic',
      plate: body.registration || body.license,
      due,
      amount: `N${(priceKobo(booking) / 100).toLocaleString('en-NG')}`,
      receipt: receipt ?? '',
      link: `https://traffic.example/t/${bookingReference(id)}`,
    });
    const { parts } = measuredText(text);
    const gateway = { gateway: 'termii', gateway_id: `demo ${message}` };
    const cost = { parts, cost: (parts * 3.9).toFixed(2), currency: 'NGN' };
    const sent = { state, reason, recipient, body: text, begun_at: at, sent_at: at };
    told.push({
      row: { ...row, ...what, ...gateway, ...cost, ...sent },
      story: {
        booking: id,
        actor: system,
        event: 'booking.message-sent',
        at,
        before: null,
        after: { message, purpose, channel: 'sms', gateway: 'termii', state: 'accepted' },
      },
    });
  };

  tell('issued', new Date(madeAt.getTime() + 60_000));
  if (paidAt) tell('paid', new Date(paidAt.getTime() + 60_000));
  if (referred) tell('referred', referred);
  const dispute = demoDispute(booking, now);
  for (const { event, at } of dispute?.entries ?? []) {
    if (event === 'booking.disputed') tell('dispute-received', at);
    if (event === 'booking.dispute-answered') tell('dispute-answered', at);
  }
  for (const step of dispute ? [] : demoRules(organisation).reminders) {
    const at = new Date(Date.parse(due) + step * dayMs + random.between(7 * 60, 11 * 60) * 60_000);
    // Of a paid ticket only one that was queued on the day before the payment.
    if (paidAt !== null && at.getTime() - paidAt.getTime() > dayMs) continue;
    const whenPaid = paidAt !== null && paidAt < at ? 'The ticket is paid.' : '';
    const isInCourt = referred !== null && referred < at;
    tell('reminder', at, step, isInCourt ? 'The ticket is referred to a court.' : whenPaid);
  }
  return told;
}
