import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import type { ChargeOutcome } from '#contract/charges.ts';
import {
  type CourtCase,
  courtCaseSchema,
  type listCases,
  readCaseFileNumber,
} from '#contract/court.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Organisation } from '#contract/places.ts';
import { daysToAnswer, draftDays, hearingDays } from '#contract/waiting.ts';
import type {
  CaseFileOnPage,
  KeptCaseFile,
  PageNote,
  QueueOfKind,
  TicketOnPage,
} from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import {
  correctionsInRow,
  isOverdue,
  readCorrections,
  saidBefore,
} from '#server/features/bookings/queries.ts';
import { today } from '#server/features/offences/queries.ts';
import { rulesMade } from '#server/features/ticket-rules/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { countedPage } from '#server/lists/counted-page.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { type Decided, decidedSchema, maySettle, outcomesOf, stateOf } from './rules.ts';

type Asked = Omit<QueryOf<typeof listCases>, 'page' | 'limit'>;

const isPending = sql`not court_cases.ended and bookings.withdrawn_at is null`;

const stateIs = {
  draft: sql<boolean>`court_batches.locked_at is null and ${isPending} and not bookings.paid`,
  referred: sql<boolean>`court_batches.locked_at is not null and ${isPending} and not bookings.paid`,
  settled: sql<boolean>`bookings.paid and ${isPending}`,
  withdrawn: sql<boolean>`not court_cases.ended and bookings.withdrawn_at is not null`,
  heard: sql<boolean>`court_cases.ended`,
} as const;

/**
 * Due so long that the rules in force today let it be referred. Its own rules are asked once it is
 * chosen.
 */
const mayBeReferred = sql<boolean>`${isOverdue} and court_cases.booking_id is null
  and bookings.due_day <= ${today} - coalesce((
    select (rules ->> 'referralDays')::integer from ticket_rules
    where ticket_rules.organisation = bookings.organisation and ticket_rules.demo = bookings.demo
      and from_day <= ${today}
    order by from_day desc limit 1), 0)`;

const casesIn = (db: Kysely<DB>) =>
  db
    .selectFrom('bookings')
    .leftJoin('court_cases', 'court_cases.booking_id', 'bookings.id')
    .leftJoin('court_batches', 'court_batches.id', 'court_cases.batch_id')
    .leftJoin('proposals as noted', 'noted.id', 'court_cases.decision')
    .leftJoin('proposals as waiting', (join) =>
      join
        .onRef('waiting.organisation', '=', 'bookings.organisation')
        .onRef('waiting.demo', '=', 'bookings.demo')
        .onRef('waiting.subject', '=', 'bookings.id')
        .on('waiting.kind', '=', 'court decision')
        .on('waiting.outcome', 'is', null),
    );

/** Those that a list is narrowed to. */
export function matchingCases(db: Kysely<DB>, caller: Caller, { state, ids, ...place }: Asked) {
  const scope = chosenPlace(caller.scope, place);
  if (scope instanceof Refusal) return scope;
  return casesIn(db)
    .where(inScope('bookings', scope))
    .$if(ids !== undefined, (those) => those.where('bookings.id', 'in', ids ?? []))
    .$if(state !== 'open', (those) => those.where('court_cases.booking_id', 'is not', null))
    .where(state === 'open' ? mayBeReferred : stateIs[state]);
}

export const columns = [
  'bookings.id',
  'bookings.organisation',
  'bookings.zone',
  'bookings.name',
  'bookings.due_day as dueDay',
  'bookings.paid',
  'court_cases.batch_id as batch',
  'court_cases.place',
  'hearing_day',
  'hearing_place',
  'suit',
  'charges',
  'paper',
  'court_cases.decided_at',
  'court_cases.decided_on as decidedOn',
  'court_cases.ended',
  'waiting.body as proposed',
  'waiting.reason as proposedWhy',
  'waiting.proposed_at as proposedAt',
  'court_batches.locked_at',
  sql<boolean>`bookings.withdrawn_at is not null`.as('isWithdrawn'),
  sql<string>`coalesce(court, '')`.as('court'),
  sql<number>`bookings.price_kobo / 100`.as('price'),
  sql<string>`coalesce(nullif(registration, ''), license)`.as('plate'),
  sql<string>`coalesce(paid_where, '')`.as('paidWhere'),
  sql<string>`coalesce(court_cases.receipt, '')`.as('courtReceipt'),
  correctionsInRow.as('corrections'),
  sql<{ number: string; madeAt: string }[]>`(
    select coalesce(json_agg(json_build_object('number', number,
      'madeAt', to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by made_at desc), '[]')
    from case_files where booking_id = bookings.id)`.as('caseFiles'),
  personIn('court_batches.locked_by', 'court_batches.locked_at').as('lockedBy'),
  personIn('noted.proposed_by', 'noted.proposed_at').as('notedBy'),
  personIn('court_cases.decided_by', 'court_cases.decided_at').as('decidedBy'),
  personIn('waiting.proposed_by', 'waiting.proposed_at').as('proposedBy'),
  sql<{ line: number; offence: string; name: string; law: string; amount: number }[]>`(
    select coalesce(json_agg(json_build_object('line', line, 'offence', offence_id, 'name', name,
      'law', law, 'amount', amount_kobo / 100) order by line), '[]')
    from booking_offences where booking_id = bookings.id)`.as('offences'),
] as const;

