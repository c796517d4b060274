import { type Kysely, sql } from 'kysely';
import {
  type Fee,
  type FeeProposal,
  feeProposalSchema,
  type OffenceFees,
  type PricedOffence,
} from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import { personSchema } from '#contract/people.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { type FeesOf, offencesToday, today } from './queries.ts';

/** What a proposal of a fee asks for. */
const asked = {
  offence: sql<string>`proposals.body ->> 'offence'`,
  from: sql<string>`(proposals.body ->> 'from')::date`,
  kobo: sql<number>`(proposals.body ->> 'kobo')::bigint`,
};

const proposedIn = (db: Kysely<DB>, { organisation, demo }: FeesOf) =>
  db.selectFrom('proposals').where((eb) => eb.and({ kind: 'fee', organisation, demo }));

/** The catalogue as it costs today in an organisation, each with its next fee and the one that waits. */
export async function pricedCatalogue(db: Database, of: FeesOf): Promise<PricedOffence[]> {
  const [offences, set, waiting] = await Promise.all([
    offencesToday(db, of),
    db
      .selectFrom('offence_fees')
      .distinctOn('offence_id')
      .select(['offence_id', 'amount_kobo', 'from_day'])
      .where('organisation', '=', of.organisation)
      .where('demo', '=', of.demo)
      .where('from_day', '>', today)
      .orderBy('offence_id')
      .orderBy('from_day')
      .execute(),
    proposedIn(db, of)
      .distinctOn(asked.offence)
      .select([
        asked.offence.as('offence_id'),
        asked.kobo.as('amount_kobo'),
        asked.from.as('from_day'),
      ])
      .where('outcome', 'is', null)
      .where(asked.from, '>', today)
      .orderBy(asked.offence)
      .orderBy(asked.from)
      .execute(),
  ]);
  const byOffence = (rows: typeof set) =>
    new Map(
      rows.map((fee) => [fee.offence_id, { amount: fee.amount_kobo / 100, from: fee.from_day }]),
    );
  const [next, proposed] = [byOffence(set), byOffence(waiting)];
  return offences.map((offence) => ({
    offence,
    next: next.get(offence.id) ?? null,
    waiting: proposed.get(offence.id) ?? null,
  }));
}

/** The ids of offences for which a fee from this day on waits. */
export async function waitingFrom(
  db: Database,
  of: FeesOf,
  from: string,
): Promise<ReadonlySet<string>> {
  const rows = await proposedIn(db, of)
    .select(asked.offence.as('offence'))
    .where('outcome', 'is', null)
    .where(asked.from, '=', from)
    .execute();
  return new Set(rows.map(({ offence }) => offence));
}

/** The fees of an offence and what was proposed. */
export async function feesOf(db: Database, of: FeesOf, offence: Offence): Promise<OffenceFees> {
  const ofOffence = proposals(db)
    .where((eb) => eb.and({ organisation: of.organisation, demo: of.demo }))
    .where(asked.offence, '=', offence.id)
    .orderBy('proposed_at', 'desc');
  const [fees, waiting, decided] = await Promise.all([
    setFees(db, of, offence),
    ofOffence.where('outcome', 'is', null).where(asked.from, '>', today).execute(),
    ofOffence
      .where((eb) => eb.or([eb('outcome', 'is not', null), eb(asked.from, '<=', today)]))
      .limit(10)
      .execute(),
  ]);
  return { fees, proposals: [...waiting, ...decided].map(proposalToWire) };
}

/** The latest first, and at the end the catalogue's own. */
async function setFees(db: Database, of: FeesOf, offence: Offence): Promise<Fee[]> {
  const rows = await db
    .selectFrom('offence_fees as fee')
    // What set it; a fee from before two people were needed has none.
    .leftJoin('proposals as proposal', (join) =>
      join
        .on('proposal.kind', '=', 'fee')
        .onRef('proposal.organisation', '=', 'fee.organisation')
        .onRef('proposal.demo', '=', 'fee.demo')
        .on('proposal.subject', '=', sql`fee.offence_id || ' ' || fee.from_day`)
        .onRef('proposal.proposed_at', '=', 'fee.set_at')
        .on('proposal.outcome', '=', 'confirmed'),
    )
    .select([
      'fee.amount_kobo',
      'fee.from_day',
      'fee.reason',
      'fee.set_at',
      personIn('fee.set_by', 'fee.set_at').as('set_by'),
      personIn('fee.confirmed_by', 'proposal.decided_at').as('confirmed_by'),
      'proposal.decided_at as confirmed_at',
    ])
    .where('fee.organisation', '=', of.organisation)
    .where('fee.demo', '=', of.demo)
    .where('fee.offence_id', '=', offence.id)
    .orderBy('fee.from_day', 'desc')
    .execute();
  const set = rows.map((row) => ({
    amount: row.amount_kobo / 100,
    from: row.from_day,
    reason: row.reason,
    setBy: personSchema.parse(row.set_by),
    setAt: row.set_at.toISOString(),
    confirmedBy: row.confirmed_by && personSchema.parse(row.confirmed_by),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  }));
  const own = {
    amount: offence.amount,
    from: null,
    reason: '',
    setBy: null,
    setAt: null,
    confirmedBy: null,
    confirmedAt: null,
  };
  return [...set, own];
}

const proposals = (db: Kysely<DB>) =>
  proposalsOf(db, 'fee').select([
    asked.kobo.as('kobo'),
    asked.from.as('from'),
    sql<boolean>`${asked.from} <= ${today}`.as('has_come'),
    sql<FeeProposal['together']>`coalesce((
      select json_agg(json_build_object('id', body ->> 'offence',
                                        'amount', (body ->> 'kobo')::bigint / 100)
                      order by body ->> 'offence')
      from proposals as other where other.together = proposals.together), '[]')`.as('together'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof proposals>['executeTakeFirstOrThrow']>>;

const proposalToWire = (row: Row): FeeProposal =>
  feeProposalSchema.parse({
    id: row.id,
    amount: row.kobo / 100,
    from: row.from,
    reason: row.reason,
    by: row.by,
    at: row.proposed_at.toISOString(),
    state: row.outcome ?? (row.has_come ? 'lapsed' : 'waiting'),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal ?? '',
    together: row.together,
  });

/** A proposed fee, without a check of scope. */
export async function proposalOf(db: Kysely<DB>, id: string): Promise<FeeProposal> {
  return proposalToWire(
    await proposals(db).where('proposals.id', '=', id).executeTakeFirstOrThrow(),
  );
}

/**
 * The subject of a proposed fee; 404 beyond the caller's organisation, and across the border of the
 * demo.
 */
export async function findProposal(
  db: Database,
  { scope, demo }: Caller,
  id: string,
): Promise<Outcome<{ id: string }>> {
  const row = await db
    .selectFrom('proposals')
    .select(['id', 'organisation'])
    .where((eb) => eb.and({ id, kind: 'fee', demo }))
    .executeTakeFirst();
  const isInScope = scope.organisation === null || scope.organisation === row?.organisation;
  return row && isInScope ? row : notFound('fee');
}
