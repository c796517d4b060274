import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ProposalKind } from '#contract/decisions.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Say } from '#contract/language.ts';
import {
  answerDispute,
  type countDisputes,
  type Dispute,
  disputeNumber,
  disputeRegister,
  disputeSchema,
  type DisputeState,
  disputeStates,
  type Ground,
  grounds,
  groundSchema,
} from '#contract/modules/after-ticket/disputes.ts';
import type { Objections, PageNote, QueueOfKind, TicketOnPage } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { isHeldBySomebody } from '#server/features/duties/queries.ts';
import { today } from '#server/features/offences/queries.ts';
import { figuresOf } from '#server/figures/figures.ts';
import { networkOf } from '#server/http/attempts.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { registerRead, registerRows, rowsIn } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { referralOf } from '#server/modules/after-ticket/court/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { whyNotDisputed } from './rules.ts';

export { dueDayAfterDispute } from './rules.ts';

const kind = 'dispute answer' satisfies ProposalKind;

type Addresses = Pick<Deps, 'fileAddresses'>['fileAddresses'];

const state = sql<DisputeState>`case
  when disputes.outcome is not null then disputes.outcome
  when bookings.withdrawn_at is not null then 'withdrawn'
  when bookings.paid then 'paid'
  when answer_due < ${today} then 'late'
  else 'open' end`;

/** The row of `disputes`, joined with `bookings`, waits for its answer. */
const isOpen = sql<boolean>`(disputes.outcome is null and ${isUnpaid})`;

/** An answer that upholds the row of `disputes` waits for a second person. */
export const waitsForSecond = sql<boolean>`exists (
  select from proposals
  where proposals.kind = ${kind} and proposals.subject = disputes.booking_id
    and proposals.outcome is null)`;

/** The dispute of the row of `bookings` waits for its answer. */
export const waitsForAnswer = sql<boolean>`exists (
  select from disputes where disputes.booking_id = bookings.id and ${isOpen})`;

const disputesIn = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('disputes')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .where(inScope('disputes', scope));

/** What came with the dispute of the row of `disputes`. */
const filesSent = sql<{ id: string; kind: string; name: string; bytes: number }[]>`(
  select coalesce(json_agg(json_build_object('id', files.id, 'kind', files.kind,
    'name', sent.name, 'bytes', files.bytes) order by files.id), '[]')
  from dispute_files as sent join files on files.id = sent.file_id
  where sent.booking_id = disputes.booking_id)`;

/** Reads the answer that waits for a second person, as JSON. */
const upholdingOf = sql<{ answer: string; by: object; at: string } | null>`(
  select json_build_object('answer', reason, 'at', proposed_at,
    'by', ${personIn('waiting.proposed_by', 'waiting.proposed_at')})
  from proposals as waiting
  where kind = ${kind} and subject = disputes.booking_id and outcome is null)`;

/** Reads whoever confirmed the answer that upholds it, as JSON. */
const confirmedBy = sql<object | null>`(
  select ${personIn('agreed.decided_by', 'agreed.decided_at')}
  from proposals as agreed
  where kind = ${kind} and subject = disputes.booking_id and outcome = 'confirmed')`;

/** The trail says from where it was sent. */
const sentFromStaff = sql<boolean>`exists (
  select from audit
  where record_type = 'booking' and record_id = disputes.booking_id
    and event = 'booking.disputed' and after -> 'fromStaff' = 'true')`;

/**
 * An account was shown the ticket before its dispute came: it may have read the code and the proof
 * that the booked person gives. It opened the ticket, or found it by what has one of these digests.
 */
export const hadSeen = (
  who: RawBuilder<string> | string,
  ticket: RawBuilder<string> | string,
  found: readonly Buffer[] = [],
) =>
  sql<boolean>`exists (
    select from disputes as objected
    where objected.booking_id = ${ticket} and (
      exists (select from lookups
        where lookups.record_id = objected.booking_id and lookups.user_id = ${who}
          and lookups.at <= objected.received_at)
      or ${found.length > 0} and exists (
        select from lookups join bookings as ticket on ticket.id = objected.booking_id
        where digest = any(${[...found]}::bytea[]) and lookups.user_id = ${who}
          and kind <> 'known' and rows > 0
          and lookups.at between ticket.created_at and objected.received_at)
      or exists (select from audit
        where record_type = 'booking' and audit.record_id = objected.booking_id
          and event in ('ticket.shown', 'paper.printed') and actor_id = ${who}
          and audit.at <= objected.received_at)))`;