const rowsOf = (db: Kysely<DB>) => casesIn(db).select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** Batch numbers are read out: the random end of the id, with the place in it. */
export const numberOf = (batch: string, place: number): string => `${batch.slice(-6)}-${place}`;

export const toWire =
  (fileAddresses: Pick<Deps['fileAddresses'], 'of'>) =>
  (row: Row): CourtCase => {
    const { paid, place, batch, isWithdrawn, decided_at, locked_at, offences, paper } = row;
    const proposed = decidedSchema.nullable().parse(row.proposed);
    const chargesWith = (decided: Decided['charges']) =>
      offences.map((offence) => {
        const said = decided.find(({ line }) => line === offence.line);
        const kobo = said?.kobo ?? null;
        return {
          ...offence,
          outcome: said?.outcome ?? null,
          fined: kobo === null ? null : kobo / 100,
        };
      });
    const standing = {
      paid,
      isWithdrawn,
      hasEnded: row.ended ?? false,
      isLocked: locked_at !== null,
      isDrafted: batch !== null,
    };
    return courtCaseSchema.parse({
      id: row.id,
      organisation: row.organisation,
      zone: row.zone,
      dueDay: row.dueDay,
      price: row.price,
      plate: row.plate,
      court: row.court,
      batch,
      paidWhere: row.paidWhere,
      courtReceipt: row.courtReceipt,
      name: row.name,
      saidBefore: saidBefore(readCorrections(row.corrections)),
      caseFiles: row.caseFiles,
      lockedBy: row.lockedBy,
      notedBy: row.notedBy,
      decidedBy: row.decidedBy,
      decidedOn: row.decidedOn,
      state: stateOf(standing),
      number: batch === null || locked_at === null ? '' : numberOf(batch, place ?? 0),
      lockedAt: locked_at?.toISOString() ?? null,
      decidedAt: decided_at?.toISOString() ?? null,
      hearing:
        row.hearing_day === null
          ? null
          : { day: row.hearing_day, place: row.hearing_place, suit: row.suit },
      charges: chargesWith(decidedSchema.shape.charges.nullable().parse(row.charges) ?? []),
      paper: paper === null ? null : fileAddresses.of(paper),
      proposal: proposed && {
        charges: chargesWith(proposed.charges),
        day: proposed.day,
        paidWhere: proposed.paidWhere,
        courtReceipt: proposed.courtReceipt,
        paper: proposed.paper === null ? null : fileAddresses.of(proposed.paper),
        reason: row.proposedWhy,
        by: row.proposedBy,
        at: row.proposedAt?.toISOString(),
      },
    });
  };

export async function listCasesOf(
  { reading, fileAddresses }: Pick<Deps, 'reading' | 'fileAddresses'>,
  caller: Caller,
  { page, limit, ...asked }: QueryOf<typeof listCases>,
): Promise<Outcome<ResponseOf<typeof listCases>>> {
  const matching = matchingCases(reading, caller, asked);
  if (matching instanceof Refusal) return matching;
  return countedPage(
    reading,
    matching,
    { page, limit },
    (query) => query.select(columns).orderBy('bookings.due_day').orderBy('bookings.id'),
    toWire(fileAddresses),
  );
}

/** One case, 404 beyond the caller's scope. A ticket that is in no batch is none. */
export async function findCase(
  { db, fileAddresses }: Pick<Deps, 'fileAddresses'> & { readonly db: Kysely<DB> },
  caller: Caller,
  id: string,
): Promise<Outcome<CourtCase>> {
  const row = await rowsOf(db)
    .where(inScope('bookings', caller.scope))
    .where('bookings.id', '=', id)
    .where('court_cases.booking_id', 'is not', null)
    .executeTakeFirst();
  return row ? toWire(fileAddresses)(row) : notFound('case');
}

