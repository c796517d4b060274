import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { givenContacts } from '#contract/contacts.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { Look } from '#contract/operations.ts';
import { type Organisation, stateOfOrganisation } from '#contract/places.ts';
import type { readSetup, SetupStep, takeSetupStep } from '#contract/setup.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { contactsOf } from '#server/features/contacts/queries.ts';
import { whyNoAnswer } from '#server/features/payments/queries.ts';
import { secondPeopleOf } from '#server/features/users/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { readFigures, type Surroundings } from './figures.ts';
import { looksOf } from './rules.ts';

type Taken = BodyOf<typeof takeSetupStep>['step'];
type Found = readonly [state: Look['state'], words: string];

/** Milliseconds that the card waits for a gateway. */
const patienceMs = 4_000;

/** How far the set-up has come, as `readSetup` says. */
export async function setupOf(
  deps: Deps,
  surroundings: Surroundings,
  caller: Caller,
  organisation: Organisation,
): Promise<Outcome<ResponseOf<typeof readSetup>['data']>> {
  const { db, config } = deps;
  if (caller.demo || (await wasTaken(deps, organisation, 'closed'))) return null;
  const people = await secondPeopleOf(db, caller, { for: 'fee', organisation });
  if (people instanceof Refusal) return people;
  const contacts = givenContacts(await contactsOf(db, { organisation, demo: false }));
  const step = (name: SetupStep['step'], what: string, [state, words]: Found) => {
    return { step: name, what, state, words };
  };
  const second = people.find(({ not }) => not === null);
  return [
    step('people', 'A second person', [
      second ? 'well' : 'doubtful',
      second
        ? `${second.name} can confirm what you begin.`
        : 'Fees, statements and settlements count once somebody else confirms them.',
    ]),
    step('officers', 'Officers and zones', await officers(deps, organisation)),
    step('contacts', 'Contacts and logo', [
      contacts.length > 0 ? 'well' : 'doubtful',
      contacts.length > 0
        ? 'Papers and public pages say how drivers reach you.'
        : 'Papers don’t say yet whom drivers call and where a vehicle is fetched.',
    ]),
    step('gateway', 'Payment gateway', await gateway(deps, organisation)),
    step('mail', 'Mail', await mail(deps, organisation)),
    step('backup', 'Backup', await backup(deps, surroundings)),
    step('map', 'Map', [
      config.mapStyleUrl === '' ? 'wrong' : 'well',
      config.mapStyleUrl === ''
        ? 'MAP_STYLE_URL is not set: positions show on a plain map.'
        : `Streets come from ${config.mapHosts.join(', ')}.`,
    ]),
  ];
}

async function officers({ db }: Deps, organisation: Organisation): Promise<Found> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', 'in', ['booking officer', 'operator', 'zonal head'])
    .where('active', '=', true)
    .where('demo', '=', false)
    .where('state', '=', stateOfOrganisation(organisation))
    .executeTakeFirstOrThrow();
  if (count === 0) return ['doubtful', 'Add who books and who heads a zone, singly or by a list.'];
  return ['well', `${count} ${count === 1 ? 'account' : 'accounts'} besides admins and observers.`];
}

async function gateway({ gateways }: Deps, organisation: Organisation): Promise<Found> {
  const chosen = gateways.of(organisation);
  if (chosen === null) return ['wrong', 'None is configured, so no bill can be made or paid.'];
  const late = setTimeout(patienceMs, 'It does not answer just now.', { ref: false });
  const silent = await Promise.race([whyNoAnswer(chosen), late]);
  return silent === null
    ? ['well', `${chosen.name} answers, and accepts our key.`]
    : ['wrong', `${chosen.name}: ${silent}`];
}

async function mail(deps: Deps, organisation: Organisation): Promise<Found> {
  if (deps.config.smtpUrl === undefined)
    return ['wrong', 'SMTP_URL is not set: links for new passwords reach nobody.'];
  return (await wasTaken(deps, organisation, 'mail'))
    ? ['well', 'The mail server took a mail.']
    : ['doubtful', 'Send one to yourself, to see that links reach people.'];
}

async function backup(deps: Deps, surroundings: Surroundings): Promise<Found> {
  const figures = await readFigures(deps, surroundings);
  const { state = 'wrong', words = '' } =
    looksOf(figures).find(({ what }) => what === 'Backups') ?? {};
  return [state === 'wrong' || figures.backupAge === undefined ? 'wrong' : 'well', words];
}

/** True if a state admin took the step, outside the demo. */
async function wasTaken({ db }: Deps, organisation: Organisation, step: Taken): Promise<boolean> {
  const { rows } = await sql`
    select from audit join users on users.id = actor_id
    where record_type = 'organisation' and record_id = ${organisation}
      and event = 'organisation.set-up' and after ->> 'step' = ${step} and not users.demo
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes a step, as `takeSetupStep` says. Taken twice at once it is taken. */
export async function takeStep(
  { db, mailer }: Deps,
  actor: Actor,
  { userId }: Caller,
  { organisation, step }: { organisation: Organisation; step: Taken },
): Promise<Refusal | undefined> {
  if (step === 'mail') {
    const own = db.selectFrom('users').select('email').where('id', '=', userId);
    const { email: to } = await own.executeTakeFirstOrThrow();
    const text = 'You asked for this mail. It arrived, so links for passwords will too.\n';
    try {
      await mailer.send({ to, subject: 'Mail from Hanya arrives', text });
    } catch (error) {
      const said = String(error instanceof Error ? error.message : error).replaceAll(/\s+/g, ' ');
      return new Refusal(503, 'mail_failed', `The mail could not be sent: ${said.slice(0, 200)}`);
    }
  }
  const row = { event: 'organisation.set-up', record: 'organisation', id: organisation } as const;
  await db
    .transaction()
    .execute((trx) => writeAudit(trx, actor, { ...row, before: null, after: { step } }));
  return undefined;
}
