import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeContacts, changeLogo, readContacts, readLogo } from '#contract/contacts.ts';
import { proposeDuty } from '#contract/duties.ts';
import { decideFee, listFees, proposeFee, readFees } from '#contract/fees.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { proposeTicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { certifyDevice } from '#contract/modules/field-work/devices.ts';
import { decideStatement, sendStatement } from '#contract/modules/money/statements.ts';
import { decideClosing, proposeClosing } from '#contract/modules/reports/report-closings.ts';
import { listOffences } from '#contract/offences.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { requireFactor } from '#contract/required-factors.ts';
import { createView } from '#contract/views.ts';
import { closeDemo } from '#server/demo/seed.ts';
import { anImage, recorded } from '#tests/support/collisions.ts';
import { aPhone } from '#tests/support/devices.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow, feeSince } from '#tests/support/fees.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, bookedWithBill, payAtGateway } from '#tests/support/journey.ts';
import { aLateRecord, aTakenOutRecord } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { turnOnApp } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { someRules } from '#tests/support/ticket-rules.ts';

/** Why what a demo leaves in a table without a mark of the demo counts nothing afterwards. */
const withoutMark: Readonly<Record<string, string>> = {
  alarms: 'over with their cause',
  attempts: 'forgotten after minutes',
  audit: 'says whose record it is about; the demo’s stay the demo’s',
  audit_seals: 'seals the trail of both',
  booking_files: 'of a booking, which is marked',
  case_files: 'of a booking, which is marked',
  closed_papers: 'of a report, whose proposal is marked',
  dispute_files: 'of a dispute, which is marked',
  breakage_accounts: 'no record: forgotten after a day',
  breakages: 'no record: what broke in a browser',
  collision_additions: 'of a collision, which is marked',
  collision_corrections: 'of a collision, which is marked',
  collision_doubles: 'of two collisions, which are marked',
  collision_files: 'of a collision, which is marked',
  collision_officers: 'of a collision, which is marked',
  collision_vehicles: 'of a collision, which is marked',
  collision_witnesses: 'of a collision, which is marked',
  coming_files: 'of a collision, which is marked',
  devices: 'of an account, which is marked and closed',
  figure_mark: 'how far is counted, of both',
  former_accounts: 'of an account, which is marked',
  installation: 'of the database',
  lookups: 'of an account, which is marked',
  message_reports: 'of a message, which is marked',
  migrations: 'of the database',
  releases: 'of the database',
  notices: 'of a bill, whose booking is marked',
  originals: 'of a file, which is marked',
  passkey_challenges: 'of a session, which is ended',
  passkeys: 'of an account, which is marked and closed',
  password_resets: 'of an account, which is marked and closed',
  published_roots: 'of the trail of both',
  recovery_codes: 'of an account, which is marked and closed',
  report_mails: 'to an account, which is marked and closed',
  report_schedules: 'of a saved view, which is marked',
  revenue_heads: 'fetched anew from the gateway at every start',
  security_events: 'name an account, which is marked',
  sessions: 'of an account, which is marked and closed; they are ended',
  setup_codes: 'work while there is no account',
  sign_in_steps: 'of an account, which is marked and closed',
  report_closings: 'of a proposal, which is marked',
  statement_lines: 'of a statement, which is marked',
  sweeps: 'when a sweep was begun, for a minute',
  totp_keys: 'of an account, which is marked and closed',
  unused_files: 'have no record at all',
  verifications: 'of the trail of both',
};

const content = 'Date,Reference,Receipt,Amount\n2024-01-02,NOBODY,,12000\n';
const statementFile = [{ field: 'file', content }];
const closed = { kind: 'e', from: '2024-01-01', to: '2024-01-31' } as const;
const fee = {
  organisation: 'Kaduna' as const,
  amount: 1,
  from: dayFromNow(9),
  reason: 'Gazette of the demo.',
};

let app: TestApp;
let demoAdmin: Person;
let demoOfficer: Person;
let admin: Person;
let officer: Person;
let proposal: string;
let statement: string;
let closing: string;

async function ofTheDemo(role: 'state admin' | 'booking officer'): Promise<Person> {
  const person = await makePerson(app, role, role === 'state admin' ? {} : { zone: 'Zaria' });
  await asOwner(app, 'update users set demo = true where id = $1', [person.id]);
  return person;
}

beforeAll(async () => {
  app = await startTestApp();
  demoAdmin = await ofTheDemo('state admin');
  demoOfficer = await ofTheDemo('booking officer');
  admin = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  await aDemoDay();
});
afterAll(() => app.stop());

