import { type RawBuilder, sql } from 'kysely';
import { decisionKinds, type ProposalKind, proposalKinds } from '#contract/decisions.ts';
import { grounds, groundSchema } from '#contract/disputes.ts';
import { dutySchema, dutyWords } from '#contract/duties.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { accountStateSchema, organisationOfState, organisationSchema } from '#contract/places.ts';
import { reportSchema, reportTypes } from '#contract/reports.ts';
import { may } from '#contract/roles.ts';
import {
  type listWaiting,
  mostWaiting,
  type Waiting,
  type WaitingKind,
  waitingKinds,
} from '#contract/waiting.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import { isOpen } from '#server/features/disputes/queries.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { nairaOfKobo } from '#server/money.ts';
import { inScope } from '#server/scope/conditions.ts';

interface Row {
  readonly kind: WaitingKind;
  readonly id: string;
  /** Of a lost factor the state of its account; null for all of them. */
  readonly organisation: string | null;
  readonly zone: string | null;
  /** The words of the record, or how many fees are decided together. */
  readonly about: string;
  readonly booking_id: string | null;
  readonly kobo: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
  readonly by: string | null;
  readonly total: number;
}

const exceptions = ({ scope }: Caller, settlement: RawBuilder<unknown>) => sql`
  select payment_exceptions.id, payment_exceptions.organisation, payment_exceptions.zone, description,
    amount_kobo, null::date, null::date, coalesce(proposed_at, found_at), proposed_by, booking_id
  from payment_exceptions
    left join proposals as proposed on proposed.id = payment_exceptions.settlement
  where ${inScope('payment_exceptions', scope)} and closed_at is null and settlement ${settlement}`;

type Decided = Exclude<ProposalKind, 'settlement'>;

const isDecided = (kind: WaitingKind): kind is Decided =>
  kind in decisionKinds && kind !== 'settlement';

const lapsing = proposalKinds.filter((kind) => 'lapses' in decisionKinds[kind]);

/** Proposals count in all zones. What was proposed at once is decided at once. */
const proposals = ({ scope, userId }: Caller, kinds: readonly Decided[]) => sql`
  select kind,
    case kind when 'fee' then min(body ->> 'offence')
              when 'duty' then coalesce(min(body ->> 'user'), organisation)
              else min(id) end as id,
    organisation, min(zone),
    case kind when 'fee' then count(*)::text
              when 'statement' then min(body ->> 'gateway')
              when 'closing' then min(body ->> 'report')
              when 'duty' then concat_ws(e'\n', min(body ->> 'duty'),
                (select ${fullName()} from users where users.id = min(body ->> 'user')))
              else min(reason) end,
    max((body ->> 'kobo')::bigint), min(body ->> 'from')::date,
    coalesce(min(body ->> 'to'), min(body ->> 'until'))::date, min(proposed_at), min(proposed_by), null
  from proposals
  where ${inScope('proposals', { ...scope, zone: null })} and ${scope.zone === null}
    and outcome is null and kind = any(${kinds}::text[])
    and (kind <> all(${lapsing}::text[]) or (body ->> 'from')::date > ${today})
    and body ->> 'user' is distinct from ${userId}
  group by kind, organisation, coalesce(together, id)`;

/** What else waits of each kind in the caller's scope. */
const sources: Readonly<
  Record<Exclude<WaitingKind, Decided>, (caller: Caller) => RawBuilder<unknown>>
> = {
  settlement: (caller) => exceptions(caller, sql`is not null`),
  exception: (caller) => exceptions(caller, sql`is null`),
  'late record': ({ scope }) => sql`
    select id, organisation, zone, label, price_kobo, null::date, null::date, asked_at, officer, null
    from late_records
    where ${inScope('late_records', scope)} and let_in is null`,
  mistake: ({ scope }) => sql`
    select booking_id, organisation, zone, reason, null::bigint, null::date, null::date,
      reported_at, reported_by, booking_id
    from mistakes
    where ${inScope('mistakes', scope)} and outcome is null`,
  dispute: ({ scope, userId, demo }) => sql`
    select booking_id, disputes.organisation, disputes.zone, disputes.ground, null::bigint, null::date,
      answer_due, received_at, bookings.created_by, booking_id
    from disputes join bookings on bookings.id = booking_id
    where ${inScope('disputes', scope)} and ${isOpen} and exists (
      select from duties
      where duty = 'dispute officer' and user_id = ${userId} and duties.demo = ${demo}
        and duties.organisation = disputes.organisation and ended_at is null
        and (until is null or until >= ${today}))`,
  // Without factors there are no recovery codes.
  'lost factor': ({ scope, userId }) => sql`
    select id, state, zone, ${fullName('users')} || ', ' || role, null::bigint, null::date, null::date,
      factor_reset_asked_at, null, null
    from users
    where ${inScope('users', scope)} and factor_reset_asked_at > now() - interval '7 days'
      and active and id <> ${userId}
      and exists (select from recovery_codes where user_id = users.id)`,
};