const rowsOf = (matching: SelectQueryBuilder<DB, 'disputes' | 'bookings', object>) =>
  matching
    .select(['booking_id as id', 'ground', 'disputes.organisation', 'disputes.zone'])
    .select(['received_at', 'answer_due as answerDue', 'disputes.due_day as dueDay'])
    .select(['answered_at', 'price_kobo'])
    .select([
      state.as('state'),
      sql<string>`coalesce(nullif(registration, ''), license)`.as('plate'),
      'disputes.words',
      'disputes.phone',
      sql<string>`coalesce(answer, '')`.as('answer'),
      personIn('bookings.created_by', 'bookings.created_at').as('officer'),
      personIn('disputes.answered_by', 'disputes.answered_at').as('answeredBy'),
      filesSent.as('files'),
      upholdingOf.as('upholding'),
      confirmedBy.as('confirmedBy'),
      sentFromStaff.as('fromStaff'),
    ])
    .orderBy(sql`case when ${isOpen} then answer_due end`)
    .orderBy('received_at', 'desc')
    .orderBy('booking_id');

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const toWire =
  (addresses: Addresses) =>
  ({ received_at, answered_at, price_kobo, files, upholding, ...row }: Row): Dispute =>
    disputeSchema.parse({
      ...row,
      upholding: upholding && { ...upholding, at: new Date(upholding.at).toISOString() },
      price: price_kobo / 100,
      receivedAt: received_at.toISOString(),
      answeredAt: answered_at?.toISOString() ?? null,
      pictures: files.flatMap(({ id, kind }) => (kind === 'document' ? [] : addresses.of(id))),
      documents: files.flatMap(({ id, kind, name, bytes }) =>
        kind === 'document' ? { name, bytes, address: addresses.of(id) } : [],
      ),
    });

const { text, moment } = columnsOf<Dispute>();
const stateIs = (name: DisputeState) => sql<boolean>`${state} = ${name}`;

export const disputeRows = registerRows(disputeRegister, {
  rows: (db, scope, { booking, ground, from, to }) =>
    disputesIn(db, scope)
      .where((eb) => eb.and(withinDays(sql.ref('received_at'), { from, to })))
      .$if(booking !== undefined, (those) => those.where('booking_id', '=', booking ?? ''))
      .$if(ground !== undefined, (those) => those.where('ground', '=', ground ?? '')),
  states: {
    late: stateIs('late'),
    open: isOpen,
    upheld: stateIs('upheld'),
    rejected: stateIs('rejected'),
    paid: stateIs('paid'),
    withdrawn: stateIs('withdrawn'),
  },
  ticket: sql.ref('disputes.booking_id'),
});

/** Addresses of files are drawn as rows are told. */
export const readDisputes = (addresses: Addresses) =>
  registerRead(disputeRegister, {
    ...disputeRows,
    shown: rowsOf,
    toWire: toWire(addresses),
    columns: [
      text('Plate', 14, ({ plate }) => plate),
      text('Ground', 30, ({ ground }) => grounds[ground]),
      text('Driver’s words', 60, ({ words }) => words),
      text('Organisation', 14, ({ organisation }) => organisation),
      text('Zone', 16, ({ zone }) => zone),
      text('Issued by', 22, ({ officer }) => officer.name),
      moment('Received', ({ receivedAt }) => receivedAt),
      text('Answer due', 12, ({ answerDue }) => answerDue),
      text('Status', 20, (one) => disputeStates[one.state]),
      text('Answer', 60, ({ answer }) => answer),
      text('Answered by', 22, ({ answeredBy }) => answeredBy?.name ?? ''),
    ],
  });

