import { type Kysely, sql } from 'kysely';
import { type ProposedCorrection, proposedCorrectionSchema } from '#contract/corrections.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, type Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { paidByTwo, proposed } from './rules.ts';

const selectProposed = (db: Kysely<DB>, { scope }: Pick<Caller, 'scope'>) =>
  db
    .selectFrom('proposals')
    .where('proposals.kind', '=', 'correction')
    .where(inScope('proposals', scope))
    .select([
      'proposals.id',
      'proposals.subject as booking',
      'proposals.organisation',
      'proposals.zone',
      'proposals.body',
      'proposals.reason',
      'proposals.refusal',
      'proposals.proposed_at',
      'proposals.decided_at',
      sql<string>`coalesce(proposals.outcome, 'waiting')`.as('state'),
      personIn('proposals.proposed_by', 'proposals.proposed_at').as('by'),
      personIn('proposals.decided_by', 'proposals.decided_at').as('decider'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectProposed>['executeTakeFirstOrThrow']>>;

const toWire = ({
  body,
  proposed_at,
  decided_at,
  decider,
  refusal,
  ...row
}: Row): ProposedCorrection =>
  proposedCorrectionSchema.parse({
    ...row,
    ...proposed.parse(body),
    at: proposed_at.toISOString(),
    decided: decided_at && { by: decider, at: decided_at.toISOString(), refusal: refusal ?? '' },
  });

/** The corrections that were proposed of a booking, the newest first. */
export async function correctionsProposed(
  db: Kysely<DB>,
  caller: Caller,
  booking: string,
): Promise<ProposedCorrection[]> {
  const rows = await selectProposed(db, caller)
    .where('proposals.subject', '=', booking)
    .orderBy('proposals.id', 'desc')
    .limit(20)
    .execute();
  return rows.map(toWire);
}

/** One of them; 404 beyond the caller's scope. */
export async function findCorrection(
  db: Kysely<DB>,
  caller: Pick<Caller, 'scope'>,
  id: string,
): Promise<Outcome<ProposedCorrection>> {
  const row = await selectProposed(db, caller).where('proposals.id', '=', id).executeTakeFirst();
  return row ? toWire(row) : notFound('correction');
}

/** Of a paid ticket, locked, two people correct what it says. */
export async function whyByTwo(
  trx: Kysely<DB>,
  { _id }: { readonly _id: string },
): Promise<Refusal | null> {
  const { paid } = await trx
    .selectFrom('bookings')
    .select('paid')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  return paid ? paidByTwo : null;
}
