import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Audit } from '#server/db/tables.ts';
import { auditRow, type Change } from '#server/features/audit/rules.ts';
import { type Actor, system } from '#server/http/caller.ts';
import { demoDispute } from './disputes.ts';
import { demoObligations, waivedAt } from './obligations.ts';
import { dueDayOfDemo, type Handled, priceKobo } from './rows.ts';
import { demoAdmin, demoJudge, demoOfficers, type Officer } from './staff.ts';

/** A change of a record as it will stand in the audit trail. */
type Entry = Pick<Change, 'event' | 'before' | 'after'> & {
  readonly actor: Actor;
  readonly at: Date;
};

/** One of what follows a ticket. */
export type Story = Entry & { readonly booking: string };

/** The chain of one record, from its first change on: as if each had been written alone. */
export function chainOf(
  id: string,
  entries: readonly Entry[],
  record: 'booking' | 'collision' = 'booking',
): Insertable<Audit>[] {
  // One draw for the whole chain: thousands of small ones take longer than all the hashing.
  const salts = randomBytes(16 * entries.length).toString('hex');
  const rows: ReturnType<typeof auditRow>[] = [];
  for (const [index, { actor, at, ...change }] of entries.entries()) {
    const salt = salts.slice(32 * index, 32 * (index + 1));
    rows.push(auditRow(actor, { ...change, record, id }, { at, salt, previous: rows.at(-1) }));
  }
  return rows;
}

/** From a range set aside for examples (RFC 5737): nobody's address. */
const addressOf = (officer: Officer): string =>
  `192.0.2.${10 + demoOfficers.findIndex(({ email }) => email === officer.email)}`;

export const actorOf = (officer: Officer, id: string): Actor => ({
  id,
  role: officer.role,
  address: addressOf(officer),
});

const nobody: Actor = { id: null, role: 'nobody', address: '192.0.2.9' };

/**
 * The audit rows of a booking, as the product writes them when it is made, billed, paid, cleared. Null
 * `stories` stand for a product in which nothing else follows a ticket.
 */
export function trailOf(booking: Handled, now: Date, stories: readonly Story[] | null) {
  const { id, body, organisation, billRef, madeAt, paidAt, clearedAt, receipt } = booking;
  const price = priceKobo(booking) / 100;
  const entries: Entry[] = [
    {
      event: 'booking.made',
      actor: actorOf(booking.madeBy, booking.madeById),
      at: madeAt,
      before: null,
      after: { ...body, _id: id, organisation, price, dueDay: stories && dueDayOfDemo(booking) },
    },
    {
      event: 'booking.billed',
      actor: system,
      at: new Date(madeAt.getTime() + 3_000),
      before: { billRef: null },
      after: { billRef },
    },
  ];
  if (paidAt)
    entries.push({
      event: 'booking.paid',
      actor: booking.paymentSeenById ? actorOf(booking.madeBy, booking.paymentSeenById) : system,
      at: paidAt,
      before: { paid: false },
      after: { paid: true, amount: price, receipt },
    });
  if (clearedAt && booking.clearedById)
    entries.push({
      event: 'booking.cleared',
      actor: actorOf(booking.clearedBy, booking.clearedById),
      at: clearedAt,
      before: { paid: true, completed: false },
      after: { paid: true, completed: true, completedAt: clearedAt.toISOString() },
    });
  if (stories) entries.push(...storiesOf(booking, now), ...stories);
  return chainOf(
    id,
    entries.toSorted((one, other) => Number(one.at) - Number(other.at)),
  );
}

/** Its dispute and its obligations. */
function storiesOf(booking: Handled, now: Date): Entry[] {
  const entries: Entry[] = [];
  for (const { actor, ...entry } of demoDispute(booking, now)?.entries ?? [])
    entries.push({
      ...entry,
      actor: {
        nobody,
        judge: actorOf(demoJudge, booking.judgeId),
        second: actorOf(demoAdmin, booking.adminId),
      }[actor],
    });
  for (const row of demoObligations(booking, now)) {
    const { place, words, reason, acted_by, acted_at, waived_by } = row;
    if (!acted_at || !acted_by) continue;
    const at = new Date(acted_at);
    const state = waived_by ? 'waiver asked' : row.state;
    entries.push({
      event: state === 'done' ? 'booking.obligation-done' : 'booking.waiver-asked',
      actor: actorOf(acted_by === booking.madeById ? booking.madeBy : booking.clearedBy, acted_by),
      at,
      before: { obligation: place, state: 'open' },
      after: { obligation: place, words, state, reason },
    });
    if (waived_by)
      entries.push({
        event: 'booking.obligation-waived',
        actor: actorOf(demoJudge, waived_by),
        at: waivedAt(at),
        before: { obligation: place, state },
        after: { obligation: place, words, state: 'waived' },
      });
  }
  return entries;
}
