import fc from 'fast-check';
import { sql } from 'kysely';
import { dayOf } from '#server/time.ts';
import { markPaid } from './factories.ts';
import { feeSince } from './fees.ts';
import { type historyPeople, historyPlaces, storeHistory } from './histories.ts';
import type { TestApp } from './test-app.ts';

type People = Awaited<ReturnType<typeof historyPeople>>;

const period = Date.UTC(2022, 11, 25);

/** Tickets of seven weeks that begin with Christmas of 2022. */
export const tickets = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  made: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => new Date(period + hours * 3_600_000)),
  paidAfter: fc.integer({ min: 0, max: 40 }),
  fate: fc.constantFrom('new', 'billed', 'paid', 'withdrawn'),
  code: fc.constantFrom('12020501', '12020502', '12020503'),
  naira: fc.integer({ min: 1, max: 10_000 }),
});
type Ticket = typeof tickets extends fc.Arbitrary<infer T> ? T : never;

const after = (at: Date, by: number) => new Date(at.getTime() + by * 86_400_000);

/** Stores a ticket as it was made, or as it arrives now. */
export async function storeTicket(
  app: TestApp,
  { officers, superiorId }: People,
  { officer, place, made, paidAfter, fate, code, naira }: Ticket,
  late = false,
): Promise<void> {
  const at = late ? new Date() : made;
  await storeHistory(app.db, officers[officer] ?? '', {
    lines: [{ code, naira }],
    odd: 0,
    made: at.toISOString(),
    billed: fate === 'billed' || fate === 'paid',
    paid: fate === 'paid' ? (late ? at : after(made, paidAfter)).toISOString() : null,
    cleared: false,
    withdrawnBy: null,
    changes: {
      ...place,
      ...(late && { made_at: made }),
      ...(fate === 'withdrawn' && !late && withdrawnOn(superiorId, after(made, paidAfter))),
    },
  });
}

const withdrawnOn = (by: string, at: Date) => ({
  withdrawn_at: at,
  withdrawn_by: by,
  withdrawn_reason: 'Booked twice.',
});

/** Things that come to tickets of a closed period after it. */
export const events = fc.record({
  what: fc.constantFrom('late', 'paid', 'withdrawn', 'fee'),
  ticket: tickets,
  nth: fc.nat(30),
});

export async function happens(
  app: TestApp,
  people: People,
  { what, ticket, nth }: typeof events extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  if (what === 'late') return storeTicket(app, people, ticket, true);
  if (what === 'fee') {
    const fee = { offence: 'LGC-01', days: 0, naira: ticket.naira, by: people.superiorId };
    const { rows } = await sql`select from offence_fees where offence_id = 'LGC-01'
      and from_day = ${dayOf(new Date())}`.execute(app.db);
    return rows.length === 0 ? feeSince(app, fee) : undefined;
  }
  const [open] = await app.db
    .selectFrom('bookings')
    .select(['id', 'bill_ref'])
    .where('paid', '=', false)
    .where('withdrawn_at', 'is', null)
    .where('bill_ref', what === 'paid' ? 'is not' : 'is', null)
    .orderBy('id')
    .offset(nth)
    .limit(1)
    .execute();
  if (!open) return undefined;
  if (what === 'paid') return markPaid(app.db, open.id);
  await app.db
    .updateTable('bookings')
    .set(withdrawnOn(people.superiorId, new Date()))
    .where('id', '=', open.id)
    .execute();
}
