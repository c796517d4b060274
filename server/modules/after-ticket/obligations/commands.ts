import { sql, type Transaction, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import { chargeOutcomeSchema } from '#contract/charges.ts';
import { hasEnded } from '#contract/modules/after-ticket/court.ts';
import {
  type decideWaiver,
  type endObligation,
  type ObligationKind,
  type reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import { inTime, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps, Happened, Part } from '#server/acts/part.ts';
import type { DB, Obligations } from '#server/db/tables.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { rulesOfNew, rulesOfTicket } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { columns, heldBy, type MovedObligation, toWire } from './queries.ts';
import { asksForMore, isHeld, obligationRows } from './rules.ts';

/** A new ticket opens what its penalties ask for, by the rules of its day. */
export const obligationsOpen = {
  'booking.made': async (_deps, trx, { facts: ticket }) => {
    if (!asksForMore(ticket)) return;
    const of = await rulesOfNew(trx, ticket);
    await trx
      .insertInto('obligations')
      .values(obligationRows({ ...ticket, demo: ticket.officer.demo }, of))
      .execute();
  },
} satisfies Part['follows'];

/** By the rules of a ticket's day, some open obligations keep the vehicle. */
export const vehicleKept = {
  'booking.cleared': async (trx, booking) => {
    const { holds = [] } = (await rulesOfTicket(trx, booking)) ?? {};
    const held = await heldBy(trx, booking._id, holds);
    return held === null ? null : isHeld(held);
  },
} satisfies Part['stops'];

/**
 * Open obligations whose day was to come when a dispute did fall due so many days later, on a working
 * day where the rules say so.
 */
export async function fallDueLater(
  trx: Transaction<DB>,
  id: string,
  rules: Pick<TicketRules, 'toWorkingDay' | 'holidays'>,
  { received, days }: { readonly received: string; readonly days: number },
): Promise<MovedObligation[]> {
  const rows = await trx
    .selectFrom('obligations')
    .select(['place', 'words', sql<string>`due_day::text`.as('was')])
    .where('booking_id', '=', id)
    .where('state', 'in', ['open', 'waiver asked'])
    .where('due_day', '>=', received)
    .orderBy('place')
    .forUpdate()
    .execute();
  const moved = rows.map((row) => ({ ...row, is: inTime(rules, movedBy(row.was, days)) }));
  for (const { place, is } of moved)
    await trx
      .updateTable('obligations')
      .set({ due_day: is })
      .where((eb) => eb.and({ booking_id: id, place }))
      .execute();
  return moved;
}

const ownTicketDone = new Refusal(
  409,
  'own_ticket',
  'You issued this ticket, so another person must mark this obligation as done.',
);

const ownTicketWaived = new Refusal(
  409,
  'own_ticket',
  'You issued this ticket, so another person must decide whether to waive this obligation.',
);

const notDone = new Refusal(
  409,
  'not_done',
  'This obligation is not marked as done, so there is nothing to correct. Reload the page to see the latest.',
);

const withdrawnTicket = new Refusal(
  409,
  'withdrawn',
  'This ticket was withdrawn, so there is nothing left to do.',
);

const decidedByCourt = new Refusal(
  409,
  'decided',
  'A court has decided on this ticket, so the prosecution has ended.',
);

const isOver = new Refusal(
  409,
  'already_decided',
  'This obligation has ended, or somebody has just made a decision on it. Reload the page to see the latest.',
);

/** Its ticket is locked first, as by whatever else changes one. */
const rowAt = async (trx: Transaction<DB>, { _id }: Booking, place: number) => {
  await trx.selectFrom('bookings').select('id').where('id', '=', _id).forUpdate().execute();
  return (
    (await trx
      .selectFrom('obligations')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['words', 'state', 'kind', 'acted_by', 'created_by', 'withdrawn_at', 'decided_at'])
      .where((eb) => eb.and({ booking_id: _id, place }))
      .forUpdate('obligations')
      .executeTakeFirst()) ?? notFound('obligation')
  );
};

interface Standing {
  readonly words: string;
  readonly state: string;
  readonly kind: string;
  readonly acted_by: string | null;
  /** The account that issued the ticket. */
  readonly created_by: string;
  readonly withdrawn_at: Date | null;
  readonly decided_at: Date | null;
}

const changeRow = (
  trx: Transaction<DB>,
  { _id }: Booking,
  place: number,
  values: Updateable<Obligations>,
) =>
  trx
    .updateTable('obligations')
    .set(values)
    .where((eb) => eb.and({ booking_id: _id, place }))
    .execute();

const answerAt = async (trx: Transaction<DB>, { _id }: Booking, place: number) =>
  toWire(
    await trx
      .selectFrom('obligations')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .where((eb) => eb.and({ booking_id: _id, place }))
      .select(columns)
      .executeTakeFirstOrThrow(),
  );

/** Of two at once one ends it. */
export const ending: Steps<typeof endObligation, Booking, Standing> = {
  id: ({ _id }) => _id,
  lock: (trx, { record, body }) => rowAt(trx, record, body.place),
  rule: ({ state, created_by: issuer }, { body: { how }, caller }) => {
    if (how === 'done' && issuer === caller.userId) return ownTicketDone;
    return state === 'open' ? null : isOver;
  },
  change: async (trx, { words, state: before }, { record, body, caller }) => {
    const { place: obligation, how, reason } = body;
    const state = how === 'done' ? 'done' : 'waiver asked';
    const by = { acted_by: caller.userId, acted_at: new Date() };
    await changeRow(trx, record, obligation, { state, reason, ...by });
    return {
      outcome: how === 'waiver' ? 'waiver asked' : undefined,
      before: { obligation, state: before },
      after: { obligation, words, state, reason },
    };
  },
  answer: (trx, { record, body }) => answerAt(trx, record, body.place),
};

/** Of two at once one decides. */
export const decidingWaiver: Steps<typeof decideWaiver, Booking, Standing> = {
  id: ({ _id }) => _id,
  lock: (trx, { record, body }) => rowAt(trx, record, body.place),
  rule: ({ state, created_by: issuer }, { caller }) => {
    if (issuer === caller.userId) return ownTicketWaived;
    return state === 'waiver asked' ? null : isOver;
  },
  first: ({ acted_by }) => acted_by ?? '',
  agrees: ({ body }) => body.agrees,
  change: async (trx, { words, state: before }, { record, body, caller }) => {
    const { place: obligation, agrees } = body;
    const state = agrees ? 'waived' : 'open';
    const waived_by = agrees ? caller.userId : null;
    await changeRow(trx, record, obligation, { state, waived_by });
    return {
      outcome: agrees ? undefined : 'kept open',
      before: { obligation, state: before },
      after: { obligation, words, state },
    };
  },
  answer: (trx, { record, body }) => answerAt(trx, record, body.place),
};

/** A superior opens again what was said to be done and isn't. Its due day stays. */
export const reopening: Steps<typeof reopenObligation, Booking, Standing> = {
  id: ({ _id }) => _id,
  lock: (trx, { record, body }) => rowAt(trx, record, body.place),
  rule: (row) => {
    if (row.state !== 'done') return notDone;
    if (row.withdrawn_at !== null) return withdrawnTicket;
    return row.kind === 'case' && row.decided_at !== null ? decidedByCourt : null;
  },
  first: ({ acted_by }) => acted_by ?? '',
  change: async (trx, { words, state: before }, { record, body, caller }) => {
    const { place: obligation, reason } = body;
    const state = 'open';
    const by = { acted_by: caller.userId, acted_at: new Date() };
    await changeRow(trx, record, obligation, { state, reason, ...by });
    return { before: { obligation, state: before }, after: { obligation, words, state, reason } };
  },
  answer: (trx, { record, body }) => answerAt(trx, record, body.place),
};

const changedByCourt = z.object({
  charges: z.array(z.object({ outcome: chargeOutcomeSchema })),
});

interface Turned {
  readonly kind: ObligationKind;
  readonly from: readonly string[];
  readonly state: 'done' | 'open';
  readonly reason: string;
}

/** The obligations of a kind end, or open again, by what somebody did to their ticket. */
async function turn(
  deps: FollowDeps,
  trx: Transaction<DB>,
  { id, actor }: Pick<Happened, 'id' | 'actor'>,
  { kind, from, state, reason }: Turned,
): Promise<void> {
  const rows = await trx
    .updateTable('obligations')
    .set({ state, reason, acted_by: actor.id, acted_at: new Date() })
    .where((eb) => eb.and({ booking_id: id, kind }))
    .where('state', 'in', from)
    .returning(['place', 'words'])
    .execute();
  for (const { place, words } of rows)
    await happened(deps, trx, actor, {
      event: state === 'done' ? 'booking.obligation-done' : 'booking.obligation-reopened',
      record: 'booking',
      id,
      before: { obligation: place },
      after: { obligation: place, words, state, reason },
    });
}

const unended = ['open', 'waiver asked'];

/**
 * A court's decision ends a prosecution, and a clearance the custody of the vehicle. A warrant that
 * takes the place of a decision opens the prosecution again.
 */
export const obligationsEnd = {
  'booking.court-decided': (deps, trx, event) => {
    const outcomes = changedByCourt.parse(event.after).charges.map(({ outcome }) => outcome);
    return turn(
      deps,
      trx,
      event,
      hasEnded(outcomes)
        ? { kind: 'case', from: unended, state: 'done', reason: outcomeWords(outcomes) }
        : {
            kind: 'case',
            from: ['done'],
            state: 'open',
            reason: 'A warrant was issued, so the case continues.',
          },
    );
  },
  'booking.cleared': (deps, trx, event) =>
    turn(deps, trx, event, {
      kind: 'custody',
      from: unended,
      state: 'done',
      reason: 'The vehicle was cleared.',
    }),
} satisfies Part['follows'];
