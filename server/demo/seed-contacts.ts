import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { contactsOf } from '#server/features/contacts/queries.ts';
import { writeChoice } from '#server/features/languages/commands.ts';
import { languageChoiceOf, languageFiles } from '#server/features/languages/queries.ts';
import { dayMs } from '#server/time.ts';
import { lastInOfficeHours } from './calendar.ts';
import { noteAt } from './proposals.ts';
import { demoAccounts } from './staff.ts';

const organisation = 'Kaduna' as const;
const contacts = {
  name: '',
  phone: '0700 555 0100',
  whatsapp: '0800 555 0101',
  office: 'Traffic Authority, 14 Independence Way, Kaduna',
  hours: 'Monday to Friday, 8:00 to 16:00',
  bring: 'This ticket, the receipt, your licence and the vehicle’s papers',
};

/** How drivers reach Kaduna, as its second state admin wrote it a month ago. */
export async function insertContacts(
  trx: Transaction<DB>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const [, officer] = demoAccounts.filter(({ role }) => role === 'state admin');
  if (!officer) throw new Error('The demo needs two state admins.');
  const by = { officer, id: ids.get(officer.email) ?? '' };
  const at = lastInOfficeHours(new Date(now.getTime() - 30 * dayMs));
  const before = await contactsOf(trx, { organisation, demo: true });
  await trx
    .insertInto('contacts')
    .values({ ...contacts, organisation, demo: true, changed_by: by.id, changed_at: at })
    .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doNothing())
    .execute();
  const change = { event: 'organisation.contacts-changed', record: 'organisation' } as const;
  await noteAt(trx, at, by, { ...change, id: organisation, before, after: contacts });
  await insertLanguages(trx, at, by);
}

/** The demo offers every language, and shows sentences that no speaker has confirmed. */
async function insertLanguages(
  trx: Transaction<DB>,
  at: Date,
  by: Parameters<typeof noteAt>[2] & { readonly id: string },
): Promise<void> {
  const before = await languageChoiceOf(trx, { organisation, demo: true });
  const after = {
    offered: [...languageFiles().keys()],
    showsUnconfirmed: true,
    plainLetters: false,
  };
  await writeChoice(trx, organisation, { userId: by.id, demo: true }, after);
  const change = { event: 'organisation.languages-changed', record: 'organisation' } as const;
  await noteAt(trx, at, by, { ...change, id: organisation, before, after });
}
