import { type Kysely, sql } from 'kysely';
import { chargeOutcomes } from '#contract/charge-words.ts';
import {
  batchNumber,
  batchSchema,
  caseRegister,
  caseStates,
  type CourtBatch,
  type CourtCase,
  courtCaseSchema,
} from '#contract/modules/after-ticket/court.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import {
  correctionsInRow,
  isOverdue,
  readCorrections,
  saidBefore,
} from '#server/features/bookings/queries.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type Decided, decidedSchema, stateOf } from './rules.ts';

export { referralOf } from './referral.ts';

const isPending = sql`not court_cases.ended and bookings.withdrawn_at is null`;

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

const isCase = sql`court_cases.booking_id is not null and ${isPending}`;

const columns = [
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

export const numberOf = (batch: string, place: number): string => `${batchNumber(batch)}-${place}`;

const toWire =
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

const { text, amount } = columnsOf<CourtCase>();

export const readCases = (fileAddresses: Pick<Deps['fileAddresses'], 'of'>) =>
  registerRead(caseRegister, {
    rows: (db, scope, { ids, batch }) =>
      casesIn(db)
        .where(inScope('bookings', scope))
        .$if(ids !== undefined, (those) => those.where('bookings.id', 'in', ids ?? []))
        .$if(batch !== undefined, (those) => those.where('batch_id', '=', batch ?? '')),
    states: {
      open: mayBeReferred,
      draft: sql`${isCase} and court_batches.locked_at is null and not bookings.paid`,
      referred: sql`${isCase} and court_batches.locked_at is not null and not bookings.paid`,
      heard: sql`court_cases.ended`,
      settled: sql`${isCase} and bookings.paid`,
      withdrawn: sql`(not court_cases.ended and bookings.withdrawn_at is not null)`,
      all: sql`court_cases.booking_id is not null`,
    },
    shown: (those) => those.select(columns).orderBy('bookings.due_day').orderBy('bookings.id'),
    toWire: toWire(fileAddresses),
    columns: [
      text('Number', 12, ({ number }) => number),
      text('Name', 24, ({ name }) => name),
      text('Plate', 14, ({ plate }) => plate),
      text('Before Correction', 40, (one) => one.saidBefore),
      text('Zone', 16, ({ zone }) => zone),
      text('Offences', 40, ({ charges }) =>
        charges
          .map(({ offence, name, law }) => `${offence} ${name}${law === '' ? '' : ` (${law})`}`)
          .join('; '),
      ),
      amount('Amount', 12, ({ price }) => price),
      text('Due', 12, ({ dueDay }) => dueDay ?? ''),
      text('Court', 28, ({ court }) => court),
      text('Hearing', 12, ({ hearing: at }) => at?.day ?? ''),
      text('Place', 24, ({ hearing: at }) => at?.place ?? ''),
      text('Suit', 16, ({ hearing: at }) => at?.suit ?? ''),
      text('Status', 20, ({ state }) => caseStates[state]),
      text('Outcome', 40, ({ charges }) =>
        charges
          .map((charge) =>
            charge.outcome === null ? '' : `${charge.offence} ${chargeOutcomes[charge.outcome]}`,
          )
          .filter((words) => words !== '')
          .join('; '),
      ),
    ],
    ticket: sql.ref('bookings.id'),
  });

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

/** 404 for a batch without a ticket that the caller reaches. */
export async function findBatch(
  db: Kysely<DB>,
  { scope, demo }: Caller,
  id: string,
): Promise<Outcome<CourtBatch>> {
  const zone = scope.zone ?? '';
  const row = await db
    .selectFrom('court_batches')
    .select(['id', 'organisation', 'court', 'made_at', 'locked_at'])
    .select([
      personIn('made_by', 'made_at').as('madeBy'),
      personIn('locked_by', 'locked_at').as('lockedBy'),
      sql<number>`(select count(*)::integer from court_cases where batch_id = court_batches.id)`.as(
        'tickets',
      ),
      sql<number>`(select count(*)::integer from court_cases
        where batch_id = court_batches.id and (${scope.zone === null} or zone = ${zone}))`.as(
        'reached',
      ),
    ])
    .where((eb) => eb.and({ id, demo }))
    .where(inScope('court_batches', { ...scope, zone: null }))
    .executeTakeFirst();
  if (!row || (row.reached === 0 && row.tickets > 0)) return notFound('batch');
  const { reached, made_at, locked_at, ...batch } = row;
  return batchSchema.parse({
    ...batch,
    madeAt: made_at.toISOString(),
    lockedAt: locked_at?.toISOString() ?? null,
    isWhole: reached === row.tickets,
  });
}

/** A batch all of whose tickets the caller reaches; 404 for any other. */
export async function findWholeBatch(
  ...asked: Parameters<typeof findBatch>
): Promise<Outcome<CourtBatch>> {
  const found = await findBatch(...asked);
  return found instanceof Refusal || found.isWhole ? found : notFound('batch');
}
