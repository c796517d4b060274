import type { Kysely } from 'kysely';
import { type Contacts, noContacts } from '#contract/contacts.ts';
import type { DB } from '#server/db/tables.ts';

/** Whose contacts: those of the demo stand on papers of the demo alone. */
export interface ContactsOf {
  readonly organisation: string;
  readonly demo: boolean;
}

const columns = ['phone', 'whatsapp', 'office', 'hours', 'bring'] as const;

export async function contactsOf(
  db: Kysely<DB>,
  { organisation, demo }: ContactsOf,
): Promise<Contacts> {
  const row = await db
    .selectFrom('contacts')
    .select(columns)
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .executeTakeFirst();
  return row ?? noContacts;
}

/** The id of the file with the logo; null where there is none. */
export async function logoOf(
  db: Kysely<DB>,
  { organisation, demo }: ContactsOf,
): Promise<string | null> {
  const row = await db
    .selectFrom('logos')
    .select('file_id')
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .executeTakeFirst();
  return row?.file_id ?? null;
}

/** The organisations that give a phone, for a page that can't know whose paper it is about. */
export async function phonesOfAll(
  db: Kysely<DB>,
  demoMode: boolean,
): Promise<readonly { organisation: string; phone: string }[]> {
  return db
    .selectFrom('contacts')
    .distinctOn('organisation')
    .select(['organisation', 'phone'])
    .where('phone', '<>', '')
    .$if(!demoMode, (query) => query.where('demo', '=', false))
    .orderBy('organisation')
    .orderBy('demo')
    .execute();
}
