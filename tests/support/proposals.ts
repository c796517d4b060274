import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import type { Organisation } from '#contract/places.ts';
import type { TestApp } from './test-app.ts';

interface Proposed {
  kind: ProposalKind;
  organisation?: Organisation;
  zone?: string | null;
  subject: string;
  body: object;
  reason?: string;
  by: string;
  /** Without it, it waits. */
  decidedBy?: string | undefined;
  decidedAt?: Date;
}

/** A proposal, of Kaduna by default, as two people left it; answers its id. */
export async function aProposal(
  { db }: Pick<TestApp, 'db'>,
  { body, by, decidedBy, decidedAt = new Date(), ...proposed }: Proposed,
): Promise<string> {
  const id = ulid();
  const { organisation = 'Kaduna', reason = 'The gazette.' } = proposed;
  // The database gives it the world of its maker.
  const row = { ...proposed, id, organisation, reason, demo: false };
  await db
    .insertInto('proposals')
    .values({ ...row, body: JSON.stringify(body), proposed_by: by })
    .execute();
  if (decidedBy !== undefined)
    await db
      .updateTable('proposals')
      .set({ outcome: 'confirmed', decided_by: decidedBy, decided_at: decidedAt })
      .where('id', '=', id)
      .execute();
  return id;
}
