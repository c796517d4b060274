import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import type { Ground } from '#contract/modules/after-ticket/disputes.ts';
import { dueDayOf, workingDaysAfter } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Disputes } from '#server/db/tables.ts';
import type { Change } from '#server/features/audit/rules.ts';
import { dueDayAfterDispute, hashOf } from '#server/modules/after-ticket/disputes/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import type { DemoBooking } from './bookings.ts';
import { inOfficeHours } from './calendar.ts';
import { createRandom } from './random.ts';
import type { Handled } from './rows.ts';
import { demoRules } from './ticket-rules.ts';

interface Said {
  readonly ground: Ground;
  readonly words: string;
  readonly answer: string;
}

const saidOf: readonly Said[] = [
  {
    ground: 'not me',
    words: 'My brother was driving the car that day. I was at work in Kafanchan.',
    answer: 'The driver showed your licence at the roadside, and the officer took a picture of it.',
  },
  {
    ground: 'sign',
    words: 'The no-parking sign is lying in the grass behind the bus stop. Nobody can see it.',
    answer:
      'An officer checked the sign two days later. It is standing, and drivers can read it from the road.',
  },
  {
    ground: 'emergency',
    words: 'I was driving my wife to the hospital. The picture shows the hospital card.',
    answer:
      'We are sorry about the emergency. You passed the red light an hour after the hospital admitted her.',
  },
  {
    ground: 'not mine',
    words: 'I sold the bus in March. The new owner never changed the papers.',
    answer:
      'The driver gave your name and licence. We cannot accept this without proof of the sale.',
  },
  {
    ground: 'procedure',
    words: 'The officer did not show his number and did not let me speak.',
    answer: 'We asked the officer. His number is on the ticket, and two witnesses saw him show it.',
  },
];

/** A row of the trail, by whom it is. */
type Step = Pick<Change, 'event' | 'before' | 'after'> & {
  /** `second` confirms what the judge answers. */
  readonly actor: 'nobody' | 'judge' | 'second';
  readonly at: Date;
};

const upheld = 'You are right: the officer misread the plate and meant another bus.';

/** True for those that are disputed if they stay unpaid. */
export const mayDispute = ({ id, organisation }: DemoBooking): boolean =>
  organisation === 'Kaduna' && createRandom(`dispute of ${id}`).chance(0.4);

/** The dispute of a demo's unpaid booking, if it has one: some days after it, answered within weeks. */
export function demoDispute(booking: Handled, now: Date) {
  const { id, organisation, body, madeAt, paidAt, judgeId, adminId } = booking;
  const random = createRandom(`words against ${id}`);
  if (paidAt !== null || !mayDispute(booking)) return null;
  const received = new Date(madeAt.getTime() + random.between(2, 200) * (dayMs / 24));
  if (received >= now) return null;
  const isUpheld = random.chance(0.25);
  const { ground, words, ...said } = random.pick(saidOf);
  const answer = isUpheld ? upheld : said.answer;
  const rules = demoRules(organisation);
  const answer_due = workingDaysAfter(rules, dayOf(received), rules.answerDays);
  const judged = inOfficeHours(
    new Date(received.getTime() + random.between(60, 400) * (dayMs / 24)),
  );
  const answered = isUpheld
    ? inOfficeHours(new Date(judged.getTime() + random.between(2, 30) * (dayMs / 24)))
    : judged;
  const isAnswered = answered < now;
  const due_day = dueDayOf(rules, dayOf(madeAt));
  const days = { due: due_day, received: dayOf(received), answered: dayOf(answered) };
  const dueDay = isAnswered && !isUpheld ? dueDayAfterDispute(rules, days) : null;
  const outcome = isUpheld ? 'upheld' : 'rejected';
  const sha256 = hashOf(answer);
  const row: Insertable<Disputes> = {
    booking_id: id,
    organisation,
    zone: body.zone,
    demo: true,
    phone: '',
    ground,
    words,
    received_at: received,
    answer_due,
    due_day,
    ...(isAnswered && { outcome, answer, answered_by: judgeId, answered_at: answered }),
  };
  const proposal = ulid(judged.getTime(), createRandom(`answer to ${id}`).number);
  const heard = { ground, sha256: hashOf(words), answerDue: answer_due, dueDay: null, files: [] };
  const entries: readonly Step[] = [
    {
      event: 'booking.disputed',
      actor: 'nobody',
      at: received,
      before: { dueDay: due_day },
      after: heard,
    },
    ...(isUpheld
      ? ([
          {
            event: 'booking.upholding-proposed',
            actor: 'judge',
            at: judged,
            before: null,
            after: { proposal, state: 'waiting', outcome, sha256 },
          },
          {
            event: 'booking.dispute-answered',
            actor: 'second',
            at: answered,
            before: { dueDay: null },
            after: { proposal, outcome, sha256, dueDay, answeredBy: judgeId },
          },
          {
            event: 'booking.withdrawn',
            actor: 'second',
            at: new Date(answered.getTime() + 1),
            before: { withdrawn: false },
            after: { withdrawn: true, reason: answer },
          },
        ] as const)
      : ([
          {
            event: 'booking.dispute-answered',
            actor: 'judge',
            at: answered,
            before: { dueDay: null },
            after: { outcome, sha256, dueDay },
          },
        ] as const)),
  ];
  return {
    row,
    dueDay,
    entries: entries.filter(
      ({ at, event }) => (event === 'booking.withdrawn' ? answered : at) < now,
    ),
    upholding:
      isUpheld && judged < now
        ? {
            row: {
              id: proposal,
              kind: 'dispute answer' satisfies ProposalKind,
              organisation,
              zone: body.zone,
              demo: true,
              subject: id,
              body: '{}',
              reason: answer,
              proposed_by: judgeId,
              proposed_at: judged,
            },
            decided: isAnswered ? { by: adminId, at: answered } : null,
          }
        : null,
    ...(isAnswered &&
      isUpheld && {
        withdrawn: {
          withdrawn_at: answered,
          withdrawn_by: adminId,
          withdrawn_reason: answer,
        },
      }),
  };
}
