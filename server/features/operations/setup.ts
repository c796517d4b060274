import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type Organisation, stateOfOrganisation } from '#contract/places.ts';
import type { readSetup, SetupStep, takeSetupStep } from '#contract/setup.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { contactsOf, logoOf } from '#server/features/contacts/queries.ts';
import { whyNoAnswer } from '#server/features/payments/queries.ts';
import { secondPeopleOf } from '#server/features/users/commands.ts';
import { whyNoTiles } from '#server/gateways/map-tiles.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { readFigures, type Surroundings } from './figures.ts';
import { looksOf } from './rules.ts';

type Taken = BodyOf<typeof takeSetupStep>['step'];

/** Milliseconds that the card waits for a gateway, and for the map's tiles. */
const patienceMs = 4_000;

/** A step that is taken if there is something `well` to say of it, else what it lacks. */
const look = (
  step: SetupStep['step'],
  what: string,
  well: string | false,
  lack: string,
  { state = 'doubtful', atServer = false }: Partial<Pick<SetupStep, 'state' | 'atServer'>> = {},
): SetupStep => {
  const [now, words] = well === false ? ([state, lack] as const) : (['well', well] as const);
  return { step, what, state: now, words, atServer };
};

/** How far the set-up has come. */
export async function setupOf(
  deps: Deps,
  surroundings: Surroundings,
  caller: Caller,
  organisation: Organisation,
): Promise<Outcome<ResponseOf<typeof readSetup>['data']>> {
  const { db, config } = deps;
  const { smtpUrl } = config;
  if (caller.demo || (await wasTaken(db, organisation, 'closed'))) return null;
  const mapping = mapStep(deps);
  const people = await secondPeopleOf(db, caller, { for: 'fee', organisation });
  if (people instanceof Refusal) return people;
  const second = people.find(({ not }) => not === null);
  const officers = await countOfficers(db, organisation);
  const lacking = await papersLack(db, organisation);
  const gateway = deps.gateways.of(organisation);
  const late = setTimeout(patienceMs, 'The payment gateway is not responding.', { ref: false });
  const silent = gateway && (await Promise.race([whyNoAnswer(gateway), late]));
  const isTried = smtpUrl !== undefined && (await wasTaken(db, organisation, 'mail'));
  const figures = await readFigures(deps, surroundings);
  const backups = looksOf(figures).find(({ what }) => what === 'Backups');
  const isBacked = backups?.state !== 'wrong' && figures.backupAge !== undefined;
  const backed = backups?.words ?? '';
  return [
    look(
      'people',
      'A second person',
      second !== undefined && `${second.name} can confirm what you start.`,
      'Nobody else can confirm your proposals yet. Add a second person to confirm fees, statements and settlements.',
    ),
    look(
      'officers',
      'Officers and zones',
      officers > 0 && `Accounts of officers, operators and zonal heads: ${officers}.`,
      'Add booking officers and zonal heads, one by one or from a list.',
    ),
    look(
      'contacts',
      'Contacts and logo',
      lacking.length === 0 && 'Papers and public pages tell drivers how to reach you.',
      `Papers still need ${listed(lacking)}.`,
    ),
    look(
      'gateway',
      'Payment gateway',
      gateway !== null &&
        silent === null &&
        `${gateway.name} is responding and accepts Hanya’s key.`,
      silent ?? 'No payment gateway is set up, so nobody can create or pay a bill.',
      { state: gateway === null ? 'doubtful' : 'wrong', atServer: true },
    ),
    look(
      'mail',
      'Mail',
      isTried && 'The mail server accepted an email.',
      smtpUrl === undefined
        ? 'SMTP_URL is not set, so Hanya cannot email password links.'
        : 'Send an email to yourself to check that password links will arrive.',
      { atServer: smtpUrl === undefined },
    ),
    look('backup', 'Backup', isBacked && backed, backed, {
      state: typeof figures.backupAge === 'number' ? 'wrong' : 'doubtful',
      atServer: true,
    }),
    await mapping,
  ];
}

/** Answers what papers do not yet tell drivers about the organisation. */
async function papersLack(db: Database, organisation: Organisation): Promise<string[]> {
  const of = { organisation, demo: false };
  const [{ phone, whatsapp, office }, logo] = await Promise.all([
    contactsOf(db, of),
    logoOf(db, of),
  ]);
  return [
    ...(phone || whatsapp ? [] : ['a phone number']),
    ...(office ? [] : ['the office where drivers collect vehicles']),
    ...(logo === null ? ['a logo'] : []),
  ];
}

/** `a, b and c` */
const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

/** Well without streets, or where this server has read their file at its start, or a tile just now. */
async function mapStep({ config, mapFaults }: Deps): Promise<SetupStep> {
  const { mapFile, mapTilesUrl, publicUrl } = config;
  const isOthers = mapFile === undefined && mapTilesUrl !== '';
  const from = isOthers
    ? `${new URL(mapTilesUrl).host}, which is responding`
    : basename(mapFile ?? '');
  const tilesLack = isOthers ? await whyNoTiles(mapTilesUrl, publicUrl, patienceMs) : '';
  const lack = [...mapFaults, tilesLack].filter((words) => words !== '').join(' ');
  const well =
    from === ''
      ? 'The map shows states, local governments, rivers and towns. MAP_FILE or MAP_TILES_URL adds streets.'
      : `Streets come from ${from}.`;
  return look('map', 'Map', lack === '' && well, lack, {
    state: 'wrong',
    atServer: true,
  });
}

async function countOfficers(db: Database, organisation: Organisation): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', 'in', ['booking officer', 'operator', 'zonal head'])
    .where('active', '=', true)
    .where('demo', '=', false)
    .where('state', '=', stateOfOrganisation(organisation))
    .executeTakeFirstOrThrow();
  return count;
}

/** True if a state admin took the step, outside the demo. */
async function wasTaken(db: Database, organisation: string, step: Taken): Promise<boolean> {
  const { rows } = await sql`
    select from audit join users on users.id = actor_id
    where record_type = 'organisation' and record_id = ${organisation}
      and event = 'organisation.set-up' and after ->> 'step' = ${step} and not users.demo
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes a step. Taken twice at once it is taken. */
export async function takeStep(
  { db, mailer }: Deps,
  actor: Actor,
  { userId }: Caller,
  { organisation, step }: { organisation: Organisation; step: Taken },
): Promise<Refusal | undefined> {
  if (step === 'mail') {
    const own = db.selectFrom('users').select('email').where('id', '=', userId);
    const { email: to } = await own.executeTakeFirstOrThrow();
    const text = 'You asked for this email. It has arrived, so password links will arrive too.\n';
    try {
      await mailer.send({ to, subject: 'Test email from Hanya', text });
    } catch (error) {
      const said = String(error instanceof Error ? error.message : error).replaceAll(/\s+/g, ' ');
      return new Refusal(503, 'mail_failed', `The email could not be sent: ${said.slice(0, 200)}`);
    }
  }
  const row = { event: 'organisation.set-up', record: 'organisation', id: organisation } as const;
  await db
    .transaction()
    .execute((trx) => writeAudit(trx, actor, { ...row, before: null, after: { step } }));
  return undefined;
}
