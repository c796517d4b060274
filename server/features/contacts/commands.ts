import { sql } from 'kysely';
import type { Contacts } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { contactsOf } from './queries.ts';

/** Sets the contacts of an organisation. Of two at once the later one stands, over the earlier. */
export async function changeContacts(
  db: Database,
  actor: Actor,
  { userId, demo }: Pick<Caller, 'userId' | 'demo'>,
  organisation: Organisation,
  contacts: Contacts,
): Promise<Contacts> {
  return db.transaction().execute(async (trx) => {
    const lock = `contacts ${organisation} ${demo}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
    const before = await contactsOf(trx, { organisation, demo });
    const row = { ...contacts, changed_by: userId, changed_at: new Date() };
    await trx
      .insertInto('contacts')
      .values({ organisation, demo, ...row })
      .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doUpdateSet(row))
      .execute();
    await writeAudit(trx, actor, {
      event: 'organisation.contacts-changed',
      record: 'organisation',
      id: organisation,
      before,
      after: contacts,
    });
    return contacts;
  });
}
