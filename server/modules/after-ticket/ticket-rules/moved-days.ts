import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ObligationKind } from '#contract/modules/after-ticket/obligations.ts';
import {
  type DeclaredDays,
  dueDayOf,
  firstRules,
  obligationDueDay,
  type TicketRules,
  ticketRulesSchema,
  withDeclared,
  workingDaysAfter,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { type Change, writeAuditOfMany } from '#server/features/audit/commands.ts';
import { today as todayInSql } from '#server/features/offences/queries.ts';
import { system } from '#server/http/caller.ts';
import { dueDayAfterDispute } from '#server/modules/after-ticket/disputes/queries.ts';
import {
  daysInWords,
  type MovedObligation,
} from '#server/modules/after-ticket/obligations/queries.ts';
import { declaredUpTo } from './queries.ts';
import { countedAnew, type Recount } from './rules.ts';

/** Tickets whose days are moved in one transaction: each takes a lock of its trail. */
export const batchSize = 200;
/** Weekends and other holidays carry a day so far beyond the last day of a holiday, at most. */
const farthest = 31;
/** Whoever confirms a holiday waits so long for the days of tickets; the rest moves in the background. */
const patienceMs = 5_000;

interface Moving extends DeclaredDays {
  readonly id: string;
  readonly number: number;
  readonly organisation: string;
  readonly demo: boolean;
}

/** Begins to move the days of tickets, and answers once they are moved, or a while later. */
export async function moveDaysSoon({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const moving = moveDays(db).catch((error: unknown) => log.error(error));
  await Promise.race([moving, sleep(patienceMs, undefined, { ref: false })]);
}

/**
 * Counts the days to come anew that a confirmed holiday touches, one holiday after the other. What
 * was moved already stays, so that another process or a later run goes on where one broke off.
 * Answers how many tickets it moved.
 */
export async function moveDays(db: Database): Promise<number> {
  let moved = 0;
  for (let holiday = await nextToMove(db); holiday; holiday = await nextToMove(db)) {
    let last: string | null = '';
    while (last !== null) {
      const batch = await moveBatch(db, holiday, last);
      moved += batch.moved;
      ({ last } = batch);
    }
  }
  return moved;
}

const nextToMove = (db: Kysely<DB>): Promise<Moving | undefined> =>
  db
    .selectFrom('holidays')
    .select(['id', 'number', 'organisation', 'demo', 'name', 'is_holiday as isHoliday'])
    .select([sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
    .where('moved_at', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

/** `last` is the last ticket of the batch; null once none is left and the holiday is done with. */
const moveBatch = (
  db: Database,
  holiday: Moving,
  beyond: string,
): Promise<{ moved: number; last: string | null }> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('days moved', 0))`.execute(trx);
    if ((await nextToMove(trx))?.id !== holiday.id) return { moved: 0, last: null };
    const ids = await ticketsBeyond(trx, holiday, beyond);
    if (ids.length === 0) {
      await trx
        .updateTable('holidays')
        .set({ moved_at: new Date() })
        .where('id', '=', holiday.id)
        .execute();
      return { moved: 0, last: null };
    }
    const moves = await movesOf(trx, holiday, ids);
    await write(trx, holiday, moves);
    return { moved: moves.length, last: ids.at(-1) ?? null };
  });

/** The next tickets with a day to come that the holiday may move, in one order. */
async function ticketsBeyond(
  trx: Transaction<DB>,
  { organisation, demo, from, to }: Moving,
  beyond: string,
): Promise<string[]> {
  const first = sql`greatest(${from}::date, ${todayInSql})`;
  const last = movedBy(to, farthest);
  const { rows } = await sql<{ id: string }>`
    select id from (
      select bookings.id from bookings
      where organisation = ${organisation} and demo = ${demo} and ${isUnpaid}
        and due_day between ${first} and ${last}::date
      union
      select booking_id from obligations
      where organisation = ${organisation} and demo = ${demo}
        and state in ('open', 'waiver asked') and due_day between ${first} and ${last}::date
      union
      select booking_id from disputes
      where organisation = ${organisation} and demo = ${demo} and outcome is null
        and answer_due >= ${first}
    ) as touched
    where id > ${beyond} order by id limit ${batchSize}`.execute(trx);
  return rows.map(({ id }) => id);
}

interface Ticket {
  readonly id: string;
  readonly unpaid: boolean;
  readonly due: string | null;
  /** It was issued on this day: its rules are those of the day. */
  readonly issued: string;
  /** Its days count from this one. */
  readonly counts_from: string;
  readonly outcome: string | null;
  /** Its due day before its dispute. */
  readonly disputed_due: string | null;
  readonly received: string | null;
  readonly answered: string | null;
  readonly answer_due: string | null;
}

interface OpenObligation {
  readonly booking_id: string;
  readonly place: number;
  readonly kind: ObligationKind;
  readonly words: string;
  readonly due: string;
}

interface Day<Of = string> {
  readonly was: Of;
  readonly is: Of;
}

/** The days of a ticket that move. */
interface Moves {
  readonly id: string;
  readonly due: Day | null;
  readonly answerDue: Day | null;
  readonly obligations: readonly MovedObligation[];
}

/** Locks the tickets in the order of their ids, and counts their days anew. */
async function movesOf(
  trx: Transaction<DB>,
  { organisation, demo, number }: Moving,
  ids: readonly string[],
): Promise<Moves[]> {
  await sql`select from bookings where id = any(${ids}::text[]) order by id for update`.execute(
    trx,
  );
  const { rows: tickets } = await sql<Ticket>`
    select bookings.id, ${isUnpaid} as unpaid, bookings.due_day::text as due,
      lagos_day(coalesce(made_at, created_at))::text as issued,
      lagos_day(case when exists (select from late_records
                                  where late_records.id = bookings.id and let_in)
                     then created_at else coalesce(made_at, created_at) end)::text as counts_from,
      outcome, disputes.due_day::text as disputed_due, lagos_day(received_at)::text as received,
      lagos_day(answered_at)::text as answered, answer_due::text as answer_due
    from bookings left join disputes on disputes.booking_id = bookings.id
    where bookings.id = any(${ids}::text[]) order by bookings.id`.execute(trx);
  const { rows: obligations } = await sql<OpenObligation>`
    select booking_id, place, kind, words, due_day::text as due from obligations
    where booking_id = any(${ids}::text[]) and state in ('open', 'waiver asked')
      and due_day >= ${todayInSql}
    order by booking_id, place`.execute(trx);
  const open = Map.groupBy(obligations, ({ booking_id }) => booking_id);
  const recountOn = await recounts(trx, { organisation, demo }, number);
  return tickets.flatMap((ticket) => {
    const moves = movesOfTicket(ticket, open.get(ticket.id) ?? [], recountOn(ticket.issued));
    return (moves.due ?? moves.answerDue ?? moves.obligations[0]) ? [moves] : [];
  });
}

function movesOfTicket(ticket: Ticket, open: readonly OpenObligation[], recount: Recount): Moves {
  const { id, unpaid, due, counts_from: from, outcome, answer_due: answer, received } = ticket;
  const isToCome = (day: string | null): day is string => day !== null && day >= recount.today;
  const moved = (was: string, is: string): Day | null => (was === is ? null : { was, is });
  const dueBy = (rules: TicketRules) => {
    const { disputed_due: before, answered } = ticket;
    return outcome === 'rejected' && received !== null && answered !== null
      ? dueDayAfterDispute(rules, { due: before, received, answered })
      : dueDayOf(rules, from);
  };
  const waits = unpaid && received !== null && outcome === null;
  return {
    id,
    due: unpaid && isToCome(due) ? moved(due, countedAnew(due, recount, dueBy)) : null,
    answerDue:
      waits && isToCome(answer)
        ? moved(
            answer,
            countedAnew(answer, onWorkingDays(recount), (rules) =>
              workingDaysAfter(rules, received, rules.answerDays),
            ),
          )
        : null,
    obligations: open.flatMap(({ place, kind, words, due: was }) => {
      const is = countedAnew(was, recount, (rules) => obligationDueDay(rules, kind, from));
      return was === is ? [] : [{ place, words, was, is }];
    }),
  };
}

/** An answer is due on a working day, whatever the rules say of tickets. */
const onWorkingDays = ({ before, after, today }: Recount): Recount => ({
  before,
  after: { ...after, toWorkingDay: true },
  today,
});

/** By the day of a ticket, its rules with what was declared before a holiday, and with it. */
async function recounts(
  trx: Transaction<DB>,
  of: { readonly organisation: string; readonly demo: boolean },
  number: number,
): Promise<(issued: string) => Recount> {
  const rows = await trx
    .selectFrom('ticket_rules')
    .select([sql<string>`from_day::text`.as('from'), 'rules'])
    .select(sql<string>`${todayInSql}::text`.as('today'))
    .where((eb) => eb.and(of))
    .orderBy('from_day')
    .execute();
  const [before, after] = [
    await declaredUpTo(trx, of, number - 1),
    await declaredUpTo(trx, of, number),
  ];
  const { rows: days } = await sql<{ today: string }>`select ${todayInSql}::text as today`.execute(
    trx,
  );
  const counted = (rules: TicketRules): Recount => ({
    before: withDeclared(rules, before),
    after: withDeclared(rules, after),
    today: days[0]?.today ?? '',
  });
  const versions = rows.map(({ from, rules }) => ({
    from,
    recount: counted(ticketRulesSchema.parse(rules)),
  }));
  const none = counted(firstRules);
  return (issued) =>
    versions.findLast(({ from }) => from <= issued)?.recount ?? versions[0]?.recount ?? none;
}

async function write(
  trx: Transaction<DB>,
  { name: holiday, from, to }: Moving,
  moves: readonly Moves[],
): Promise<void> {
  const due = moves.flatMap((one) => (one.due ? [{ id: one.id, day: one.due.is }] : []));
  const answers = moves.flatMap((one) =>
    one.answerDue ? [{ id: one.id, day: one.answerDue.is }] : [],
  );
  const obligations = moves.flatMap(({ id, obligations: all }) =>
    all.map(({ place, is }) => ({ id, place, day: is })),
  );
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const daysOf = (rows: readonly { day: string }[]) => rows.map(({ day }) => day);
  await sql`
    update bookings set due_day = moved.day
    from unnest(${idsOf(due)}::text[], ${daysOf(due)}::date[]) as moved (id, day)
    where bookings.id = moved.id`.execute(trx);
  await sql`
    update disputes set answer_due = moved.day
    from unnest(${idsOf(answers)}::text[], ${daysOf(answers)}::date[]) as moved (id, day)
    where booking_id = moved.id`.execute(trx);
  await sql`
    update obligations set due_day = moved.day
    from unnest(${idsOf(obligations)}::text[], ${obligations.map(({ place }) => place)}::integer[],
                ${daysOf(obligations)}::date[]) as moved (id, place, day)
    where booking_id = moved.id and obligations.place = moved.place`.execute(trx);
  const said = ({ due: day, answerDue, obligations: all }: Moves, at: keyof Day) => ({
    ...(day && { dueDay: day[at] }),
    ...(answerDue && { answerDue: answerDue[at] }),
    ...(all.length > 0 && { obligations: daysInWords(all, at) }),
  });
  await writeAuditOfMany(
    trx,
    system,
    moves.map((one): Change => ({
      event: 'booking.days-moved',
      record: 'booking',
      id: one.id,
      before: said(one, 'was'),
      after: { ...said(one, 'is'), holiday, from, to },
    })),
  );
}
