import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { sendStatement } from '#contract/modules/money/statements.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { verifyAudit, walkTrail } from '#server/trail.ts';
import { openSession, type Session } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, payAtGateway } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Session;
let officerId: string;
let superiorId: string;
/** One with its bill, and one that was paid and cleared. */
let unpaid: string;
let cleared: string;
/** One that waits to be confirmed. */
let statement: string;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  superiorId = (await makeAccount(app.db, 'state admin')).id;
  officer = await openSession(app.url, account.email);
  const { client } = officer;
  unpaid = (await billed(client, (await booked(client))._id))._id;
  const { _id, billRef } = await billed(client, (await booked(client))._id);
  await payAtGateway((await client.ok(startPayment, { body: { billRef } })).url);
  await client.ok(checkBooking, { params: { id: _id } });
  await client.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  cleared = _id;
  const admin = await makeAccount(app.db, 'state admin');
  const content = 'Date,Reference,Receipt,Amount\n2024-01-02,NOBODY,,12000\n';
  const files = [{ field: 'file', content }];
  const { data } = await (
    await openSession(app.url, admin.email)
  ).client.ok(sendStatement, { body: {}, files });
  statement = data.id;
  await foldAll(app.db);
});
afterAll(() => app.stop());

const row = `record_type, record_id, number, event, actor_role, address, at, salt, digest,
  previous_hash, hash`;

