import { sql, type Transaction } from 'kysely';
import type { Contacts } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { insertFiles, withStoredFiles } from '#server/features/files/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { contactsOf, logoOf } from './queries.ts';

type By = Pick<Caller, 'userId' | 'demo'>;
type Kept = Parameters<typeof insertFiles>[1];

/** The longest side of a logo, in pixels: half an inch of paper at 400 dots. */
const logoSide = 192;

/** Sets the name and the contacts of an organisation. Of two at once the later one stands, over the earlier. */
export async function changeContacts(
  db: Database,
  actor: Actor,
  { userId, demo }: By,
  organisation: Organisation,
  contacts: Contacts,
): Promise<Contacts> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, organisation, demo);
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

/** Sets the logo of an organisation; answers the id of its file. */
export function changeLogo(
  deps: Pick<Deps, 'db' | 'store'>,
  actor: Actor,
  by: By,
  organisation: Organisation,
  files: readonly UploadedFile[],
): Promise<Outcome<string | null>> {
  const use = (kept: Kept) => setLogo(deps.db, actor, by, organisation, kept);
  return withStoredFiles(deps, files, use, { sender: by.userId, side: logoSide });
}

/** The logo becomes the first of the files; without any it is taken away, and stays away if it was. */
export function setLogo(
  db: Database,
  actor: Actor,
  { userId, demo }: By,
  organisation: Organisation,
  kept: Kept,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, organisation, demo);
    const before = await logoOf(trx, { organisation, demo });
    const logo = kept[0]?.id ?? null;
    if (logo === null && before === null) return null;
    await insertFiles(trx, kept, { createdBy: userId, demo });
    const row = { file_id: logo, changed_by: userId, changed_at: new Date() };
    await trx
      .insertInto('logos')
      .values({ organisation, demo, ...row })
      .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doUpdateSet(row))
      .execute();
    await writeAudit(trx, actor, {
      event: 'organisation.logo-changed',
      record: 'organisation',
      id: organisation,
      before: { logo: before },
      after: { logo },
    });
    return logo;
  });
}

async function takeTurn(trx: Transaction<DB>, organisation: string, demo: boolean): Promise<void> {
  const lock = `contacts ${organisation} ${demo}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
}
