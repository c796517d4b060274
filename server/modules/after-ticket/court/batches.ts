import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  CourtCase,
  draftCases,
  leaveDraft,
  lockBatch,
} from '#contract/modules/after-ticket/court.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { isDisputed, waitsForAnswer } from '#server/modules/after-ticket/disputes/queries.ts';
import { rulesOfTicket, rulesOn } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { dayOf } from '#server/time.ts';
import { numberOf } from './queries.ts';
import { isLocked, notReferred, whyNotReferred, whyNotThere } from './rules.ts';

/** The tickets of a batch to be, and the organisation that they have to belong to. */
interface Chosen {
  readonly organisation: string;
  readonly tickets: readonly Booking[];
}

export async function findChosen(
  db: Deps['db'],
  caller: Caller,
  { bookings: ids }: BodyOf<typeof draftCases>,
): Promise<Outcome<Chosen>> {
  const tickets: Booking[] = [];
  for (const id of new Set(ids)) {
    const booking = await findBooking(db, caller, id);
    if (booking instanceof Refusal) return booking;
    tickets.push(booking);
  }
  const [first] = tickets;
  return first
    ? { organisation: first.organisation, tickets }
    : notReferred('', 'it does not exist');
}

/** The table lets a ticket into one batch: of two drafts at once one has it. */
export const drafting: Steps<typeof draftCases, Chosen, { batch: string }> = {
  dutyFor: ({ organisation }) => ({ organisation }),
  id: () => '',
  lock: () => Promise.resolve({ batch: ulid() }),
  rule: async (_batch, { record: { organisation, tickets }, body, caller }, trx) => {
    const [first] = tickets;
    const rules = first && (await rulesOn(trx, first)).rules;
    const unlisted = rules && whyNotThere(body.court, rules);
    if (unlisted) return unlisted;
    const today = dayOf(new Date());
    for (const ticket of tickets) {
      const why =
        ticket.organisation === organisation && ticket.demo === caller.demo
          ? whyNotReferred(
              ticket,
              await rulesOfTicket(trx, ticket),
              await isDisputed(trx, ticket._id),
              today,
            )
          : 'it belongs to another organisation';
      if (why !== null) return notReferred(ticket.registration || ticket.license, why);
    }
    return null;
  },
  change: async (trx, { batch }, { record: { organisation, tickets }, body, caller }) => {
    const { court } = body;
    const { demo, userId: made_by } = caller;
    await trx
      .insertInto('court_batches')
      .values({ id: batch, organisation, demo, court, made_by })
      .execute();
    const rows = tickets.map(({ _id, zone }, index) => ({
      booking_id: _id,
      batch_id: batch,
      place: index + 1,
      organisation,
      zone,
      demo,
    }));
    const inserted = await trx
      .insertInto('court_cases')
      .values(rows)
      .onConflict((conflict) => conflict.column('booking_id').doNothing())
      .returning('booking_id')
      .execute();
    if (inserted.length < rows.length) return taken;
    return rows.map(({ booking_id: id }) => ({ id, before: null, after: { batch, court } }));
  },
  answer: (_trx, { record: { tickets } }, { batch }) =>
    Promise.resolve({ batch, cases: tickets.length }),
};

const taken = new Refusal(
  409,
  'in_a_batch',
  'One of these tickets is already in another batch. Reload the page to see the latest.',
);

/** Takes a ticket off a draft. */
export const leavingDraft: Steps<typeof leaveDraft, CourtCase, { batch: string }> = {
  dutyFor: ({ organisation, zone }) => ({ organisation, zone }),
  id: ({ id }) => id,
  lock: async (trx, { record: { batch } }) =>
    batch !== null && (await lockedDraft(trx, batch)) ? { batch } : isLocked,
  change: async (trx, { batch }, { record: { id } }) =>
    (await removeCase(trx, id, batch)) ? { before: { batch }, after: null } : isLocked,
  answer: (_trx, { record }) =>
    Promise.resolve({ ...record, state: 'open', batch: null, number: '' }),
};

/** A batch that nobody has locked yet; nobody locks it before the transaction ends. */
const lockedDraft = async (trx: Transaction<DB>, id: string) => {
  const batch = await trx
    .selectFrom('court_batches')
    .select(['court', 'locked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return batch?.locked_at === null ? batch : undefined;
};

const removeCase = (trx: Transaction<DB>, id: string, batch: string) =>
  trx
    .deleteFrom('court_cases')
    .where('booking_id', '=', id)
    .where('batch_id', '=', batch)
    .returning('booking_id')
    .executeTakeFirst();

interface Draft {
  readonly court: string;
  readonly referred: readonly { readonly id: string; readonly place: number }[];
  /** Paid, withdrawn or disputed by now. */
  readonly leftOut: readonly { readonly id: string }[];
}

/** Of two at once one locks. */
export const lockingBatch: Steps<typeof lockBatch, { id: string; organisation: string }, Draft> = {
  dutyFor: ({ organisation }) => ({ organisation }),
  id: ({ id }) => id,
  lock: async (trx, { record: { id } }) => {
    const batch = await lockedDraft(trx, id);
    if (!batch) return isLocked;
    // Whoever locks several tickets takes them in the order of their ids.
    await sql`select from bookings
      where id in (select booking_id from court_cases where batch_id = ${id})
      order by id for update`.execute(trx);
    const cases = await trx
      .selectFrom('court_cases')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['booking_id as id', 'place', isUnpaid.as('unpaid'), waitsForAnswer.as('disputed')])
      .where('batch_id', '=', id)
      .orderBy('place')
      .execute();
    const stays = ({ unpaid, disputed }: (typeof cases)[number]) => unpaid && !disputed;
    return {
      court: batch.court,
      referred: cases.filter(stays),
      leftOut: cases.filter((one) => !stays(one)),
    };
  },
  rule: ({ referred }) => (referred.length === 0 ? noneLeft : null),
  change: async (trx, { court, referred, leftOut }, { record: { id: batch }, caller }) => {
    for (const { id } of leftOut) await removeCase(trx, id, batch);
    await trx
      .updateTable('court_batches')
      .set({ locked_by: caller.userId, locked_at: new Date() })
      .where('id', '=', batch)
      .execute();
    const before = { batch };
    return [
      ...leftOut.map(({ id }) => ({ id, outcome: 'left out' as const, before, after: null })),
      ...referred.map(({ id, place }) => ({
        id,
        before,
        after: { batch, number: numberOf(batch, place), court },
      })),
    ];
  },
  answer: (_trx, _call, { referred, leftOut }) =>
    Promise.resolve({ referred: referred.length, leftOut: leftOut.length }),
};

const noneLeft = new Refusal(
  409,
  'none_left',
  'Every ticket in this batch is now paid, withdrawn or under objection. Remove these tickets.',
);
