import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { guestToken } from '#contract/auth.ts';
import type { DB } from '#server/db/tables.ts';
import { createSessions, idleLimitMs } from '#server/features/auth/sessions.ts';
import type { Tokens } from '#server/features/auth/tokens.ts';
import { ForgedToken } from '#server/http/refusal.ts';
import { partly } from '#tests/support/partly.ts';
import { refusal } from './refusals.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const ended = [401, 'session_ended', 'Your session has ended. Sign in to continue.'];

/** A row as the database would answer it. */
const aRow = (changes: object = {}) => ({
  sessionId: 'S1',
  last_used_at: new Date(start),
  expires_at: new Date(start + 12 * 60 * minute),
  id: 'U1',
  first_name: 'Amina',
  last_name: 'Sule',
  role: 'operator',
  state: 'Ogun',
  zone: 'Sagamu',
  demo: false,
  lacksFactor: false,
  ...changes,
});

const caller = {
  userId: 'U1',
  sessionId: 'S1',
  role: 'operator',
  name: 'Amina Sule',
  state: 'Ogun',
  scope: { organisation: 'Ogun', zone: 'Sagamu', demo: 'excluded' },
  demo: false,
  lacksFactor: false,
};

interface Asked {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Sessions over a database that answers these rows, or fails. */
function sessionsOver(
  rows: () => readonly object[],
  {
    demo = false,
    guest = false,
    fails = (): Error | undefined => undefined,
    elapsed = (): number => 0,
  } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed());
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const asked: Asked[] = [];
  const executeQuery = <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    asked.push({ sql: sql.replaceAll('"', ''), parameters });
    const failure = sql.startsWith('update') ? fails() : undefined;
    return failure ? Promise.reject(failure) : Promise.resolve({ rows: [...rows()] as R[] });
  };
  class Driver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      // Nothing here streams, which is all that a connection can do besides.
      return Promise.resolve(partly<DatabaseConnection>({ executeQuery }));
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const tokens: Tokens = {
    sign: () => Promise.reject(new Error()),
    sessionOf: (token) =>
      Promise.resolve(token === 'over' ? 'over' : token === 'forged' ? null : { id: token }),
  };
  const sessions = createSessions(db, tokens, { demo, guest });
  const as = async (token = 'S1', countsAsUse?: boolean) =>
    refusal(await sessions.authenticate(`Bearer ${token}`, countsAsUse));
  const updates = () => asked.filter(({ sql }) => sql.startsWith('update'));
  return { sessions, db, as, asked, updates };
}

describe('who calls', () => {
  test('is what the database has, read once for calls that come at once and within five seconds', async () => {
    let now = 0;
    const { as, asked, sessions } = sessionsOver(() => [aRow()], { elapsed: () => now });
    expect(await Promise.all([as(), as()])).toEqual([caller, caller]);
    now = 5_000;
    expect(await as()).toEqual(caller);
    expect(asked).toHaveLength(1);
    const { sql, parameters } = asked[0] ?? { sql: '', parameters: [] };
    expect(sql).toContain('from sessions inner join users on users.id = sessions.user_id');
    expect(sql).toContain('where sessions.id = any($');
    expect(sql).toContain(' and ended_at is null and active = $');
    expect(parameters).toContainEqual(['S1']);
    expect(parameters.at(-1)).toBe(true);
    now = 5_001;
    await as();
    expect(asked).toHaveLength(2);
    sessions.forget('S1');
    await as();
    expect(asked).toHaveLength(3);
  });

  test('is nobody without a token, and told nothing of why theirs is refused', async () => {
    const { sessions, as } = sessionsOver(() => []);
    const notSignedIn = [401, 'not_signed_in', 'Sign in first.'];
    for (const authorization of [undefined, '', 'Bearer', 'Basic x', 'x Bearer S1', 'Bearer a b'])
      expect(refusal(await sessions.authenticate(authorization))).toEqual(notSignedIn);
    expect(await as('forged')).toEqual(ended);
    expect(await sessions.authenticate('Bearer forged')).toBeInstanceOf(ForgedToken);
    for (const token of ['over', 'S1', guestToken]) {
      expect(await as(token)).toEqual(ended);
      expect(await sessions.authenticate(`bearer ${token}`)).not.toBeInstanceOf(ForgedToken);
    }
  });

  test('is a guest where guests are let in', async () => {
    const guest = { userId: 'guest', role: 'guest', name: 'Guest', sessionId: null, state: null };
    const { as, asked } = sessionsOver(() => [], { guest: true, demo: true });
    expect(await as(guestToken)).toMatchObject({
      ...guest,
      userId: expect.any(String) as string,
      scope: { organisation: null, zone: null, demo: 'only' },
      demo: true,
      lacksFactor: false,
    });
    expect(asked).toEqual([]);
    const real = sessionsOver(() => [], { guest: true });
    expect(await real.as(guestToken)).toMatchObject({ scope: { demo: 'none' } });
  });

  test('is nobody who is of a demo where there is none', async () => {
    expect(await sessionsOver(() => [aRow({ demo: true })]).as()).toEqual(ended);
    const { as } = sessionsOver(() => [aRow({ demo: true })], { demo: true });
    expect(await as()).toEqual({
      ...caller,
      demo: true,
      scope: { ...caller.scope, demo: 'included' },
    });
  });

  test('is looked up anew while a second factor is missing', async () => {
    let lacksFactor = true;
    const { as, asked } = sessionsOver(() => [aRow({ lacksFactor })]);
    expect(await as()).toEqual({ ...caller, lacksFactor: true });
    lacksFactor = false;
    expect(await as()).toEqual(caller);
    await as();
    expect(asked).toHaveLength(2);
  });

  test('is looked up anew after a look-up that found nobody, or failed', async () => {
    let rows: () => object[] = () => [];
    const { as, asked } = sessionsOver(() => rows());
    expect(await as()).toEqual(ended);
    rows = () => {
      throw new Error('away');
    };
    await expect(as()).rejects.toThrow('away');
    rows = () => [aRow()];
    expect(await as()).toEqual(caller);
    expect(asked).toHaveLength(3);
  });
});

