import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { clearVehicle } from '../../contract/booking-corrections.ts';
import { listBookings } from '../../contract/bookings.ts';
import { listCollisions } from '../../contract/collisions.ts';
import { demoPassword } from '../../contract/demo.ts';
import { createBooking } from '../../contract/new-bookings.ts';
import { checkBooking, startPayment } from '../../contract/payments.ts';
import { openSession } from '../../tests/support/client.ts';
import { aBooking } from '../../tests/support/factories.ts';
import { billed, payAtGateway } from '../../tests/support/journey.ts';
import { idsReceived, listen } from '../../tests/support/live-listener.ts';

const positionHeader = 'x-hanya-position';
const say = (line) => process.stdout.write(`${line}\n`);

/** Goes through the cluster and its failures; throws at the first thing that doesn't hold. */
export async function prove({ url, servers, replaceServer, databases, pooler }) {
  const officer = await signIn(url, 'booking-officer@hanya.test');
  const admin = await signIn(url, 'state-admin@hanya.test');
  const listener = await followEverything(url, admin.token);

  const whole = await fullJourney(officer.client);
  say(`Booked, billed, paid in the sandbox and cleared through the proxy: ${whole}`);

  const before = await readsOf(databases.replica);
  await readAll(admin, servers);
  await sleep(1_500);
  const after = await readsOf(databases.replica);
  // Each server has lists, searches, maps and exports to read, and all of them look into a table.
  assert.ok(after - before >= 3 * servers.length, 'Lists were not read from the replica.');
  say(
    `Lists, search, statistics, map and exports of every server: the replica looked ${after - before} times into the tables of records`,
  );

  await readOwnWrites(officer, databases.replica);
  say(
    'What was just written was read at once: 20 times, and once more while the replica stood still',
  );

  await sharedFiles(admin, servers);
  say('Each server gives out the same picture from the store');

  const made = [whole];
  const opened = listener.opened();
  for (const server of servers.slice()) {
    made.push(...(await bookDuring(officer.client, { rounds: 10 }, () => replaceServer(server))));
    await allHeard(listener, made);
  }
  const resumed = listener.opened() - opened;
  assert.ok(resumed > 0, 'No server that was killed had the stream.');
  say(
    `Each server killed in turn while ${made.length - 1} bookings came in: each was heard once, and the stream went on ${resumed} times`,
  );

  const failover = await bookDuring(officer.client, { rounds: 10 }, async () => {
    databases.killPrimary();
    await databases.replica.query('select pg_promote(true, 60)');
    pooler.moveToReplica();
  });
  made.push(...failover);
  const { rows } = await databases.replica.query('select id from bookings where id = any($1)', [
    made,
  ]);
  assert.equal(rows.length, made.length);
  await allHeard(listener, made);
  say(
    `The primary killed and the replica promoted while ${failover.length} bookings came in: all are there, each was heard once`,
  );

  await fullJourney(officer.client);
  await readAll(admin, servers);
  say('The whole journey again on the new primary');
  await listener.stop();
  assert.equal(listener.resets(), 0, 'A stream had to start anew.');
  say('No stream had to start anew. All of it held.');
}

async function signIn(url, email) {
  return { url, ...(await openSession(url, email, demoPassword)) };
}

async function fullJourney(client) {
  const { data } = await client.ok(createBooking, { body: aBooking() });
  const { _id, billRef } = await billed(client, data._id);
  const { url } = await client.ok(startPayment, { body: { billRef } });
  await payAtGateway(url);
  await client.ok(checkBooking, { params: { id: _id } });
  await client.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  return _id;
}

/** How many times the replica has looked into tables of records; how far it is, servers ask elsewhere. */
async function readsOf(replica) {
  const { rows } = await replica.query(
    `select sum(seq_scan + idx_scan)::int as looks from pg_stat_user_tables
     where relname in ('bookings', 'booking_search', 'figures', 'collisions')`,
  );
  return rows[0].looks;
}

