import type { Transaction } from 'kysely';
import type { AuditEvent } from '#contract/events.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit, writeFirstAudit } from '#server/features/audit/commands.ts';
import type { Change } from '#server/features/audit/rules.ts';
import type { Actor } from '#server/http/caller.ts';
import type { Facts, FactsOf, Followed } from './part.ts';

type Told<Event extends AuditEvent> = Change & {
  readonly event: Event;
} & (Event extends keyof Facts
    ? { readonly facts: FactsOf<Event> }
    : { readonly facts?: undefined });

/**
 * Writes a change into the trail, and has each part of the product do what follows from it, all in
 * the change's own transaction.
 */
export async function happened<const Event extends AuditEvent>(
  deps: Followed,
  trx: Transaction<DB>,
  actor: Actor,
  { facts, ...change }: Told<Event>,
): Promise<void> {
  // A booking is made under an id that nobody else can know.
  if (change.event === 'booking.made')
    await writeFirstAudit(trx, actor, { ...change, before: null });
  else await writeAudit(trx, actor, change);
  const { event, id, before, after } = change;
  await deps.consequences.follow(trx, {
    event,
    id,
    actor,
    before,
    after,
    facts,
  });
}