/** What waits for the caller. */
export async function waitingFor(
  db: Database,
  caller: Caller,
): Promise<ResponseOf<typeof listWaiting>['data']> {
  const kinds = (Object.keys(waitingKinds) as WaitingKind[]).filter((kind) =>
    may(caller.role, waitingKinds[kind]),
  );
  const others = kinds.flatMap((kind) =>
    isDecided(kind)
      ? []
      : [sql`select ${kind} as kind, part.* from (${sources[kind](caller)}) as part`],
  );
  const all = [proposals(caller, kinds.filter(isDecided)), ...others];
  const { rows } = await sql<Row>`
    select * from (
      select kind, waiting.id, organisation, waiting.zone, about, kobo, "from"::text, "to"::text, at,
        booking_id,
        ${fullName('maker')} as by, count(*) over of_kind::integer as total,
        row_number() over (of_kind order by at, waiting.id) as place
      from (${sql.join(all, sql` union all `)})
          as waiting (kind, id, organisation, zone, about, kobo, "from", "to", at, by_id, booking_id)
        left join users as maker on maker.id = by_id
        join users as own on own.id = ${caller.userId}
      where by_id is null or by_id <> own.id and (kind in ('late record', 'mistake', 'dispute') or
        maker.demo = own.demo and maker.added_by is distinct from own.id
          and own.added_by is distinct from by_id)
      window of_kind as (partition by kind)
    ) as numbered
    where place <= ${mostWaiting} order by place`.execute(db);
  const plates = await platesOf(db, rows);
  return kinds.flatMap((kind) => {
    const oldest = rows.filter((row) => row.kind === kind);
    const [first] = oldest;
    return first
      ? [{ kind, total: first.total, oldest: oldest.map((row) => toWire(row, plates)) }]
      : [];
  });
}

/** The plates of their bookings, or the licences, by the bookings' ids. */
async function platesOf(db: Database, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ booking_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('bookings')
    .select(['id', 'registration', 'license'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, registration, license }) => [id, registration || license]));
}

function organisationOf({ kind, organisation }: Row): Waiting['organisation'] {
  if (kind !== 'lost factor') return organisationSchema.parse(organisation);
  return organisation === null ? null : organisationOfState(accountStateSchema.parse(organisation));
}

const toWire = (row: Row, plates: ReadonlyMap<string, string>): Waiting => ({
  kind: row.kind,
  id: row.id,
  what: wordsOf(row, plates.get(row.booking_id ?? '')),
  organisation: organisationOf(row),
  zone: row.zone,
  report: row.kind === 'closing' ? row.about : null,
  from: row.from,
  to: row.to,
  by: row.by,
  at: row.at.toISOString(),
});

function wordsOf({ kind, id, about, kobo, from, to }: Row, plate: string | undefined): string {
  const amount = nairaOfKobo(kobo ?? 0);
  if (kind === 'fee')
    return about === '1' ? `${id}: ${amount} from ${from}` : `${about} fees from ${from}`;
  if (kind === 'set of rules') return `Rules from ${from}: ${about}`;
  if (kind === 'statement') return `${about}, ${from} to ${to}: ${amount}`;
  if (kind === 'closing')
    return `${reportTypes[reportSchema.shape.kind.parse(about)].code}, ${from} to ${to}`;
  if (kind === 'duty') {
    const [duty = '', holder = ''] = about.split('\n');
    const words = dutyWords[dutySchema.shape.duty.parse(duty)];
    return `${words}: ${holder || 'switch on'}`;
  }
  if (kind === 'dispute')
    return `${plate ?? ''}: ${grounds[groundSchema.parse(about)]}, answer by ${to}`;
  return plate === undefined ? about : `${plate}: ${about}`;
}
