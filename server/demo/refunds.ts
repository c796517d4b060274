import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import type { GivenBack } from '#server/db/tables.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { createRandom } from './random.ts';
import type { Handled } from './rows.ts';
import { demoAdmin } from './staff.ts';
import { actorOf, type Story } from './trail.ts';

/** Money of the first offence of a few paid tickets that was given back, weeks later. */
export function demoGivenBack(booking: Handled, now: Date) {
  const { id, organisation, body, offences, paidAt, adminId } = booking;
  const random = createRandom(`given back of ${id}`);
  const [offence] = offences;
  if (paidAt === null || !offence || organisation !== 'Kaduna' || !random.chance(0.006)) return [];
  const at = new Date(paidAt.getTime() + random.between(20, 90) * dayMs);
  if (at > now) return [];
  const isWhole = random.chance(0.6);
  const amount = isWhole ? offence.amount : offence.amount / 2;
  const reason = `The High Court ${isWhole ? 'set the charge aside' : 'lowered the charge by half'}.`;
  const said = { day: dayOf(at), proof: `Transfer ${random.between(100_000, 999_999)}`, reason };
  const entry = ulid(at.getTime(), random.number);
  const place = { organisation, zone: body.zone, demo: true, noted_by: adminId, noted_at: at };
  const row: Insertable<GivenBack> = {
    id: entry,
    booking_id: id,
    line: 1,
    amount_kobo: amount * 100,
    ...said,
    ...place,
  };
  const story: Story = {
    booking: id,
    actor: actorOf(demoAdmin, adminId),
    event: 'booking.given-back',
    at,
    before: { line: 1, givenBack: 0 },
    after: { entry, line: 1, offence: offence.id, amount, ...said },
  };
  return [{ row, story }];
}
