import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import {
  type answerDispute,
  type Dispute,
  disputeNumber,
  mostDisputeFiles,
  type objectionSchema,
} from '#contract/modules/after-ticket/disputes.ts';
import { firstRules, workingDaysAfter } from '#contract/modules/after-ticket/ticket-rules.ts';
import { organisationSchema } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps, Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { lockToWithdraw, whyNotWithdrawnNow } from '#server/features/bookings/commands.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import type { DutyFor } from '#server/features/duties/queries.ts';
import { auditedFiles, insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import { type Actor, type Caller, system } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { noteSecurityEvent } from '#server/http/security-events.ts';
import { shortName, type UploadedFile } from '#server/http/uploaded-file.ts';
import { fallDueLater } from '#server/modules/after-ticket/obligations/commands.ts';
import { daysInWords } from '#server/modules/after-ticket/obligations/queries.ts';
import {
  keepCalendar,
  rulesMade,
  rulesOfTicket,
} from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { dayOf } from '#server/time.ts';
import {
  findDispute,
  hadSeen,
  isStaffAddress,
  waitsForSecond,
  whyNotDisputedNow,
} from './queries.ts';
import {
  answeredAlready,
  answerWaits,
  dueDayAfterDispute,
  hashOf,
  ownTicket,
  sawItBefore,
  stoodStill,
} from './rules.ts';

const tooMany = invalid('pictures', `Send at most ${mostDisputeFiles} files.`);

/**
 * Takes the dispute of a ticket from its public page, once, with its files. From now on the ticket has
 * no due day. 409 where it can't be disputed, 400 for a file that is neither picture nor document.
 */
export async function dispute(
  deps: Pick<Deps, 'db' | 'store'> & FollowDeps,
  actor: Actor,
  ticket: string,
  { ground, words, phone }: z.infer<typeof objectionSchema>,
  files: readonly UploadedFile[],
): Promise<Outcome<true>> {
  if (files.length > mostDisputeFiles) return tooMany;
  return withStoredFiles(
    deps,
    files,
    (stored) =>
      deps.db.transaction().execute(async (trx) => {
        await keepCalendar(trx);
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
            .values(
              stored.map(({ id, name }) => ({
                file_id: id,
                booking_id: ticket,
                name: shortName(name),
              })),
            )
            .execute();
        await setDueDay(trx, ticket, null);
        const fromStaff = await isStaffAddress(trx, actor.address, demo);
        if (fromStaff)
          await noteSecurityEvent(trx, {
            kind: 'staff address',
            address: actor.address,
            about: `dispute ${disputeNumber(ticket)}`,
          });
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
            ...(fromStaff && { fromStaff }),
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

/** A dispute, and the ticket that it is of. */
export interface Answerable {
  readonly dispute: Dispute;
  readonly booking: Booking;
}

export async function findToAnswer(
  deps: Pick<Deps, 'db' | 'fileAddresses'>,
  caller: Caller,
  id: string,
): Promise<Outcome<Answerable>> {
  const dispute = await findDispute(deps, caller, id);
  if (dispute instanceof Refusal) return dispute;
  const booking = await findBooking(deps.db, caller, id);
  return booking instanceof Refusal ? booking : { dispute, booking };
}

/** Digests of look-ups that found the ticket by what a list or dossier shows beside its numbers. */
const foundBy = (
  { lookups }: Pick<Deps, 'lookups'>,
  { registration, license, phoneNo, name }: Booking,
): Buffer[] =>
  [registration, license, phoneNo, name].flatMap((asked) =>
    asked ? lookups.digestsOf(asked) : [],
  );

/** True if the account was shown the ticket before its dispute came; what isn't noted yet is now. */
export async function sawBefore(
  deps: Pick<Deps, 'db' | 'lookups'>,
  user: string,
  { dispute, booking }: Answerable,
): Promise<boolean> {
  await deps.lookups.flush();
  const saw = hadSeen(user, dispute.id, foundBy(deps, booking)).as('saw');
  return (await deps.db.selectNoFrom(saw).executeTakeFirstOrThrow()).saw;
}

/** Null for whoever may judge the dispute: impartial, and in no hand of its issuer. */
export async function whyNotJudged(
  deps: Pick<Deps, 'db' | 'lookups'>,
  { userId }: Pick<Caller, 'userId'>,
  answerable: Answerable,
): Promise<Refusal | null> {
  const { officer } = answerable.dispute;
  if (officer.id === userId) return ownTicket;
  const hands = await whyNotUndone(deps.db, userId, officer.id);
  if (hands) return hands;
  return (await sawBefore(deps, userId, answerable)) ? sawItBefore : null;
}

/** For whom a dispute officer is needed. */
export const officerFor = (
  deps: Pick<Deps, 'lookups'>,
  { dispute: { id, organisation, zone, officer }, booking }: Answerable,
): DutyFor => ({
  organisation,
  zone,
  issuer: officer.id,
  not: hadSeen(sql`holder.id`, id, foundBy(deps, booking)),
});

/** Locks ticket and dispute, and reads what is judged under the lock. */
export async function lockDispute(trx: Transaction<DB>, id: string): Promise<Standing> {
  await keepCalendar(trx);
  const ticket = await lockToWithdraw(trx, id);
  const row = await trx
    .selectFrom('disputes')
    .select(['outcome', sql<string | null>`due_day`.as('due')])
    .select(sql<string>`lagos_day(received_at)::text`.as('received'))
    .select(waitsForSecond.as('waits'))
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, ticket };
}

/**
 * Of two at once one answers. Rejected, the ticket falls due anew, and so do its open obligations that
 * weren't overdue when the dispute came.
 */
export const answering = (deps: Deps): Steps<typeof answerDispute, Answerable, Standing> => ({
  dutyFor: (record) => officerFor(deps, record),
  id: ({ dispute }) => dispute.id,
  before: ({ record, caller }) => whyNotJudged(deps, caller, record),
  lock: (trx, { record: { dispute } }) => lockDispute(trx, dispute.id),
  rule: ({ ticket, outcome, waits }) => {
    if (whyNotWithdrawnNow(ticket) || outcome !== null) return answeredAlready;
    return waits ? answerWaits : null;
  },
  change: async (trx, standing, { record: { booking }, body: { answer }, caller }) => {
    const dueDay = await fallsDueAnew(trx, booking, standing);
    await trx
      .updateTable('disputes')
      .set({ outcome: 'rejected', answer, answered_by: caller.userId, answered_at: new Date() })
      .where('booking_id', '=', booking._id)
      .execute();
    return {
      before: { dueDay: null },
      after: { outcome: 'rejected', sha256: hashOf(answer), dueDay },
    };
  },
  answer: (trx, { record: { dispute }, caller }) =>
    findDispute({ ...deps, db: trx }, caller, dispute.id),
});

interface Standing {
  readonly ticket: Awaited<ReturnType<typeof lockToWithdraw>>;
  readonly outcome: string | null;
  /** An answer that upholds it waits for a second person. */
  readonly waits: boolean;
  /** In Africa/Lagos: the due day before the dispute, and the day on which it came. */
  readonly due: string | null;
  readonly received: string;
}

/** The new due day of the ticket, in Africa/Lagos; null for one without. */
async function fallsDueAnew(
  trx: Transaction<DB>,
  booking: Booking,
  { due, received }: Pick<Standing, 'due' | 'received'>,
): Promise<string | null> {
  const { _id: id } = booking;
  const rules = (await rulesOfTicket(trx, booking)) ?? firstRules;
  const answered = dayOf(new Date());
  const dueDay = dueDayAfterDispute(rules, { due, received, answered });
  await setDueDay(trx, id, dueDay);
  await fallDueLater(trx, id, rules, { received, days: stoodStill({ received, answered }) });
  return dueDay;
}

/** A payment ends a dispute without an answer: what must be done besides falls due anew. */
export const obligationsRunOn = {
  'booking.paid': async (_deps, trx, { id }) => {
    const row = await trx
      .selectFrom('disputes')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['disputes.organisation', 'disputes.demo'])
      .select(sql<string>`lagos_day(received_at)::text`.as('received'))
      .select(sql<Date>`coalesce(made_at, created_at)`.as('issued'))
      .where('booking_id', '=', id)
      .where('outcome', 'is', null)
      .executeTakeFirst();
    if (!row) return;
    await keepCalendar(trx);
    const { received, demo } = row;
    const of = { organisation: organisationSchema.parse(row.organisation), demo };
    const rules = (await rulesMade(trx, of, row.issued)) ?? firstRules;
    const days = stoodStill({ received, answered: dayOf(new Date()) });
    const moved = await fallDueLater(trx, id, rules, { received, days });
    if (moved.length === 0) return;
    await writeAudit(trx, system, {
      event: 'booking.days-moved',
      record: 'booking',
      id,
      before: { obligations: daysInWords(moved, 'was') },
      after: { obligations: daysInWords(moved, 'is') },
    });
  },
} satisfies Part['follows'];
