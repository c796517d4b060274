import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import type { ChargeOutcome } from '#contract/charges.ts';
import { inTime } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { CourtBatches, CourtCases } from '#server/db/tables.ts';
import { numberOf } from '#server/modules/after-ticket/court/queries.ts';
import type { Decided } from '#server/modules/after-ticket/court/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import type { DemoBooking } from './bookings.ts';
import { inOfficeHours, lastInOfficeHours } from './calendar.ts';
import { mayDispute } from './disputes.ts';
import { createRandom } from './random.ts';
import { dueDayOfDemo, type Handled } from './rows.ts';
import { demoAdmin, demoFormerAdmin, demoJudge } from './staff.ts';
import { demoRules } from './ticket-rules.ts';
import { actorOf, type Story } from './trail.ts';

/** Each batch was locked so many days ago; the last is a draft. */
const batchDays = [290, 240, 190, 148, 106, 64, 20, 1];
const draft = batchDays.length - 1;
const rules = demoRules('Kaduna');

const later = (at: Date, hours: number) => new Date(at.getTime() + hours * (dayMs / 24));
/** In the forenoon of Lagos, or before the weekend. */
const lockedAt = (batch: number, now: Date) =>
  lastInOfficeHours(later(new Date(dayOf(later(now, -24 * (batchDays[batch] ?? 0)))), 9));

/** The batch into which a ticket of Kaduna that is neither paid nor disputed went; -1 for none. */
function batchOf(booking: DemoBooking, now: Date): number {
  const { id, organisation, paidAt } = booking;
  const goes = organisation === 'Kaduna' && createRandom(`court of ${id}`).chance(0.75);
  if (!goes || mayDispute(booking)) return -1;
  const from = Date.parse(dueDayOfDemo(booking)) + (rules.referralDays + 2) * dayMs;
  const batch = batchDays.findIndex((_, index) => lockedAt(index, now).getTime() > from);
  return batch >= 0 && (paidAt === null || paidAt > lockedAt(batch, now)) ? batch : -1;
}

/** When a ticket was referred to court; null for one that wasn't. */
export function referredAt(booking: DemoBooking, now: Date): Date | null {
  const batch = batchOf(booking, now);
  return batch < 0 || batch === draft ? null : lockedAt(batch, now);
}

/** Some tickets are paid once they are referred, before the plea. */
export const paidBeforePlea = (history: readonly DemoBooking[], now: Date): DemoBooking[] =>
  history.map((booking) => {
    const referred = booking.paidAt === null ? referredAt(booking, now) : null;
    if (!referred || !createRandom(`plea of ${booking.id}`).chance(0.12)) return booking;
    return {
      ...booking,
      paidAt: later(referred, 100),
      clearedAt: inOfficeHours(later(referred, 126)),
    };
  });

const outcomes: readonly (readonly [ChargeOutcome, number])[] = [
  ['paid there', 40],
  ['another amount', 25],
  ['dismissed', 15],
  ['warrant', 12],
  ['withdrawn', 8],
];

/** A decision that one admin noted at this moment, and another confirmed an hour later. */
export interface DemoDecision {
  readonly id: string;
  readonly booking: string;
  readonly zone: string;
  readonly at: Date;
  readonly confirmedAt: Date;
  readonly body: Decided;
}

/** Batches, unlocked, with their cases, decisions, and what the trail says of them. */
export function demoCourt(bookings: readonly Handled[], now: Date) {
  const batches: Insertable<CourtBatches>[] = [];
  const cases: Insertable<CourtCases>[] = [];
  const decisions: DemoDecision[] = [];
  const stories: Story[] = [];
  const locks: { readonly id: string; readonly at: Date }[] = [];
  for (const [batch, those] of Map.groupBy(bookings, (one) => batchOf(one, now))) {
    if (batch < 0) continue;
    const locked = lockedAt(batch, now);
    const made_at = lastInOfficeHours(later(locked, -20));
    const id = ulid(made_at.getTime(), createRandom(`batch ${batch}`).number);
    const court = rules.courts[batch % 2] ?? '';
    const made_by = those[0]?.adminId ?? '';
    batches.push({ id, organisation: 'Kaduna', demo: true, court, made_by, made_at });
    if (batch !== draft) locks.push({ id, at: locked });
    for (const [index, booking] of those.entries()) {
      const tell = (
        event: Story['event'],
        at: Date,
        before: object | null,
        after: object,
        actor = actorOf(demoAdmin, made_by),
      ) => stories.push({ booking: booking.id, actor, event, at, before, after });
      tell('booking.court-listed', made_at, null, { batch: id, court });
      const place = index + 1;
      const one = { booking_id: booking.id, batch_id: id, place, zone: booking.body.zone };
      const row: Insertable<CourtCases> = { ...one, organisation: 'Kaduna', demo: true };
      cases.push(row);
      if (batch === draft) continue;
      const number = numberOf(id, place);
      tell('booking.referred', locked, { batch: id }, { batch: id, number, court });
      const hearing = hearingOf(booking, locked);
      const { hearing_day: day, suit } = hearing;
      if (day > dayOf(now) && index % 3 === 2) continue;
      Object.assign(row, hearing);
      const told = { hearing: day, place: hearing.hearing_place, suit };
      tell('booking.hearing-noted', inOfficeHours(later(locked, 98)), null, told);
      const decided_at = inOfficeHours(later(new Date(day), 13));
      const confirmedAt = inOfficeHours(later(decided_at, 1));
      if (booking.paidAt !== null || confirmedAt > now) continue;
      const body = { ...decisionOn(booking), day, paper: null, putsRight: false };
      const proposal = ulid(decided_at.getTime(), createRandom(`decision ${booking.id}`).number);
      const { formerAdminId, judgeId } = booking;
      const said = { proposal, ...body };
      tell(
        'booking.decision-proposed',
        decided_at,
        null,
        said,
        actorOf(demoFormerAdmin, formerAdminId),
      );
      tell('booking.court-decided', confirmedAt, null, said, actorOf(demoJudge, judgeId));
      decisions.push({
        id: proposal,
        booking: booking.id,
        zone: booking.body.zone,
        at: decided_at,
        confirmedAt,
        body,
      });
    }
  }
  return { batches, locks, cases, decisions, stories };
}

function hearingOf({ id }: Handled, locked: Date) {
  const random = createRandom(`hearing of ${id}`);
  const day = dayOf(later(locked, 24 * random.between(23, 36)));
  return {
    hearing_day: inTime(rules, day),
    hearing_place: `Room ${random.between(1, 3)}`,
    suit: `KMC/TR/${random.between(100, 999)}/${locked.getUTCFullYear()}`,
  };
}

function decisionOn({
  id,
  offences,
}: Handled): Pick<Decided, 'charges' | 'paidWhere' | 'courtReceipt'> {
  const random = createRandom(`decision on ${id}`);
  const outcome = random.weighted(outcomes);
  const isFined = outcome === 'paid there' || outcome === 'another amount';
  const charges = offences.map(({ amount }, index) => ({
    line: index + 1,
    outcome,
    kobo: outcome === 'another amount' ? Math.ceil(amount / 2_000) * 100_000 : null,
  }));
  return {
    charges,
    paidWhere: isFined ? 'Registry of the court' : '',
    courtReceipt: isFined ? `CR-${random.between(10_000, 99_999)}` : '',
  };
}