/** 404 beyond the caller's scope, and for a ticket that nobody has disputed. */
export async function findDispute(
  { db, fileAddresses }: { readonly db: Kysely<DB>; readonly fileAddresses: Addresses },
  caller: Caller,
  id: string,
): Promise<Outcome<Dispute>> {
  const row = await rowsOf(
    disputesIn(db, caller.scope).where('booking_id', '=', id),
  ).executeTakeFirst();
  return row ? toWire(fileAddresses)(row) : notFound('objection');
}

/** True while a dispute of the ticket waits for its answer. */
export async function isDisputed(db: Kysely<DB>, booking: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select(waitsForAnswer.as('disputed'))
    .where('id', '=', booking)
    .executeTakeFirst();
  return row?.disputed === true;
}

/** True if the dispute of the ticket was upheld. */
export async function isUpheld(db: Kysely<DB>, booking: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('booking_id')
    .where((eb) => eb.and({ booking_id: booking, outcome: 'upheld' }))
    .executeTakeFirst();
  return row !== undefined;
}

/** True for the network of a session of staff that is open, or was used within a day. */
export async function isStaffAddress(
  db: Kysely<DB>,
  address: string,
  demo: boolean,
): Promise<boolean> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .select('address')
    .distinct()
    .where('users.demo', '=', demo)
    .where(
      sql<boolean>`(ended_at is null and expires_at > now()
        or greatest(last_used_at, ended_at) > now() - interval '1 day')`,
    )
    .execute();
  return rows.some((row) => networkOf(row.address) === networkOf(address));
}

/** Why a ticket can't be disputed now, as its page says it; null where it can. */
export async function whyNotDisputedNow(
  db: Kysely<DB>,
  id: string,
  row: {
    readonly paid: boolean;
    readonly withdrawn_at: Date | null;
    readonly erased_at: Date | null;
    readonly price_kobo: number;
  },
): Promise<string | null> {
  const earlier = await db
    .selectFrom('disputes')
    .select('booking_id')
    .where('booking_id', '=', id)
    .executeTakeFirst();
  return whyNotDisputed({
    paid: row.paid,
    isWithdrawn: row.withdrawn_at !== null,
    isErased: row.erased_at !== null,
    priceKobo: row.price_kobo,
    isReferred: (await referralOf(db, id)) !== null,
    isDisputed: earlier !== undefined,
  });
}

/** What the booked person reads of an objection, or of why none is taken. */
export const readObjection: Objections['read'] = async (db, id, ticket) => {
  const found = await disputeOf(db, id);
  return {
    whyNot: await whyNotDisputedNow(db, id, ticket),
    made: found && {
      state: found.state,
      ground: found.ground as Ground,
      words: found.words,
      receivedAt: found.received_at,
      answerDue: found.answer_due,
      answer: found.answer ?? '',
      answeredAt: found.answered_at,
      files: found.files.map(({ name, bytes }) => ({ name, bytes })),
    },
  };
};

/** The page of a ticket tells of its dispute; while that waits, it asks for no money. */
export async function disputeOnPage(
  db: Kysely<DB>,
  { id }: TicketOnPage,
  say: Say,
): Promise<PageNote | null> {
  const said = await disputeOf(db, id);
  if (!said) return null;
  const known = say('The number of the objection is {number}. Its status is: {status}.', {
    number: disputeNumber(id),
    status: say(disputeStates[said.state]),
  });
  if (said.state !== 'open' && said.state !== 'late')
    return {
      title: say('There was an objection to this ticket.'),
      words: known,
      mayPay: true,
      isBesides: true,
    };
  return {
    title: say('There is an open objection to this ticket.'),
    words: `${say('You do not have to pay until you have the answer.')} ${known}`,
    mayPay: true,
    isUnhurried: true,
  };
}

/** The dispute of a ticket as its public page tells it, without a check of scope: the code opens it. */
export async function disputeOf(db: Kysely<DB>, booking: string) {
  return db
    .selectFrom('disputes')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['ground', 'disputes.words', 'received_at', 'answer_due', 'answer', 'answered_at'])
    .select([state.as('state'), filesSent.as('files')])
    .where('booking_id', '=', booking)
    .executeTakeFirst();
}

