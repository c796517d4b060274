import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTroubles } from '#server/features/alarms/queries.ts';
import { gatherSecurityEvents } from '#server/http/security-events.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
beforeAll(async () => {
  app = await startTestApp({ DEMO: 'off', GUEST: 'off' });
  admin = await makePerson(app, 'state admin', { state: null });
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

describe('strangers that fill a day', () => {
  /** What is left of an event, by its kind and what it is about. */
  const rowsAbout = async (about: string) =>
    (
      await sql<{ account: string; concerns: string; address: string; count: number }>`
        select account, concerns, address, sum(count)::integer as count from security_events
        where about = ${about} group by account, concerns, address`.execute(app.db)
    ).rows;
  const strangers = (many: number, addressOf: (n: number) => string) => {
    const events = gatherSecurityEvents(app.db, 'a secret');
    for (let n = 0; n < many; n += 1)
      events.note({
        kind: 'sign-in failed',
        email: `nobody${n}@nowhere.example`,
        address: addressOf(n),
        about: 'POST /flood',
      });
    return events;
  };

  beforeAll(async () => {
    await sql`delete from security_events`.execute(app.owner);
  });

  test('have two hundred rows from one address, however many addresses they make up', async () => {
    await strangers(600, () => '10.8.8.8').write();
    expect(await rowsAbout('POST /flood')).toHaveLength(200);
    expect(await rowsAbout('more than are told apart of one address in a day')).toEqual([
      { account: '', concerns: '', address: '10.8.8.8', count: 400 },
    ]);
  });

  test('leave other strangers their rows', async () => {
    const other = gatherSecurityEvents(app.db, 'a secret');
    other.note({ kind: 'forged token', address: '10.1.2.3', about: 'GET /other' });
    await other.write();
    expect(await rowsAbout('GET /other')).toMatchObject([{ address: '10.1.2.3' }]);
    expect(await findTroubles(app.db)).not.toContainEqual(full);
  });

  const full = expect.objectContaining({ name: 'security events' }) as unknown;

  test('have two thousand rows together, and then only kinds are told apart, which is an alarm', async () => {
    await strangers(4_000, (n) => `10.7.${n >> 8}.${n & 255}`).write();
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from security_events
      where not ours and about not like 'more than%'`.execute(app.db);
    expect(rows[0]?.rows).toBe(2_000);
    expect(await rowsAbout('more than are told apart in a day')).toMatchObject([
      { account: '', address: '' },
    ]);
    expect(await findTroubles(app.db)).toContainEqual(full);
  });

  test.each([
    ['an officer’s refusal', { kind: 'not allowed', account: 'officer' }],
    ['an observer’s export', { kind: 'export', account: 'officer' }],
    ['an admin’s change of a role', { kind: 'rights', account: 'admin', concerns: 'officer' }],
    ['what is done to an account by nobody known', { kind: 'rights', concerns: 'officer' }],
    ['a sign-in that failed for an account of ours', { kind: 'sign-in failed', email: 'officer' }],
  ] as const)('blank no event of an account of ours: %s', async (what, event) => {
    const ids = { officer, admin };
    const idOf = (name: keyof typeof ids | undefined) => (name ? ids[name].id : undefined);
    // Of an e-mail address it is known only when it is written whether it is one of ours.
    const many = 'email' in event ? 4_000 : 5_500;
    const flood = strangers(many, (n) => `10.6.${n >> 8}.${n & 255}`);
    const [account, concerns] = [
      'account' in event ? idOf(event.account) : undefined,
      'concerns' in event ? idOf(event.concerns) : undefined,
    ];
    flood.note({
      kind: event.kind,
      address: '10.9.9.9',
      about: what,
      ...(account !== undefined && { account }),
      ...(concerns !== undefined && { concerns }),
      ...('email' in event && { email: officer.email }),
    });
    await flood.write();
    expect(await rowsAbout(what)).toMatchObject([
      { account: account ?? ('email' in event ? officer.id : ''), address: '10.9.9.9' },
    ]);
  });

  test('are those whose account is none of ours, whatever they are called', async () => {
    const made = Array.from({ length: 3 }, (_, n) => ({
      kind: 'export',
      account: `made up ${n}`,
      address: '10.3.3.3',
      about: 'made up',
      count: 1,
    }));
    await sql`select note_security_events(${JSON.stringify(made)}::jsonb)`.execute(app.db);
    expect(await rowsAbout('made up')).toEqual([]);
  });
});
