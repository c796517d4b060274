import { sql } from 'kysely';
import { expect } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { cursorHeader } from '#contract/live-cursor.ts';
import type { Role } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { boundReplays } from '#server/features/live/rules.ts';
import { createStreams } from '#server/features/live/streams.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { idsReceived, listen } from '#tests/support/live-listener.ts';
import { partly } from '#tests/support/partly.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { test } from '#tests/support/scene.ts';

test('whoever has had many events of the past begins afresh, and nobody else does', async ({
  app,
}) => {
  const { id: officer } = await makeAccount(app.db, 'booking officer');
  // Of all that a server has, a replay needs these three.
  const consequences = partly<Deps['consequences']>({ readsWhole: {} });
  const deps = partly<Deps>({ db: app.db, log: partly(console), consequences });
  const streams = createStreams(deps, boundReplays({ events: 3, withinMs: 3_600_000 }));
  const role: Role = 'state admin';
  const scope = { organisation: null, zone: null, demo: 'included' } as const;
  const somebody = (userId: string) => ({
    caller: {
      userId,
      sessionId: userId,
      role,
      name: userId,
      state: null,
      scope,
      demo: false,
      lacksFactor: false,
    },
    scope,
  });
  /** What a stream says until it has caught up. */
  async function hear(userId: string, last: string, lastEventId?: string): Promise<string> {
    const stream = await streams.open(somebody(userId), { lastEventId, address: '' });
    let said = '';
    if (!('on' in stream)) throw new Error(stream.error);
    stream.on('data', (text: Buffer) => {
      said += text.toString();
    });
    await until('it has caught up', () => Promise.resolve(said.includes(last)));
    stream.destroy();
    return said;
  }
  const begun = await hear('first', 'id: ');
  const from = /id: (\S+)/.exec(begun)?.[1];
  for (let booking = 0; booking < 3; booking += 1) await storeBooking(app.db, officer);
  const all = await hear('first', 'event: booking', from);
  expect(all).not.toContain('event: reset');
  // What another transaction held back came live, and didn't count.
  await until('enough was replayed', async () =>
    (await hear('first', 'event: ', from)).includes('event: reset'),
  );
  expect(await hear('second', 'event: ', from)).not.toContain('event: reset');
  await streams.stop();
});

test('a stream goes on after a read with all that was made after it, and nothing of before', async ({
  app,
  officer,
}) => {
  const before = await storeBooking(app.db, officer.id);
  // A transaction that is still open, be it in another database, has what is newer told once more.
  await until('nothing older than the booking is open', async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select bool_and(xid < transaction_horizon()) as settled from outbox`.execute(app.db);
    return rows[0]?.settled === true;
  });
  const headers = { authorization: `Bearer ${officer.token}`, [cursorHeader]: 'wanted' };
  const read = await fetch(`${app.url}${listBookings.path}`, { headers });
  const { data } = listBookings.response.parse(await read.json());
  expect(data.map(({ _id }) => _id)).toContain(before);
  const lastEventId = read.headers.get(cursorHeader) ?? '';
  const after = await storeBooking(app.db, officer.id);
  const stream = await listen({ url: app.url, token: officer.token, lastEventId });
  await until('what was made after is heard', () =>
    Promise.resolve(idsReceived(stream.received, 'made').includes(after)),
  );
  expect(idsReceived(stream.received, 'made')).not.toContain(before);
  expect(stream.received.map(({ event }) => event.type)).not.toContain('reset');
  await stream.cut();
});
