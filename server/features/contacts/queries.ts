import type { Kysely } from 'kysely';
import { type Contacts, noContacts } from '#contract/contacts.ts';
import type { MessageSender } from '#contract/modules/after-ticket/message-texts.ts';
import { accountStateSchema, type Organisation, organisationOfState } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { lately } from '#server/process/lately.ts';

/** Whose contacts: those of the demo stand on papers of the demo alone. */
export interface ContactsOf {
  readonly organisation: string;
  readonly demo: boolean;
}

const columns = ['name', 'phone', 'whatsapp', 'office', 'hours', 'bring'] as const;

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

/** By what name and address drivers hear from an organisation. */
export const messageSenderOf = async (
  { db, config }: { readonly db: Kysely<DB>; readonly config: Deps['config'] },
  of: ContactsOf,
): Promise<MessageSender> => ({
  authority: (await contactsOf(db, of)).name || config.authorityName,
  address: config.publicUrl,
});

/** The organisation that every account is of; null where they are of several, or one is of all. */
export async function onlyOrganisation(
  db: Kysely<DB>,
  { demo }: Pick<ContactsOf, 'demo'>,
): Promise<Organisation | null> {
  const rows = await db
    .selectFrom('users')
    .select('state')
    .distinct()
    .where('active', '=', true)
    .where('demo', '=', demo)
    .limit(2)
    .execute();
  const state = accountStateSchema.safeParse(rows[0]?.state);
  return rows.length === 1 && state.success ? organisationOfState(state.data) : null;
}

/** Milliseconds for which pages say the name that was read last. */
const nameForMs = 250;

/**
 * What pages of no organisation call the authority: its own name where it is the only one and has one,
 * else `AUTHORITY_NAME`. While the database is away, the name that was read last.
 */
export function watchAuthorityName({
  db,
  config: { authorityName, demo },
}: Pick<Deps, 'db' | 'config'>): () => Promise<string> {
  return lately(authorityName, nameForMs, async () => {
    const organisation = await onlyOrganisation(db, { demo });
    if (organisation === null) return authorityName;
    return (await contactsOf(db, { organisation, demo })).name || authorityName;
  });
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