const caseFiles = (db: Kysely<DB>, number: string) =>
  db
    .selectFrom('case_files as made')
    .innerJoin('bookings', 'bookings.id', 'made.booking_id')
    .innerJoin('files', 'files.id', 'made.file_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('case_files as other')
          .whereRef('other.booking_id', '=', 'made.booking_id')
          .orderBy('other.made_at', 'desc')
          .orderBy('other.number')
          .limit(1)
          .select(['other.number as newest', 'other.made_at as newestAt'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('made.number', '=', number)
    .select(['made.number', 'made.booking_id as booking', 'made.file_id as fileId'])
    .select(['made.made_at as madeAt', 'bookings.reference', 'bookings.demo', 'files.sha256'])
    .select([
      sql<number>`files.bytes::float8`.as('bytes'),
      sql<Organisation>`bookings.organisation`.as('organisation'),
      'last.newest',
      'last.newestAt',
    ]);

/** A case file of a ticket, without a check of scope: the caller has made it. */
export const keptCaseFile = (
  db: Kysely<DB>,
  { number, booking }: Pick<KeptCaseFile, 'number' | 'booking'>,
): Promise<KeptCaseFile | undefined> =>
  caseFiles(db, number).where('made.booking_id', '=', booking).executeTakeFirst();

export const caseFileOnPage: CaseFileOnPage = (db, number, demoMode) =>
  caseFiles(db, number)
    .$if(!demoMode, (query) => query.where('bookings.demo', '=', false))
    .executeTakeFirst();

/** 404 beyond the caller's scope. */
export async function findCaseFile(
  db: Kysely<DB>,
  { scope }: Caller,
  typed: string,
): Promise<Outcome<KeptCaseFile>> {
  const number = readCaseFileNumber(typed);
  if (number === undefined) return notFound('case file');
  const found = await caseFiles(db, number).where(inScope('bookings', scope)).executeTakeFirst();
  return found ?? notFound('case file');
}

/** A batch all of whose tickets the caller reaches; 404 for any other. */
export async function findBatch(
  db: Database,
  { scope, demo }: Caller,
  id: string,
): Promise<Outcome<{ readonly id: string; readonly organisation: string }>> {
  const row = await db
    .selectFrom('court_batches')
    .select(['id', 'organisation'])
    .where((eb) => eb.and({ id, demo }))
    .where(inScope('court_batches', { ...scope, zone: null }))
    .where(
      sql<boolean>`(${scope.zone === null} or not exists (
        select from court_cases where batch_id = court_batches.id and zone <> ${scope.zone ?? ''}))`,
    )
    .executeTakeFirst();
  return row ?? notFound('batch');
}

/** Where a referred ticket stands in court. */
interface Referral {
  readonly court: string;
  /** Africa/Lagos; null before the court has told it. */
  readonly hearingDay: string | null;
  readonly hearingPlace: string | null;
  /** What it decided; null before, and while a warrant is out. */
  readonly decided: {
    readonly outcomes: readonly ChargeOutcome[];
    readonly vehicleFree: boolean;
  } | null;
}

/** Null while it isn't referred. */
export async function referralOf(db: Kysely<DB>, bookingId: string): Promise<Referral | null> {
  const row = await db
    .selectFrom('court_cases')
    .innerJoin('court_batches', 'court_batches.id', 'batch_id')
    .select(['court', 'hearing_day as hearingDay', 'hearing_place as hearingPlace'])
    .select(['ended', 'charges', 'vehicle_free as vehicleFree'])
    .where('booking_id', '=', bookingId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  const { court, hearingDay, hearingPlace, ended, charges, vehicleFree } = row;
  const decided = ended
    ? { outcomes: outcomesOf(decidedSchema.shape.charges.parse(charges)), vehicleFree }
    : null;
  return { court, hearingDay, hearingPlace, decided };
}

/** True while a referred ticket may still be paid: until its hearing, where its rules let it. */
const maySettleNow = async (
  db: Kysely<DB>,
  ticket: Parameters<typeof rulesMade>[1],
  issuedAt: Date,
  { hearingDay, decided }: Referral,
): Promise<boolean> =>
  decided === null &&
  maySettle(await rulesMade(db, ticket, issuedAt), hearingDay, dayOf(new Date()));

/** A referred ticket says so on its public page, what the court decided, and whether it may be paid. */
export async function courtOnPage(db: Kysely<DB>, ticket: TicketOnPage): Promise<PageNote | null> {
  const referral = await referralOf(db, ticket.id);
  if (!referral) return null;
  const { court, hearingDay, hearingPlace, decided } = referral;
  if (decided)
    return {
      title: `${court} has decided on this ticket.`,
      words: `${outcomeWords(decided.outcomes)}. Nothing is due to the authority.${
        decided.vehicleFree
          ? ''
          : ' The vehicle can go home once the court’s receipt is shown at the office.'
      }`,
      mayPay: false,
    };
  const mayPay = await maySettleNow(db, ticket, ticket.issuedAt, referral);
  const day =
    hearingDay === null
      ? 'The court tells you the day.'
      : `Hearing: ${hearingDay}, ${hearingPlace ?? ''}.`;
  return {
    title: `This ticket was referred to ${court}.`,
    words: `${day} ${mayPay ? 'It may still be paid here before you plead.' : 'It can’t be paid here any more.'}`,
    mayPay,
  };
}

/** Nothing is paid for a decided ticket, nor for one whose hearing is over. */
export const whyNotPaid = async (
  { db }: Pick<Deps, 'db'>,
  _actor: Actor,
  booking: Booking,
): Promise<Refusal | null> => {
  const referral = await referralOf(db, booking._id);
  if (!referral) return null;
  if (referral.decided) return decidedInCourt;
  const made = new Date(booking.captured?.madeAt ?? booking.createdAt);
  return (await maySettleNow(db, booking, made, referral)) ? null : beforeTheCourt;
};

const decidedInCourt = new Refusal(
  409,
  'decided',
  'A court has decided on this ticket. Nothing is paid for it here.',
);

const beforeTheCourt = new Refusal(
  409,
  'before_court',
  'This ticket is before the court, and can’t be paid here any more.',
);

/** A fine keeps the vehicle until the court's receipt is noted. */
export const whyVehicleStays = async (
  trx: Kysely<DB>,
  { _id }: Pick<Booking, '_id'>,
): Promise<Refusal | null> => {
  const { decided } = (await referralOf(trx, _id)) ?? {};
  return decided && !decided.vehicleFree ? noReceipt : null;
};

/** After its referral two people correct a ticket. */
export const whyByTwo = async (
  trx: Kysely<DB>,
  { _id }: Pick<Booking, '_id'>,
): Promise<Refusal | null> => ((await referralOf(trx, _id)) ? referredByTwo : null);

const referredByTwo = new Refusal(
  409,
  'by_two',
  'This ticket is before a court, so two people correct it. Propose the correction.',
);

const noReceipt = new Refusal(
  409,
  'no_court_receipt',
  'The court’s receipt isn’t noted yet, so the vehicle can’t be cleared.',
);

/**
 * Cases that stand still: a draft that nobody locks, a referral without a hearing, a hearing that is
 * over without a decision. A batch stands there once.
 */
const standingStill = sql`(
  select case_row.*, row_number() over (partition by case when step = 'draft' then batch_id else id end
      order by place) as first,
    count(*) over (partition by batch_id, step) as tickets
  from (
    select bookings.id, court_cases.organisation, court_cases.zone, court_cases.demo, batch_id,
      court_cases.place, hearing_day,
      case when locked_at is null then 'draft' when hearing_day is null then 'unheard'
           else 'undecided' end as step,
      case when locked_at is null then court_batches.made_at + make_interval(days => ${draftDays})
           when hearing_day is null then locked_at + make_interval(days => ${hearingDays})
           else (hearing_day + 1)::timestamp at time zone 'Africa/Lagos' end as since
    from court_cases
      join court_batches on court_batches.id = batch_id
      join bookings on bookings.id = court_cases.booking_id
    where not court_cases.ended and ${isUnpaid} and not exists (
      select from proposals
      where proposals.organisation = bookings.organisation and kind = 'court decision'
        and subject = bookings.id and outcome is null)
  ) as case_row
  where since <= now()
)`;

/** Cases that stand still wait for whoever leads; the court officer takes the next step. */
export const casesStandingStill: QueueOfKind = {
  rows: ({ scope }) => sql`
    select id, organisation, zone, since, null, id, step,
      jsonb_build_object('to', hearing_day, 'tickets', tickets)
    from ${standingStill} as court_cases
    where (step <> 'draft' or first = 1) and ${inScope('court_cases', scope)}`,
  words({ plate, about, body }) {
    const { to, tickets } = stillSchema.parse(body);
    if (about === 'draft')
      return `${plate}${tickets > 1 ? ` and ${tickets - 1} more` : ''}: in a draft that nobody has locked`;
    return about === 'unheard'
      ? `${plate}: referred, and no hearing is noted`
      : `${plate}: the hearing of ${to} is over, and no decision is noted`;
  },
  late: {
    count: sql`select count(*) from ${standingStill} as court_cases
      where not demo and (step <> 'draft' or first = 1)
        and since < now() - make_interval(days => ${daysToAnswer})`,
    words: (many) =>
      many === 1
        ? `A court case has stood still for more than ${daysToAnswer} days.`
        : `${many} court cases have stood still for more than ${daysToAnswer} days.`,
  },
};

const stillSchema = z.strictObject({
  /** The day of the hearing, Africa/Lagos. */
  to: z.iso.date().nullable(),
  tickets: z.number().int(),
});
