import type { Transaction } from 'kysely';
import type { changeContacts, changeLogo, Contacts, removeLogo } from '#contract/contacts.ts';
import type { Organisation } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';
import type { Deps } from '#server/deps.ts';
import { insertFiles } from '#server/features/files/commands.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { dayMs } from '#server/time.ts';
import { contactsOf, logoOf } from './queries.ts';

/** The longest side of a logo, in pixels: half an inch of paper at 400 dots. */
const logoSide = 192;

interface Standing<Value> {
  readonly organisation: Organisation;
  readonly before: Value;
}

/** Sets the name and the contacts of an organisation. Of two at once the later one stands, over the earlier. */
export const changingContacts: Steps<typeof changeContacts, undefined, Standing<Contacts>> = {
  id: (_none, { organisation }) => organisation,
  lock: async (trx, { body, caller: { scope, demo } }) => {
    const organisation = theWholeOrganisation(scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    await takeTurn(trx, `contacts ${organisation} ${demo}`);
    return { organisation, before: await contactsOf(trx, { organisation, demo }) };
  },
  change: async (trx, { organisation, before }, { body, caller }) => {
    const { organisation: _chosen, ...after } = body;
    await writeContacts(trx, organisation, caller, after);
    return { before, after };
  },
  answer: (trx, { caller: { demo } }, { organisation }) => contactsOf(trx, { organisation, demo }),
};

async function writeContacts(
  trx: Transaction<DB>,
  organisation: Organisation,
  { userId, demo }: Caller,
  contacts: Contacts,
): Promise<void> {
  const row = { ...contacts, changed_by: userId, changed_at: new Date() };
  await trx
    .insertInto('contacts')
    .values({ organisation, demo, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doUpdateSet(row))
    .execute();
}

type Logo = Standing<string | null>;
type Addresses = Pick<Deps, 'fileAddresses'>;

/** The logo becomes the first of the files. */
export const changingLogo = (deps: Addresses): Steps<typeof changeLogo, undefined, Logo> => ({
  id: (_none, { organisation }) => organisation,
  before({ body, files, caller }) {
    const organisation = theWholeOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    return files.length === 0 ? invalid('logo', 'Select a picture.') : null;
  },
  stores: ({ caller }) => ({ sender: caller.userId, side: logoSide }),
  lock: (trx, { body, caller }) => lockLogo(trx, caller, body.organisation),
  change: async (trx, standing, { caller }, kept) => {
    await insertFiles(trx, kept, { createdBy: caller.userId, demo: caller.demo });
    return writeLogo(trx, standing, caller, kept[0]?.id ?? null);
  },
  answer: (trx, { caller }, { organisation }) => shownLogo(deps, trx, caller, organisation),
});

/** Takes the logo away; it stays away if it was. */
export const removingLogo = (deps: Addresses): Steps<typeof removeLogo, undefined, Logo> => ({
  id: (_none, { organisation }) => organisation,
  lock: (trx, { query, caller }) => lockLogo(trx, caller, query.organisation),
  change: async (trx, standing, { caller }) =>
    standing.before === null ? [] : writeLogo(trx, standing, caller, null),
  answer: (trx, { caller }, { organisation }) => shownLogo(deps, trx, caller, organisation),
});

async function lockLogo(
  trx: Transaction<DB>,
  { scope, demo }: Caller,
  chosen: Organisation | undefined,
): Promise<Outcome<Logo>> {
  const organisation = theWholeOrganisation(scope, chosen);
  if (organisation instanceof Refusal) return organisation;
  await takeTurn(trx, `contacts ${organisation} ${demo}`);
  return { organisation, before: await logoOf(trx, { organisation, demo }) };
}

async function writeLogo(
  trx: Transaction<DB>,
  { organisation, before }: Logo,
  { userId, demo }: Caller,
  logo: string | null,
) {
  const row = { file_id: logo, changed_by: userId, changed_at: new Date() };
  await trx
    .insertInto('logos')
    .values({ organisation, demo, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doUpdateSet(row))
    .execute();
  return { before: { logo: before }, after: { logo } };
}

/** The address of the logo; null where there is none. */
export async function shownLogo(
  { fileAddresses }: Addresses,
  db: Database,
  { demo }: Caller,
  organisation: Organisation,
): Promise<{ logo: string | null }> {
  const id = await logoOf(db, { organisation, demo });
  return { logo: id === null ? null : fileAddresses.of(id, dayMs) };
}