/** What people try out in a demo. */
async function aDemoDay(): Promise<void> {
  await feeSince(app, { offence: 'LGC-17', days: 0, naira: 50_000, by: demoAdmin.id });
  const { client } = demoOfficer;
  const { _id } = await bookedWithBill(client);
  const { url } = await client.ok(startPayment, {
    body: { billRef: (await billed(client, _id)).billRef },
  });
  await payAtGateway(url);
  await client.ok(checkBooking, { params: { id: _id } });
  await recorded(client);
  await anException(app.db, client);
  await aLateRecord(client);
  await client.ok(takeOutRecord, { body: aTakenOutRecord() });
  await client.ok(certifyDevice, { body: { key: (await aPhone()).key } });
  const view = { name: 'Mine', screen: 'unpaid', query: '', shared: true };
  await client.ok(createView, { body: view });
  const by = demoAdmin.client;
  await turnOnApp(by);
  await by.ok(requireFactor, { params: { role: 'observer' }, body: { required: true } });
  proposal = (await by.ok(proposeFee, { params: { id: 'LGC-20' }, body: fee })).data.id;
  statement = (await by.ok(sendStatement, { body: {}, files: statementFile })).data.id;
  closing = (await by.ok(proposeClosing, { body: closed })).data.id;
  const rules = { rules: someRules, from: fee.from, reason: 'The gazette.' };
  await by.ok(proposeTicketRules, { body: rules });
  await by.ok(proposeDuty, { body: { duty: 'reviewer', user: demoOfficer.id } });
  await by.ok(changeContacts, { body: { phone: '0700 555 0999' } });
  await by.ok(changeLogo, { body: {}, files: [await anImage('logo')] });
  await foldAll(app.db);
}

test('every table in which a demo leaves rows marks them, or it is said why they count nothing', async () => {
  const tables = await asOwner(
    app,
    `select relname as name, exists (
       select from pg_attribute
       where attrelid = pg_class.oid and attname = 'demo' and not attisdropped) as marked
     from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     order by 1`,
  );
  const unmarked = tables.filter(({ marked }) => marked === false).map(({ name }) => String(name));
  expect(unmarked).toEqual(Object.keys(withoutMark).sort());
});

test('every row that a demo day leaves in a table with a mark is marked', async () => {
  const tables = await asOwner(
    app,
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'demo'
     order by 1`,
  );
  for (const { name } of tables) {
    const table = String(name);
    const who = table === 'users' ? `where id in ('${demoAdmin.id}', '${demoOfficer.id}')` : '';
    const rows = await sql<{ real: number }>`
      select count(*) filter (where not demo)::integer as real from ${sql.table(table)}
      ${sql.raw(who)}`.execute(app.db);
    // Nobody else has done anything yet but to be added.
    if (table !== 'activities') expect(rows.rows[0]?.real, table).toBe(0);
  }
});

describe('after the demo', () => {
  beforeAll(async () => {
    await closeDemo(app.db);
  });

  test('its fees price no real booking, and are in no list of fees and no form', async () => {
    const real = await booked(officer.client, { offence: [{ id: 'LGC-17' }] });
    const own = (await admin.client.ok(listOffences, {})).data.find(({ id }) => id === 'LGC-17');
    expect(real.price).toBe(own?.amount);
    expect(real.price).not.toBe(50_000);
    const { data } = await admin.client.ok(readFees, { params: { id: 'LGC-17' } });
    expect(data.fees.map(({ amount }) => amount)).toEqual([own?.amount]);
    const priced = (await admin.client.ok(listFees, {})).data;
    expect(priced.filter(({ next, waiting }) => next !== null || waiting !== null)).toEqual([]);
  });

  test('its contacts and its logo stand on no real paper', async () => {
    expect((await admin.client.ok(readContacts, {})).data.phone).toBe('');
    expect((await admin.client.ok(readLogo, {})).data.logo).toBeNull();
  });

  test('its proposals are nobody’s to confirm, and keep no real one from being made', async () => {
    const decision = { params: { id: proposal }, body: { agrees: true } };
    expect((await admin.client.call(decideFee, decision)).status).toBe(404);
    const same = await admin.client.call(proposeFee, { params: { id: 'LGC-20' }, body: fee });
    expect(same.status).toBe(200);
    await expect(
      asOwner(
        app,
        `update proposals set outcome = 'confirmed', decided_by = $1, decided_at = now()
         where id = $2`,
        [admin.id, proposal],
      ),
    ).rejects.toThrow('A proposal of the demo is confirmed in the demo alone');
  });

  test('its statements are nobody’s to confirm, and keep the same file from nobody', async () => {
    const decision = { params: { id: statement }, body: { agrees: true } };
    expect(await admin.client.call(decideStatement, decision)).toMatchObject({
      status: 409,
      body: { code: 'other_world' },
    });
    const same = await admin.client.call(sendStatement, { body: {}, files: statementFile });
    expect(same.status).toBe(200);
  });

  test('its closings are nobody’s to confirm, and keep no real report open', async () => {
    const decision = { params: { id: closing }, body: { agrees: true } };
    expect(await admin.client.call(decideClosing, decision)).toMatchObject({
      status: 409,
      body: { code: 'other_world' },
    });
    const same = await admin.client.ok(proposeClosing, { body: closed });
    expect(same.data.version).toBe(1);
  });
});

test('a proposal of an account that was closed meanwhile is refused, not confirmed', async () => {
  const leaver = await makePerson(app, 'state admin');
  const { data } = await leaver.client.ok(proposeFee, { params: { id: 'LGC-21' }, body: fee });
  await asOwner(app, 'update users set active = false where id = $1', [leaver.id]);
  const decide = (agrees: boolean) =>
    admin.client.call(decideFee, {
      params: { id: data.id },
      body: { agrees, reason: agrees ? '' : 'Who proposed it has left.' },
    });
  expect(await decide(true)).toMatchObject({ status: 409, body: { code: 'closed_account' } });
  expect((await decide(false)).status).toBe(200);
});