describe('the verification names', () => {
  /** What it finds after this was done by hand, in a transaction that is then undone. */
  async function findingsAfter(...statements: string[]): Promise<readonly string[]> {
    const trx = await app.owner.startTransaction().setIsolationLevel('repeatable read').execute();
    try {
      for (const statement of statements) await sql.raw(statement).execute(trx);
      return (await walkTrail(trx)).findings;
    } finally {
      await trx.rollback().execute();
    }
  }

  const withoutTriggers = (table: string, statement: string): string[] => [
    `alter table ${table} disable trigger user`,
    statement,
  ];

  test('nothing while nobody forges anything', async () => {
    expect((await verifyAudit(app.db)).findings).toEqual([]);
  });

  test.each([
    [
      'a booking that is paid without a payment',
      () => withoutTriggers('bookings', `update bookings set paid = true where id = '${unpaid}'`),
      () => `Booking ${unpaid} is paid without a payment of its price.`,
    ],
    [
      'a booking that is paid without a row of the trail',
      () => withoutTriggers('bookings', `update bookings set paid = true where id = '${unpaid}'`),
      () => `Booking ${unpaid} has no row that says booking.paid.`,
    ],
    [
      'a payment that was taken out',
      () => withoutTriggers('payments', `delete from payments where booking_id = '${cleared}'`),
      () => `Booking ${cleared} is paid without a payment of its price.`,
    ],
    [
      'a fee that nobody confirmed',
      () =>
        withoutTriggers(
          'offence_fees',
          `insert into offence_fees (organisation, offence_id, from_day, amount_kobo, reason, set_by)
           values ('Kaduna', 'LGC-01', '2027-01-01', 0, 'So.', '${superiorId}')`,
        ),
      () => 'The fee of Kaduna LGC-01 from 2027-01-01 has no row that says fee.set.',
    ],
    [
      'a statement that nobody confirmed',
      () =>
        withoutTriggers(
          'statements',
          `update statements set in_force = true where id = '${statement}'`,
        ),
      () => `Statement ${statement} is in force, though the trail names nobody who confirmed it.`,
    ],
    [
      'a statement to which a line was added',
      () =>
        withoutTriggers(
          'statement_lines',
          `insert into statement_lines values ('${statement}', 1000, 'STRAY', '', 100, now())`,
        ),
      () => `Statement ${statement} has other lines than the trail says.`,
    ],
    [
      'a receipt that was changed',
      () =>
        withoutTriggers(
          'payments',
          `update payments set receipt = '1' where booking_id = '${cleared}'`,
        ),
      () => `Booking ${cleared} has another payment than the trail says.`,
    ],
    [
      'a price that was changed',
      () =>
        withoutTriggers('bookings', `update bookings set price_kobo = 100 where id = '${unpaid}'`),
      () => `Booking ${unpaid} has another price than the trail says.`,
    ],
    [
      'an offence that was changed',
      () =>
        withoutTriggers(
          'booking_offences',
          `update booking_offences set amount_kobo = 100 where booking_id = '${unpaid}'`,
        ),
      () => `Booking ${unpaid} charges other than its price.`,
    ],
    [
      'a plate that was changed',
      () => [`update bookings set registration = 'XYZ' where id = '${unpaid}'`],
      () => `Booking ${unpaid} names another vehicle than the trail says.`,
    ],
    [
      'a person who was changed',
      () => [`update bookings set name = 'Somebody' where id = '${unpaid}'`],
      () => `Booking ${unpaid} names another person than the trail says.`,
    ],
    [
      'a maker who was changed',
      () => [`update bookings set created_by = '${superiorId}' where id = '${unpaid}'`],
      () => `Booking ${unpaid} has another maker than the trail says.`,
    ],
    [
      'a booking that was moved',
      () => [`update bookings set zone = 'Igabi' where id = '${unpaid}'`],
      () => `Booking ${unpaid} stands elsewhere than the trail says.`,
    ],
    [
      'a booking made older',
      () => [
        `update bookings set created_at = created_at - interval '1 day' where id = '${unpaid}'`,
      ],
      () => `Booking ${unpaid} was made at another time than the trail says.`,
    ],
    [
      'a ticket that was turned into a demo',
      () => [`update bookings set demo = true where id = '${unpaid}'`],
      () => `Booking ${unpaid} is in the demo, unlike its maker, or the other way round.`,
    ],
    [
      'a clearance that was taken back',
      () =>
        withoutTriggers(
          'bookings',
          `update bookings set completed = false, completed_at = null, completed_by = null
           where id = '${cleared}'`,
        ),
      () => `Booking ${cleared} is not cleared, though the trail says so.`,
    ],
    [
      'a role that was given by hand',
      () => [`update users set role = 'state admin' where id = '${officerId}'`],
      () => `User ${officerId} has another role than the trail says.`,
    ],
    [
      'a zone that was given by hand',
      () => [`update users set zone = 'Igabi' where id = '${officerId}'`],
      () => `User ${officerId} works elsewhere than the trail says.`,
    ],
    [
      'an account that was closed by hand',
      () => [`update users set active = false where id = '${officerId}'`],
      () => `User ${officerId} is open or closed, unlike the trail says.`,
    ],
    [
      'a factor that nobody called lost',
      () => [`update users set factor_reset_asked_at = now() where id = '${officerId}'`],
      () =>
        `User ${officerId} has asked for its second factors to be taken away, though no row says so.`,
    ],
    [
      'an account that was made by hand',
      () => [
        `insert into users (id, email, password_hash, first_name, last_name, role)
         values ('forged', 'forged@hanya.test', '', '', '', 'state admin')`,
      ],
      () => 'User forged has no row that says how the account was made.',
    ],
    [
      'a figure that was changed',
      () => ["update figures set issued = issued + 1 where span = 'all' and zone = ''"],
      (): unknown =>
        expect.stringMatching(
          /^The figures by place of Kaduna, all zones since 0001-01-01 are not those of its records\.$/,
        ),
    ],
    [
      'a withdrawal that an officer’s figures leave out',
      () => ["update figures set withdrawn = withdrawn - 1 where kind = 'officer'"],
      (): unknown =>
        expect.stringMatching(/^The figures by officer of Kaduna, .* are not those of/),
    ],
    [
      'money that a head’s figures leave out',
      () => ["update figures set received_kobo = received_kobo - 100 where kind = 'head'"],
      (): unknown => expect.stringMatching(/^The figures by head of Kaduna, .* are not those of/),
    ],
    [
      'a row of a transaction to come',
      () => [
        'alter table audit disable trigger audit_row_follows',
        `insert into audit (xid, ${row}) select '9000000000000000000', ${row
          .replace('record_id', "'elsewhere'")
          .replace('number', '1')}
         from audit where record_id = '${unpaid}' limit 1`,
      ],
      (): unknown => expect.stringMatching(/^The audit row with the id \d+ has no seal\.$/),
    ],
    [
      'a row that says an earlier time than the one before it',
      () => [
        'alter table audit disable trigger audit_row_follows',
        `insert into audit (${row})
         select record_type, record_id, number + 1, event, actor_role, address,
                at - interval '1 day', salt, digest, hash, hash
         from audit where record_id = '${unpaid}' order by number desc limit 1`,
      ],
      (): unknown => expect.stringMatching(/^Row \d+ of booking .* was changed\.$/),
    ],
  ])('%s', async (_forgery, statements, finding) => {
    expect(await findingsAfter(...statements())).toContainEqual(finding());
  });

  test('of more than a thousand places the first are told, and that there are more', async () => {
    const days = (many: number) => `
      insert into figures
      select 'place', 'Kaduna', 'Giwa', false, 'day', date '2001-01-01' + n, '', '', '', 1, 0, 0, 0,
             0, 0, 0, 0, 0, 0, 0, 0
      from generate_series(1, ${many}) as n`;
    expect(await findingsAfter(days(1_000))).toHaveLength(1_000);
    const findings = await findingsAfter(days(1_200));
    expect(findings).toHaveLength(1_001);
    expect(findings.at(-1)).toBe('There are more findings, which are not listed.');
  });
});