describe('a session is over', () => {
  test('an hour after its last use', async () => {
    expect(idleLimitMs).toBe(60 * minute);
    const { as } = sessionsOver(() => [aRow({ last_used_at: new Date(start - 60 * minute + 1) })]);
    expect(await as()).toEqual(caller);
    const late = sessionsOver(() => [aRow({ last_used_at: new Date(start - 60 * minute) })]);
    expect(await late.as()).toEqual(ended);
  });

  test('with its shift', async () => {
    const { as } = sessionsOver(() => [aRow({ expires_at: new Date(start + 1) })]);
    expect(await as()).toEqual(caller);
    expect(await sessionsOver(() => [aRow({ expires_at: new Date(start) })]).as()).toEqual(ended);
  });
});

describe('a use', () => {
  const used = (ago: number) => () => [aRow({ last_used_at: new Date(start - ago) })];

  test('is noted at most once a minute', async () => {
    const { as, updates } = sessionsOver(used(minute - 1));
    await as();
    expect(updates()).toEqual([]);
    const due = sessionsOver(used(minute));
    await due.as();
    await due.as();
    expect(due.updates()).toEqual([
      {
        sql: 'update sessions set last_used_at = $1 where id = $2',
        parameters: [new Date(start), 'S1'],
      },
      {
        sql: 'update users set last_active = $1 where id = $2',
        parameters: [new Date(start), 'U1'],
      },
    ]);
  });

  test('is none that a page makes by itself', async () => {
    const { as, updates } = sessionsOver(used(30 * minute));
    await as('S1', false);
    expect(updates()).toEqual([]);
  });

  test('that a full disk kept from being written is remembered until one is written', async () => {
    let full = true;
    const noRoom = Object.assign(new Error('no room'), { code: '53100' });
    const { sessions, as, updates } = sessionsOver(used(50 * minute), {
      fails: () => (full ? noRoom : undefined),
    });
    const written = new Date(start - 50 * minute);
    expect(sessions.lastUse('S1', written)).toBe(written);
    expect(await as()).toEqual(caller);
    expect(sessions.lastUse('S1', written)).toEqual(new Date(start));
    expect(sessions.lastUse('S2', written)).toBe(written);
    expect(sessions.lastUse('S1', new Date(start + 1))).toEqual(new Date(start + 1));
    sessions.forget('S1');
    vi.setSystemTime(start + 59 * minute);
    expect(await as()).toEqual(caller);
    full = false;
    vi.setSystemTime(start + 70 * minute);
    sessions.forget('S1');
    expect(await as()).toEqual(caller);
    expect(sessions.lastUse('S1', written)).toBe(written);
    expect(updates()).toHaveLength(4);
  });

  test('that fails for another reason fails the call', async () => {
    const { as } = sessionsOver(used(2 * minute), { fails: () => new Error('away') });
    await expect(as()).rejects.toThrow('away');
  });
});

test('a proof holds for ten minutes, and is read anew each time', async () => {
  let rows: object[] = [{ id: 'S1' }];
  const { sessions, asked } = sessionsOver(() => rows);
  expect(await sessions.whyNotProved(caller as never)).toBeNull();
  rows = [];
  expect(refusal(await sessions.whyNotProved({ ...caller, sessionId: null } as never))).toEqual([
    403,
    'prove_again',
    'First confirm that it is you. Enter your code, or your password if you have no second factor.',
  ]);
  expect(asked).toEqual(
    ['S1', ''].map((id) => ({
      sql: "select id from sessions where id = $1 and proved_at > now() - $2::int * interval '1 minute'",
      parameters: [id, 10],
    })),
  );
});

test('the callers of many streams are read at once, without those who must set up a factor', async () => {
  const rows = () => [aRow(), aRow({ sessionId: 'S2', id: 'U2', lacksFactor: true })];
  const { sessions, asked, updates } = sessionsOver(rows, { guest: true });
  const callers = await sessions.callersOf(['S1', null, 'S2', 'S1']);
  expect([...callers.keys()]).toEqual(['S1', null]);
  expect(callers.get('S1')).toEqual(caller);
  expect(callers.get(null)).toMatchObject({ role: 'guest' });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.parameters).toContainEqual(['S1', 'S2']);
  expect(updates()).toEqual([]);
  const closed = await sessionsOver(rows).sessions.callersOf(['S1', null]);
  expect([...closed.keys()]).toEqual(['S1']);
  const alone = await sessionsOver(rows, { guest: true }).sessions.callersOf(['S1']);
  expect([...alone.keys()]).toEqual(['S1']);
});

test('of an account all sessions are ended that still hold, or all but one', async () => {
  const { sessions, db, updates } = sessionsOver(() => [{ id: 'S1' }, { id: 'S2' }]);
  const trx = db as Transaction<DB>;
  expect(await sessions.endAll(trx, 'U1', null)).toEqual(['S1', 'S2']);
  await sessions.endAll(trx, 'U1', 'S3');
  const ending = 'update sessions set ended_at = $1 where user_id = $2 and ended_at is null';
  expect(updates()).toEqual([
    { sql: `${ending} returning id`, parameters: [new Date(start), 'U1'] },
    { sql: `${ending} and id != $3 returning id`, parameters: [new Date(start), 'U1', 'S3'] },
  ]);
});
