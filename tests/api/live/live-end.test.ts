import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { liveBookings } from '#contract/live.ts';
import { sweepOutbox } from '#server/features/live/commands.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { asOwner } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { until } from '#tests/support/journey.ts';
import { idsReceived, listen, type LiveListener } from '#tests/support/live-listener.ts';
import { makePerson } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const somebody = () => makePerson(app, 'booking officer');

const hearing = (token: string, lastEventId?: string) =>
  listen({ url: app.url, token, ...(lastEventId !== undefined && { lastEventId }) });

const typesOf = ({ received }: LiveListener) => received.map(({ event }) => event.type);

// Side by side: the server looks at its listeners every three seconds.
describe.concurrent('a stream ends with `ended`', () => {
  test('when its session is ended by a logout', async () => {
    const { client, token } = await somebody();
    const listener = await hearing(token);
    await client.ok(logout);
    await listener.over;
    expect(typesOf(listener).at(-1)).toBe('ended');
    await expect(hearing(token, listener.lastId())).rejects.toThrow('401');
  });

  test.each<[string, Record<string, unknown>]>([
    ['the account is closed', { active: false }],
    ['the role changes', { role: 'operator' }],
    ['the scope changes', { zone: 'Zaria' }],
  ])('when %s', async (_what, change) => {
    const { id, token } = await somebody();
    const listener = await hearing(token);
    await app.db.updateTable('users').set(change).where('id', '=', id).execute();
    await listener.over;
    expect(typesOf(listener).at(-1)).toBe('ended');
  });

  test('when the session was not used for an hour, because listening is not use', async () => {
    const { id, token } = await somebody();
    const lastUse = async () => {
      const sessions = app.db.selectFrom('sessions').where('user_id', '=', id);
      return (await sessions.select('last_used_at').executeTakeFirstOrThrow()).last_used_at;
    };
    const unusedFor = (minutes: number) =>
      app.db
        .updateTable('sessions')
        .set({ last_used_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', id)
        .execute();
    await unusedFor(59);
    const before = await lastUse();
    const listener = await hearing(token);
    const bookingId = await storeBooking(app.db, id);
    await until('it is heard', () =>
      Promise.resolve(idsReceived(listener.received, 'made').includes(bookingId)),
    );
    expect(await lastUse()).toEqual(before);
    await unusedFor(61);
    await listener.over;
    expect(typesOf(listener).at(-1)).toBe('ended');
  });
});

test('a session of somebody else goes on listening', async () => {
  const [leaving, staying] = [await somebody(), await somebody()];
  const listeners = [await hearing(leaving.token), await hearing(staying.token)] as const;
  await leaving.client.ok(logout);
  await listeners[0].over;
  const id = await storeBooking(app.db, staying.id);
  await until('it is heard', () =>
    Promise.resolve(idsReceived(listeners[1].received, 'made').includes(id)),
  );
  await listeners[1].cut();
});

test('a server that stops ends its streams without a last word, so that they are opened again', async () => {
  const { token } = await somebody();
  const other = await anotherInstance(app);
  const listener = await listen({ url: other.url, token });
  await other.stop();
  await listener.over;
  expect(typesOf(listener)).toEqual([]);
});

test('of more than five streams of one person the oldest gives way', async () => {
  const { token } = await somebody();
  const listeners: LiveListener[] = [];
  for (let count = 0; count < 6; count += 1) listeners.push(await hearing(token));
  const [oldest, ...others] = listeners;
  await oldest?.over;
  const overs = others.map(({ over }) => over.then(() => 'over'));
  expect(await Promise.race([...overs, wait(200, 'open')])).toBe('open');
  await Promise.all(others.map((listener) => listener.cut()));
});

test('whoever does not read is cut off, and nobody else notices', { tags: 'night' }, async () => {
  const { id, token } = await somebody();
  const other = await anotherInstance(app);
  const reader = await listen({ url: other.url, token });
  const idle = connect(Number(new URL(other.url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  idle.write(
    `GET ${liveBookings.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  idle.pause();
  const connections = () =>
    new Promise<number>((resolve) => {
      other.server.server.getConnections((_error, count) => {
        resolve(count);
      });
    });
  await until('both are connected', async () => (await connections()) === 2);

  const booking = await storeBooking(app.db, id);
  await asOwner(
    app,
    `insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
     select record_type, record_id, 'billed', organisation, zone, demo, made_on
     from outbox, generate_series(1, 20000) where record_id = $1`,
    [booking],
  );
  await until('the idle one is cut off', async () => (await connections()) === 1);
  const last = await storeBooking(app.db, id);
  await until('the reader heard all', () =>
    Promise.resolve(idsReceived(reader.received, 'made').includes(last)),
  );
  expect(idsReceived(reader.received, 'billed')).toHaveLength(20_000);
  idle.destroy();
  await reader.cut();
  await other.stop();
});

describe('a stream that cannot be resumed begins with `reset`, and goes on from now', () => {
  const beginsWith = async (token: string, lastEventId: string) => {
    const listener = await hearing(token, lastEventId);
    await until('something is heard', () => Promise.resolve(listener.received.length > 0));
    await listener.cut();
    return listener;
  };

  test('when its id is of another installation, of the future or no id at all', async () => {
    const { token } = await somebody();
    const listener = await hearing(token);
    await listener.cut();
    const [epoch = '', xid = ''] = listener.lastId().split('-');
    const odd = [
      `${'0'.repeat(32)}-${xid}-0`,
      `${epoch}-${BigInt(xid) + 1_000_000n}-0`,
      `${epoch}-99999999999999999999-0`,
      `${epoch}-${xid}`,
      `${epoch}-${xid}-0; drop table outbox`,
      'nonsense',
    ];
    for (const id of odd) {
      const again = await beginsWith(token, id);
      expect(typesOf(again)[0], id).toBe('reset');
      expect(again.lastId().startsWith(`${epoch}-`)).toBe(true);
    }
  });

  test('when it broke off more than a day ago, whether or not that was swept away', async () => {
    const { id, token } = await somebody();
    const early = await hearing(token);
    await early.cut();
    const [first, second] = [await storeBooking(app.db, id), await storeBooking(app.db, id)];
    const late = await hearing(token, early.lastId());
    await until('both are heard', () =>
      Promise.resolve(idsReceived(late.received, 'made').includes(second)),
    );
    expect(idsReceived(late.received, 'made')).toEqual([first, second]);
    await late.cut();
    await asOwner(app, `update outbox set at = at - interval '25 hours'`);
    expect(typesOf(await beginsWith(token, early.lastId()))[0]).toBe('reset');

    await foldAll(app.db);
    await sweepOutbox(app.db);
    expect((await beginsWith(token, early.lastId())).received[0]?.event.type).toBe('reset');
    const fresh = await storeBooking(app.db, id);
    const resumed = await beginsWith(token, late.lastId());
    expect(idsReceived(resumed.received, 'made')).toEqual([fresh]);
    expect(typesOf(resumed)).not.toContain('reset');
  });

  test('and what is not counted yet is never swept away', async () => {
    const { id } = await somebody();
    const rows = () => asOwner(app, 'select record_id from outbox order by xid, seq');
    const before = await app.owner.transaction().execute(async (trx) => {
      // Holds the mark, so that nothing made from here on is folded meanwhile.
      await trx.selectFrom('figure_mark').select('xid').forUpdate().execute();
      await storeBooking(app.db, id);
      await asOwner(
        app,
        `update outbox set at = at - interval '25 hours'
          where xid >= (select xid from figure_mark)`,
      );
      const made = await rows();
      expect(await sweepOutbox(app.db)).toBe(0);
      return made;
    });
    expect(await rows()).toEqual(before);
  });
});
