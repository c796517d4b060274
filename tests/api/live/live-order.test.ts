import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { anotherInstance, type Instance } from '#tests/support/another-instance.ts';
import { booked, until } from '#tests/support/journey.ts';
import { idsReceived, listen, type ReceivedEvent } from '#tests/support/live-listener.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let other: Instance;
let officer: Person;
/** Connections of their own, so that transactions may stay open without holding up the product. */
let aside: Database;

beforeAll(async () => {
  app = await startTestApp();
  other = await anotherInstance(app);
  officer = await makePerson(app, 'booking officer');
  aside = openDatabase(app.ownerUrl, { max: 20 });
});
afterAll(async () => {
  await closeDatabase(aside);
  await other.stop();
  await app.stop();
});

/** Listens in pieces of about a second, each going on where the one before was cut. */
async function listenInPieces(
  url: string,
  isDone: (received: readonly ReceivedEvent[]) => boolean,
) {
  const received: ReceivedEvent[] = [];
  let pieces = 0;
  let lastEventId: string | undefined;
  const started = Promise.withResolvers<undefined>();
  const all = (async () => {
    while (!isDone(received)) {
      const piece = await listen({
        url,
        token: officer.token,
        ...(lastEventId !== undefined && { lastEventId }),
      });
      started.resolve(undefined);
      for (let tenths = 0; tenths < 10 && !isDone([...received, ...piece.received]); tenths += 1)
        await wait(100);
      await piece.cut();
      received.push(...piece.received);
      lastEventId = piece.lastId();
      pieces += 1;
    }
  })();
  await started.promise;
  return { received, all, pieces: () => pieces };
}

/** A booking whose transaction is open for so many milliseconds. */
const storeSlowly = (openFor: number): Promise<string> =>
  aside.transaction().execute(async (trx) => {
    const id = await storeBooking(trx, officer.id);
    await wait(openFor);
    return id;
  });

test('bookings that commit out of order are heard once each, in order and none missing, by listeners that are cut off every second, on every server', async () => {
  const expected = 100 + 40;
  const isDone = (received: readonly ReceivedEvent[]) =>
    idsReceived(received, 'made').length >= expected;
  const here = await listenInPieces(app.url, isDone);
  const there = await listenInPieces(other.url, isDone);

  const lanes = Array.from({ length: 20 }, async (_, lane) => {
    const ids: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const slow = round < 2 ? storeSlowly(((lane * 7 + round * 11) % 20) * 60) : undefined;
      ids.push((await booked(officer.client))._id);
      if (slow) ids.push(await slow);
    }
    return ids;
  });
  const made = (await Promise.all(lanes)).flat();
  await Promise.all([here.all, there.all]);

  expect(made).toHaveLength(expected);
  for (const { received, pieces } of [here, there]) {
    expect(pieces()).toBeGreaterThan(1);
    expect(idsReceived(received, 'made').sort()).toEqual([...made].sort());
    const places = received.map(({ id }) => id.split('-').slice(1).map(Number));
    const sorted = places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
    expect(places).toEqual(sorted);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  }
  const common = Math.min(here.received.length, there.received.length);
  const idsOf = ({ received }: { received: readonly ReceivedEvent[] }) =>
    received.slice(0, common).map(({ id }) => id);
  expect(idsOf(here)).toEqual(idsOf(there));
});

test('a booking waits for an earlier one whose transaction is still open, and neither is lost', async () => {
  const listener = await listen({ url: app.url, token: officer.token });
  const opened = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const slow = aside.transaction().execute(async (trx) => {
    const id = await storeBooking(trx, officer.id);
    opened.resolve(undefined);
    await release.promise;
    return id;
  });
  await opened.promise;
  const { _id: quick } = await booked(officer.client);
  // Whoever starts listening only now must receive both as well.
  const late = await listen({ url: app.url, token: officer.token });
  release.resolve(undefined);
  const first = await slow;
  for (const each of [listener, late]) {
    const made = () => idsReceived(each.received, 'made');
    await until('both are heard', () => Promise.resolve(made().length >= 2));
    expect(made()).toEqual([first, quick]);
    await each.cut();
  }
});
