import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { decisionKindOf, type ProposalKind, proposalKinds } from '#contract/decisions.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { organisationSchema } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import {
  type listWaiting,
  mostWaiting,
  type Waiting,
  type WaitingKind,
  waitingKinds,
} from '#contract/waiting.ts';
import type { QueueOfKind, QueueRow, Queues } from '#server/acts/part.ts';
import { fullName } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';

interface Row extends QueueRow {
  readonly kind: WaitingKind;
  readonly at: Date;
  readonly by: string | null;
  readonly total: number;
}

const isProposed = (kind: WaitingKind): kind is ProposalKind =>
  (proposalKinds as readonly string[]).includes(kind);

const kindsThat = (are: 'lapses' | 'inZone', how: string | true = true) =>
  proposalKinds.filter((kind) => decisionKindOf(kind)[are] === how);
const ofSuperior = Object.entries(waitingKinds).flatMap(([kind, { ofSuperior: is }]) =>
  is ? [kind] : [],
);

/**
 * Proposals of these kinds. What was proposed at once is decided at once. A subject that begins with
 * a booking's id is about it.
 */
const proposals = ({ scope, userId }: Caller, kinds: readonly ProposalKind[]) => sql`
  select kind, min(id), organisation, min(zone), min(proposed_at), min(proposed_by),
    min(split_part(subject, ' ', 1)), min(subject),
    coalesce((select ${fullName()} from users where users.id = min(body ->> 'user')), min(reason)),
    (array_agg(body order by id))[1], count(*)::integer
  from proposals
  where ${inScope('proposals', { ...scope, zone: null })}
    and (${scope.zone === null} or zone = ${scope.zone} and kind = any(${kindsThat('inZone')}::text[]))
    and outcome is null and kind = any(${kinds}::text[])
    and (kind <> all(${kindsThat('lapses', 'on its first day')}::text[])
      or (body ->> 'from')::date > ${today})
    and (kind <> all(${kindsThat('lapses', 'after its last day')}::text[])
      or (body ->> 'to')::date >= ${today})
    and body ->> 'user' is distinct from ${userId}
  group by kind, organisation, coalesce(together, id)`;

function rowsOf(queues: Queues, caller: Caller, kinds: readonly WaitingKind[]) {
  const others = kinds.flatMap((kind): RawBuilder<unknown>[] => {
    const rows = queues[kind]?.rows;
    return rows
      ? [
          sql`select ${kind}, id, organisation, zone, at, by_id, booking, '', about, body, 1
      from (${rows(caller)}) as part (id, organisation, zone, at, by_id, booking, about, body)`,
        ]
      : [];
  });
  const own = kinds.filter((kind) => isProposed(kind) && !queues[kind]?.rows);
  return sql.join([proposals(caller, own as ProposalKind[]), ...others], sql` union all `);
}

/** What waits for the caller. */
export async function waitingFor(
  { db, consequences: { queues } }: Pick<Deps, 'db' | 'consequences'>,
  caller: Caller,
): Promise<ResponseOf<typeof listWaiting>['data']> {
  const kinds = (Object.keys(waitingKinds) as WaitingKind[]).filter((kind) =>
    may(caller.role, waitingKinds[kind].needs),
  );
  const { rows } = await sql<Row>`
    select numbered.*, coalesce(nullif(registration, ''), license) as plate
    from (
      select kind, waiting.id, organisation, waiting.zone, at, booking, subject, about,
        coalesce(body, '{}') as body, proposals, ${fullName('maker')} as by,
        count(*) over of_kind::integer as total,
        row_number() over (of_kind order by at, waiting.id) as place
      from (${rowsOf(queues, caller, kinds)})
          as waiting (kind, id, organisation, zone, at, by_id, booking, subject, about, body, proposals)
        left join users as maker on maker.id = by_id
        join users as own on own.id = ${caller.userId}
      where by_id is null or by_id <> own.id and (kind = any(${ofSuperior}::text[]) or
        maker.demo = own.demo and maker.added_by is distinct from own.id
          and own.added_by is distinct from by_id)
      window of_kind as (partition by kind)
    ) as numbered left join bookings on bookings.id = booking
    where place <= ${mostWaiting} order by place`.execute(db);
  return kinds.flatMap((kind) => {
    const oldest = rows.filter((row) => row.kind === kind);
    const [first] = oldest;
    return first
      ? [{ kind, total: first.total, oldest: oldest.map((row) => toWire(row, queues)) }]
      : [];
  });
}

const days = z.object({
  from: z.string().nullish(),
  to: z.string().nullish(),
  until: z.string().nullish(),
  report: z.string().nullish(),
});

function toWire(row: Row, queues: Queues): Waiting {
  const { kind, organisation, zone, body, by, at } = row;
  const { words = usualWords, opens }: QueueOfKind = queues[kind] ?? {};
  const { from = null, to, until, report = null } = days.parse(body);
  return {
    kind,
    id: opens?.(row) ?? row.id,
    what: words(row),
    organisation: organisationSchema.nullable().parse(organisation),
    zone,
    report,
    from,
    to: to ?? until ?? null,
    by,
    at: at.toISOString(),
  };
}

/** An alarm for each kind of which something waits too long. */
export async function waitingTooLong({
  db,
  consequences: { queues },
}: Pick<Deps, 'db' | 'consequences'>): Promise<Trouble[]> {
  const told = Object.entries(queues).flatMap(([kind, { late }]) => (late ? [{ kind, late }] : []));
  const counts = told.map(
    ({ kind, late }) => sql`select ${kind} as kind, (${late.count})::integer as many`,
  );
  if (counts.length === 0) return [];
  const { rows } = await sql<{
    kind: string;
    many: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return told.flatMap(({ kind, late }) => {
    const many = rows.find((row) => row.kind === kind)?.many ?? 0;
    return many > 0 ? [{ name: `late ${kind}`, words: late.words(many) }] : [];
  });
}

const usualWords = ({ plate, about }: QueueRow): string =>
  plate === null ? about : `${plate}: ${about}`;