export async function countDisputesOf(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof countDisputes>,
): Promise<Outcome<ResponseOf<typeof countDisputes>['data']>> {
  const { ground, from, to } = query;
  const scope = chosenPlace(caller.scope, query);
  if (scope instanceof Refusal) return scope;
  const matching = rowsIn(disputeRows, db, scope, query);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select([state.as('state'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(state)
    .execute();
  const { median } = await matching
    .select(
      sql<number | null>`round((percentile_cont(0.5) within group (
        order by extract(epoch from answered_at - received_at) / 86400))::numeric, 1)::float8`.as(
        'median',
      ),
    )
    .where('answered_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const issued = await sql<{ tickets: number }>`
    select coalesce(sum(issued), 0)::integer as tickets
    from (${figuresOf({ kind: 'place', scope, days: { from, to } })}) as counted`.execute(db);
  const counts = Object.fromEntries(rows.map(({ state: name, count }) => [name, count]));
  return {
    states: Object.fromEntries(
      Object.keys(disputeStates).map((name) => [name, counts[name] ?? 0]),
    ) as Record<DisputeState, number>,
    tickets: ground === undefined ? only(issued.rows).tickets : null,
    medianDays: median,
  };
}

/** Answers that uphold a dispute, of tickets that can still be withdrawn. */
export const disputesToUphold: QueueOfKind = {
  rows: ({ scope, userId }) => sql`
    select subject, proposals.organisation, proposals.zone, proposed_at, proposed_by, subject,
      disputes.ground, '{}'::jsonb
    from proposals
      join disputes on disputes.booking_id = subject join bookings on bookings.id = subject
    where ${inScope('proposals', scope)} and proposals.kind = ${kind}
      and proposals.outcome is null and ${isOpen} and bookings.created_by <> ${userId}
      and not ${hadSeen(userId, sql`subject`)}`,
  words: ({ plate, about }) => `${plate}: ${grounds[groundSchema.parse(about)]}, to be upheld`,
};

const isLate = sql<boolean>`answer_due < ${today}`;

/** Some dispute officer in force may answer it. */
const hasOfficer = isHeldBySomebody(answerDispute.duty, answerDispute.permission, {
  organisation: sql.ref('disputes.organisation'),
  demo: sql.ref('disputes.demo'),
  zone: sql.ref('disputes.zone'),
  issuer: sql.ref('bookings.created_by'),
  not: hadSeen(sql`holder.id`, sql`disputes.booking_id`),
});

/** What waits for a dispute officer; for every state admin where it is late, or nobody is one. */
export const disputesToAnswer: QueueOfKind = {
  rows: ({ scope, userId, demo }) => sql`
    select booking_id, disputes.organisation, disputes.zone, received_at, bookings.created_by,
      booking_id, disputes.ground,
      jsonb_build_object('to', answer_due, 'late', ${isLate}, 'owned', ${hasOfficer})
    from disputes join bookings on bookings.id = booking_id
    where ${inScope('disputes', scope)} and ${isOpen} and not ${waitsForSecond}
      and (${isLate} or not ${hasOfficer} or exists (
      select from duties
      where duty = ${answerDispute.duty} and user_id = ${userId} and duties.demo = ${demo}
        and duties.organisation = disputes.organisation and ended_at is null
        and (until is null or until >= ${today})))`,
  words({ plate, about, body }) {
    const { to, late, owned } = z
      .strictObject({ to: z.iso.date(), late: z.boolean(), owned: z.boolean() })
      .parse(body);
    const answer = late ? `late, the answer was due on ${to}` : `answer by ${to}`;
    const officer = owned ? '' : '. No objections officer can answer it';
    return `${plate}: ${grounds[groundSchema.parse(about)]}, ${answer}${officer}`;
  },
  late: {
    count: sql`select count(*) from disputes join bookings on bookings.id = booking_id
      where not disputes.demo and ${isOpen} and ${isLate}`,
    words: (many) =>
      many === 1
        ? 'The answer to an objection is overdue.'
        : `The answers to ${many} objections are overdue.`,
  },
};
