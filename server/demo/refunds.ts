import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import type { Proposals } from '#server/db/tables.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { inOfficeHours } from './calendar.ts';
import { createRandom } from './random.ts';
import type { Handled } from './rows.ts';
import { demoAdmin, demoJudge } from './staff.ts';
import { actorOf, type Story } from './trail.ts';

interface DemoRefund {
  readonly row: Insertable<Proposals> & { readonly id: string };
  /** Null while it waits for its second person. */
  readonly decided: { readonly by: string; readonly at: Date } | null;
  readonly stories: readonly Story[];
}

/** Money of the first offence of a few paid tickets that was given back, weeks later. */
export function demoRefunds(booking: Handled, now: Date): readonly DemoRefund[] {
  const { id, organisation, body, offences, paidAt, adminId, judgeId } = booking;
  const random = createRandom(`given back of ${id}`);
  const [offence] = offences;
  if (paidAt === null || !offence || organisation !== 'Kaduna' || !random.chance(0.006)) return [];
  const at = inOfficeHours(new Date(paidAt.getTime() + random.between(20, 90) * dayMs));
  if (at > now) return [];
  const isWhole = random.chance(0.6);
  const amount = isWhole ? offence.amount : offence.amount / 2;
  const reason = `The High Court ${isWhole ? 'set the charge aside' : 'lowered the charge by half'}.`;
  const said = {
    line: 1,
    exception: null,
    day: dayOf(at),
    proof: { kind: 'transfer', number: `TRF-${random.between(100_000, 999_999)}` },
    reverses: null,
  };
  const proposal = ulid(at.getTime(), random.number);
  const confirmedAt = inOfficeHours(new Date(at.getTime() + dayMs));
  const decided = confirmedAt > now ? null : { by: judgeId, at: confirmedAt };
  const waiting = { proposal, state: 'waiting' };
  return [
    {
      row: {
        id: proposal,
        kind: 'refund',
        organisation,
        zone: body.zone,
        demo: true,
        subject: `${id} 1`,
        body: JSON.stringify({ booking: id, kobo: amount * 100, ...said }),
        reason,
        proposed_by: adminId,
        proposed_at: at,
      },
      decided,
      stories: [
        {
          booking: id,
          actor: actorOf(demoAdmin, adminId),
          event: 'refund.proposed',
          at,
          before: null,
          after: { ...waiting, ...said, amount, reason },
        },
        ...(decided
          ? [
              {
                booking: id,
                actor: actorOf(demoJudge, judgeId),
                event: 'refund.confirmed' as const,
                at: confirmedAt,
                before: waiting,
                after: { proposal, state: 'confirmed', amount },
              },
            ]
          : []),
      ],
    },
  ];
}
