import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import {
  type answerDispute,
  type Dispute,
  grounds,
  disputeStates,
  type exportDisputes,
  mostDisputePictures,
  type objectionSchema,
} from '#contract/disputes.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import { organisationSchema } from '#contract/places.ts';
import { firstRules, workingDaysAfter } from '#contract/ticket-rules.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { withdrawBooking } from '#server/features/bookings/commands.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { whyNoDuty } from '#server/features/duties/queries.ts';
import { auditedFiles, insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import { rulesMade, rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { dayOf } from '#server/time.ts';
import {
  findDispute,
  isDisputed,
  matchingDisputes,
  rowsOf,
  toWire,
  whyNotDisputedNow,
} from './queries.ts';
import { answeredAlready, dueDayAfterDispute, hashOf, ownTicket, stoodStill } from './rules.ts';

const tooMany = invalid('pictures', `Send at most ${mostDisputePictures} pictures.`);

/**
 * Takes the dispute of a ticket from its public page, once, with its pictures. From now on the ticket
 * has no due day. 409 where it can't be disputed, 400 for a file that is no picture.
 */
export async function dispute(
  deps: Pick<Deps, 'db' | 'store'> & FollowDeps,
  actor: Actor,
  ticket: string,
  { ground, words, phone }: z.infer<typeof objectionSchema>,
  files: readonly UploadedFile[],
): Promise<Outcome<true>> {
  if (files.length > mostDisputePictures) return tooMany;
  return withStoredFiles(
    deps,
    files,
    (stored) =>
      deps.db.transaction().execute(async (trx) => {
        const row = await lockedTicket(trx, ticket);
        const why = await whyNotDisputedNow(trx, ticket, row);
        if (why !== null) return new Refusal(409, 'not_disputed', why);
        const { organisation, zone, demo, due_day } = row;
        const of = { organisation: organisationSchema.parse(organisation), demo };
        const rules = (await rulesMade(trx, of, row.issued)) ?? firstRules;
        const answer_due = workingDaysAfter(rules, dayOf(new Date()), rules.answerDays);
        await trx
          .insertInto('disputes')
          .values({
            booking_id: ticket,
            organisation,
            zone,
            demo,
            ground,
            words,
            phone,
            answer_due,
            due_day,
          })
          .execute();
        await insertFiles(trx, stored, { createdBy: null, demo });
        if (stored.length > 0)
          await trx
            .insertInto('dispute_files')
            .values(stored.map(({ id }) => ({ file_id: id, booking_id: ticket })))
            .execute();
        await setDueDay(trx, ticket, null);
        await happened(deps, trx, actor, {
          event: 'booking.disputed',
          record: 'booking',
          id: ticket,
          before: { dueDay: due_day },
          after: {
            ground,
            sha256: hashOf(words),
            answerDue: answer_due,
            dueDay: null,
            files: auditedFiles(stored),
          },
        });
        return true as const;
      }),
    { sender: null, isEvidence: true },
  );
}

/** Whatever changes a ticket locks its row first: a payment or withdrawal comes before or after. */
const lockedTicket = (trx: Transaction<DB>, id: string) =>
  trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo', 'paid', 'withdrawn_at', 'erased_at', 'price_kobo'])
    .select(sql<string | null>`due_day`.as('due_day'))
    .select(sql<Date>`coalesce(made_at, created_at)`.as('issued'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

const setDueDay = (trx: Transaction<DB>, id: string, due_day: string | null) =>
  trx.updateTable('bookings').set({ due_day }).where('id', '=', id).execute();

/** Of two at once one answers. */
export async function answer(
  deps: Deps,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  found: Dispute,
  { upheld, answer: said }: BodyOf<typeof answerDispute>,
): Promise<Outcome<Dispute>> {
  const { db } = deps;
  const { id, organisation, officer } = found;
  const none = await whyNoDuty(db, caller, organisation, 'dispute officer');
  if (none) return none;
  if (officer.id === caller.userId) return ownTicket;
  const hands = await whyNotUndone(db, caller.userId, officer.id);
  if (hands) return hands;
  const booking = await findBooking(db, caller, id);
  if (booking instanceof Refusal) return booking;
  const change = { id, booking, upheld, said };
  const changed = upheld
    ? await withdrawBooking(deps, actor, caller, {
        booking,
        reason: said,
        before: (trx) => noteAnswer(trx, deps, { actor, caller }, change, null),
      })
    : await reject(deps, { actor, caller }, change);
  return changed instanceof Refusal ? changed : findDispute(deps, caller, id);
}

interface Answering {
  readonly id: string;
  readonly booking: Booking;
  readonly upheld: boolean;
  readonly said: string;
}

/** The ticket falls due anew, and so do its open obligations that weren't overdue when it came. */
async function reject(
  deps: Pick<Deps, 'db'> & FollowDeps,
  taker: { readonly actor: Actor; readonly caller: Caller },
  change: Answering,
): Promise<Outcome<true>> {
  const { id, booking } = change;
  return deps.db.transaction().execute(async (trx) => {
    await lockedTicket(trx, id);
    if (!(await isDisputed(trx, id))) return answeredAlready;
    const { due, received } = await trx
      .selectFrom('disputes')
      .select(sql<string | null>`due_day`.as('due'))
      .select(sql<string>`lagos_day(received_at)::text`.as('received'))
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow();
    const rules = (await rulesOfTicket(trx, booking)) ?? firstRules;
    const answered = dayOf(new Date());
    const dueDay = dueDayAfterDispute(rules, { due, received, answered });
    await setDueDay(trx, id, dueDay);
    await trx
      .updateTable('obligations')
      .set({ due_day: sql`due_day + ${stoodStill({ received, answered })}::integer` })
      .where('booking_id', '=', id)
      .where('state', 'in', ['open', 'waiver asked'])
      .where('due_day', '>=', received)
      .execute();
    return noteAnswer(trx, deps, taker, change, dueDay);
  });
}

/** Keeps the answer with its row of the trail, in the transaction of what follows from it. */
async function noteAnswer(
  trx: Transaction<DB>,
  deps: FollowDeps,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  { id, upheld, said }: Answering,
  dueDay: string | null,
): Promise<Outcome<true>> {
  const outcome = upheld ? 'upheld' : 'rejected';
  const noted = await trx
    .updateTable('disputes')
    .set({ outcome, answer: said, answered_by: caller.userId, answered_at: new Date() })
    .where('booking_id', '=', id)
    .where('outcome', 'is', null)
    .returning('booking_id')
    .executeTakeFirst();
  if (!noted) return answeredAlready;
  await happened(deps, trx, actor, {
    event: 'booking.dispute-answered',
    record: 'booking',
    id,
    before: { dueDay: null },
    after: { outcome, sha256: hashOf(said), dueDay },
  });
  return true;
}

const { text, moment } = columnsOf<Dispute>();
const fileColumns = [
  text('Plate', 14, ({ plate }) => plate),
  text('Ground', 30, ({ ground }) => grounds[ground]),
  text('Words', 60, ({ words }) => words),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  text('Issued by', 22, ({ officer }) => officer.name),
  moment('Received', ({ receivedAt }) => receivedAt),
  text('Answer due', 12, ({ answerDue }) => answerDue),
  text('State', 20, ({ state }) => disputeStates[state]),
  text('Answer', 60, (one) => one.answer),
  text('Answered by', 22, ({ answeredBy }) => answeredBy?.name ?? ''),
];

export async function exportDisputesOf(
  { db, reports, fileAddresses }: Pick<Deps, 'db' | 'reports' | 'fileAddresses'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportDisputes>,
) {
  const matching = matchingDisputes(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await rowsOf(matching)
    .limit(exportLimits[format] + 1)
    .execute();
  return exportRows(db, actor, caller, {
    event: 'disputes.exported',
    format,
    filters,
    name: 'disputes',
    columns: fileColumns,
    rows: rows.map(toWire(fileAddresses)),
  });
}