async function readAll({ token }, servers) {
  const days = 'from=2026-01-01&to=2026-01-31';
  const paths = [
    '/api/v1/booking?_boolpaid=false',
    '/api/v1/booking?_searchname=musa',
    '/api/v1/booking?page=3',
    '/api/v1/collision',
    '/api/v1/exception',
    '/api/v1/users',
    '/api/v1/activity',
    '/api/v1/map',
    '/api/v1/booking/stat',
    '/api/v1/booking/rev',
    '/api/v1/statistics/series?period=month',
    '/api/v1/dossier?of=plate&value=ABC-123DE',
    `/api/v1/reconciliation?by=day&${days}`,
    `/api/v1/reconciliation/export?by=day&format=csv&${days}`,
    '/api/v1/booking/export?format=csv',
    '/api/v1/collision/export?format=xlsx',
    '/api/v1/users/export?format=csv',
  ];
  for (const { url } of servers) {
    for (const path of paths) {
      const answer = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await answer.text();
      assert.equal(answer.status, 200, `${path}: ${answer.status} ${text.slice(0, 300)}`);
    }
  }
}

/** As a browser does: the position that the answer tells is sent with the next read. */
async function readOwnWrites({ url, token, client }, replica) {
  async function bookAndLook() {
    const response = await fetch(`${url}${createBooking.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(aBooking()),
    });
    const { data } = await response.json();
    const position = response.headers.get(positionHeader);
    assert.match(position ?? '', /^[0-9A-F]+\/[0-9A-F]+$/);
    const headers = { [positionHeader]: position };
    const list = await client.ok(listBookings, { query: { _boolpaid: 'false' }, headers });
    assert.ok(
      list.data.some(({ _id }) => _id === data._id),
      'A list left out what was just made.',
    );
  }
  for (let round = 0; round < 20; round += 1) await bookAndLook();
  await replica.query('select pg_wal_replay_pause()');
  try {
    await bookAndLook();
  } finally {
    await replica.query('select pg_wal_replay_resume()');
  }
}

async function sharedFiles({ client }, servers) {
  const { data } = await client.ok(listCollisions);
  const [address] = JSON.stringify(data).match(/\/files\/[^"]+/) ?? [];
  assert.ok(address, 'No collision has a picture.');
  const path = new URL(address, servers[0].url);
  const sizes = [];
  for (const { url } of servers) {
    const answer = await fetch(new URL(path.pathname + path.search, url));
    assert.equal(answer.status, 200);
    sizes.push((await answer.arrayBuffer()).byteLength);
  }
  assert.deepEqual(new Set(sizes).size, 1);
}

/** Sends a booking until it is answered, as the forms do when a connection breaks. */
async function book(client) {
  const body = { ...aBooking(), _id: ulid() };
  let last;
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await client.call(createBooking, { body }).catch((error) => {
      last = error;
    });
    if (answer?.ok) return answer.body.data._id;
    if (answer && answer.status < 500) throw new Error(answer.body.error);
    if (answer) last = new Error(`${answer.status}: ${answer.body.error}`);
    await sleep(200);
  }
  throw new Error('A booking was never answered.', { cause: last });
}

/** Books in four lanes; the failure comes when a third of it is done. */
async function bookDuring(client, { rounds }, fail) {
  let failure = Promise.resolve();
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    const ids = [];
    for (let round = 0; round < rounds; round += 1) {
      if (lane === 0 && round === 3) {
        failure = fail();
        // Whoever waits for it below hears of it.
        failure.catch(() => undefined);
      }
      ids.push(await book(client));
    }
    return ids;
  });
  const made = (await Promise.all(lanes)).flat();
  await failure;
  return made;
}

/** Hears everything, opening the stream again whenever it breaks off, as a browser does. */
async function followEverything(url, token) {
  const pieces = [];
  const opened = Promise.withResolvers();
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const all = (async () => {
    let lastEventId;
    while (!stopping.signal.aborted) {
      try {
        const stream = await listen({ url, token, ...(lastEventId && { lastEventId }) });
        pieces.push(stream.received);
        opened.resolve();
        await Promise.race([stream.over.catch(() => undefined), stopped]);
        await stream.cut().catch(() => undefined);
        lastEventId = stream.lastId();
      } catch {
        await sleep(200);
      }
    }
  })();
  await opened.promise;
  return {
    opened: () => pieces.length,
    made: () => idsReceived(pieces.flat(), 'made'),
    resets: () => pieces.flat().filter(({ event }) => event.type === 'reset').length,
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

async function allHeard(listener, made) {
  const heard = () => listener.made().filter((id) => made.includes(id));
  for (let tries = 0; tries < 600 && heard().length < made.length; tries += 1) await sleep(100);
  assert.deepEqual(heard().sort(), [...made].sort());
}
