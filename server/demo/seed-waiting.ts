import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { writeContacts } from '#server/features/contacts/commands.ts';
import { contactsOf } from '#server/features/contacts/queries.ts';
import { propose } from '#server/features/offences/commands.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { storeStatement } from '#server/features/reconciliation/commands.ts';
import type { Caller } from '#server/http/caller.ts';
import { dayOf } from '#server/time.ts';
import type { DecisionDeps } from '../features/decisions/commands.ts';
import { demoAccounts } from './staff.ts';
import { actorOf } from './trail.ts';

const day = 86_400_000;
const organisation = 'Kaduna';
const contacts = {
  name: '',
  phone: '0700 555 0100',
  whatsapp: '0800 555 0101',
  office: 'Traffic Authority, 14 Independence Way, Kaduna',
  hours: 'Monday to Friday, 8:00 to 16:00',
  bring: 'This ticket, the receipt, your licence and the papers of the vehicle',
};

/**
 * A fee and a bank statement that the second state admin proposed, for the first to confirm, and
 * the contacts of the organisation, once.
 */
export async function seedWaiting(db: Database, now: Date): Promise<void> {
  const officer = demoAccounts.findLast(({ role }) => role === 'state admin');
  if (!officer) return;
  const account = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', officer.email)
    .where('demo', '=', true)
    .executeTakeFirst();
  // A demo of an earlier version has no such account.
  if (!account) return;
  const before = await db
    .selectFrom('proposals')
    .select('id')
    .where((eb) => eb.and({ kind: 'fee', proposed_by: account.id }))
    .limit(1)
    .executeTakeFirst();
  if (before) return;
  const caller: Caller = {
    userId: account.id,
    sessionId: null,
    role: officer.role,
    name: `${account.first_name} ${account.last_name}`,
    state: officer.state,
    scope: { organisation, zone: null, demo: 'only' },
    demo: true,
    lacksFactor: false,
  };
  const actor = actorOf(officer, account.id);
  // Nobody is told of what is made up.
  const deps = { db, consequences: { follow: () => Promise.resolve() } };
  await sendStatement(deps, { actor, caller }, now);
  if (!(await hasContacts(db)))
    await db.transaction().execute(async (trx) => {
      const row = { event: 'organisation.contacts-changed', record: 'organisation' } as const;
      const before = await contactsOf(trx, { organisation, demo: true });
      await writeContacts(trx, organisation, caller, contacts);
      await writeAudit(trx, actor, { ...row, id: organisation, before, after: contacts });
    });
  const offence = offenceById('TMS-02');
  if (!offence) throw new Error('The catalogue lacks the offence whose fee the demo changes.');
  await propose(
    deps,
    { actor, caller },
    { organisation, offence },
    {
      amount: offence.amount + 500,
      from: dayOf(new Date(now.getTime() + 60 * day)),
      reason: 'Gazette No. 41: obstruction near markets costs more.',
    },
  );
}

/** True if a start that was broken off had come so far. */
async function hasContacts(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('contacts')
    .select('organisation')
    .where('organisation', '=', organisation)
    .where('demo', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** The week up to the day before yesterday as a bank tells it: one amount differs, one line is missing. */
async function sendStatement(
  deps: DecisionDeps,
  taker: Parameters<typeof storeStatement>[1],
  now: Date,
): Promise<void> {
  const from = dayOf(new Date(now.getTime() - 8 * day));
  const to = dayOf(new Date(now.getTime() - 2 * day));
  const { rows } = await sql<Line>`
    select payments.bill_ref as "billRef", payments.receipt, payments.amount_kobo as "amountKobo",
      payments.confirmed_at as "paidAt"
    from payments join bookings on bookings.id = payments.booking_id
    where payments.organisation = ${organisation} and payments.demo and payments.kind = 'gateway'
      and payments.gateway = 'PayKaduna'
      and lagos_day(payments.confirmed_at) between ${from}::date and ${to}::date
    order by payments.confirmed_at`.execute(deps.db);
  const [other, ...lines] = rows.slice(0, -1);
  if (!other) return;
  const told = [{ ...other, amountKobo: other.amountKobo + 50_000 }, ...lines];
  await storeStatement(
    deps,
    taker,
    { ...taker.caller.scope, organisation },
    {
      lines: told.map((line, index) => ({ ...line, line: index + 1 })),
      // Not the hash of any file, so that nothing that is sent can pass for it.
      sha256: createHash('sha256').update('a statement of the demo').digest('hex'),
      from,
      to,
      gateway: 'PayKaduna',
      whose: 'gateway',
      source: 'sent',
    },
  );
}

interface Line {
  readonly billRef: string;
  readonly receipt: string;
  readonly amountKobo: number;
  readonly paidAt: Date;
}
