// npm run bench -- write <folder> [seconds a measurement] [rounds]: what a booking costs to write on
// the data of a folder that `fill` made. POST /api/v1/booking at one serving process, beside the
// same rows committed by PostgreSQL itself: prepared statements over as many plain connections, with
// the triggers, without a server in between. Both in turns, in one run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import pg from 'pg';
import { ulid } from 'ulid';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTokens } from '#server/features/auth/tokens.ts';
import { machineMemoryMb, memoryFlags } from '#server/process/memory.ts';
import { queues } from '#server/queues.ts';

const [folder, seconds = '4', rounds = '2'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- write <folder> [seconds] [rounds]\n');
  process.exit(2);
}
const atOnce = [1, 8, 16];
const port = 20_000 + (process.pid % 20_000);
const secret = 'for measuring on loopback, and for nothing else';
const session = 'bench-write';

/** Columns that PostgreSQL fills in itself, there as here. */
const ownColumns = ['created_at', 'ticket_code', 'xid', 'booked_at'];

/** What devices send: every plate, name and phone is another one. */
const bodies = Array.from({ length: 500 }, (_, index) => {
  const drawn = (index * 7_919) % 100_000;
  const letter = (place) => String.fromCharCode(65 + ((drawn >> place) % 26));
  return {
    license: `KAD${String(drawn).padStart(5, '0')}AA12`,
    name: `Musa ${letter(1)}${letter(2)}danladi ${letter(3)}abubakar`,
    phoneNo: `080${String(drawn * 977).padStart(8, '0')}`,
    address: `${drawn % 90} Ahmadu Bello Way`,
    registration: `${letter(0)}${letter(2)}${letter(4)}-${String(drawn % 1000).padStart(3, '0')}${letter(1)}${letter(3)}`,
    color: 'Blue',
    make: 'Toyota',
    model: 'Corolla',
    vehicleType: 'Private',
    type: 'Petrol',
    zone: 'Chikun',
    location: `Junction ${drawn % 300}`,
    eoCode: `EO${drawn % 99}`,
    position: { lat: 10.4 + (drawn % 1000) / 5000, lng: 7.3 + (drawn % 997) / 5000, accuracy: 12 },
    offence: [{ id: 'LGC-07' }, { id: 'LGC-12' }],
  };
});

const database = await startEmbedded(folder);
const owner = new pg.Client({ connectionString: database.ownerUrl });
let server;
try {
  await migrate(database.ownerUrl, database.appUrl, { queues });
  await owner.connect();
  await makeOfficer();
  server = await startServer();
  // The pages that bookings go to are in memory then, and in the log.
  await bookings(8, 3);
  const rows = await rowsWritten();
  await committed(rows, 8, 3);
  const figures = new Map();
  for (let round = 0; round < Number(rounds); round += 1)
    for (const count of atOnce) {
      await measure(figures, `${count} POST /booking`, () => bookings(count, Number(seconds)));
      await measure(figures, `${count} PostgreSQL`, () => committed(rows, count, Number(seconds)));
    }
  print(figures);
} finally {
  await owner.end();
  if (server && server.exitCode === null && server.signalCode === null) {
    server.disconnect();
    await once(server, 'exit');
  }
  await database.stop();
}

async function makeOfficer() {
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, state)
     values ('bench-officer', 'officer@bench.test', '', 'Bench', 'Officer', 'booking officer', 'Kaduna')
     on conflict do nothing`,
  );
  await owner.query(
    `insert into sessions (id, user_id, expires_at) values ($1, 'bench-officer', now() + interval '1 hour')
     on conflict (id) do update
       set created_at = now(), expires_at = excluded.expires_at, last_used_at = now(), ended_at = null`,
    [session],
  );
}

async function startServer() {
  const orders = JSON.stringify({ appUrl: database.appUrl, jwtSecret: secret });
  const child = fork('bench/write-server.mjs', [orders], {
    execArgv: memoryFlags(machineMemoryMb(), 1),
    env: { ...process.env, PORT: String(port), DATA_DIR: `${folder}/product`, DEMO: 'off' },
  });
  const [said] = await once(child, 'message');
  if (said !== 'ready') throw new Error('The server did not start.');
  return child;
}

/** A token of the session, signed as the product signs its own. */
function token() {
  const expires = new Date(Date.now() + 3_600_000);
  return createTokens([secret]).sign(session, { id: 'bench-officer' }, expires);
}

/** Books by so many devices at once; answers how many bookings were made in how many seconds. */
async function bookings(connections, duration) {
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  const began = performance.now();
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration,
    requests: bodies.map((body) => ({
      method: 'POST',
      path: '/api/v1/booking',
      headers,
      body: JSON.stringify(body),
    })),
  });
  const refused = result.non2xx + result.errors;
  if (refused > 0)
    throw new Error(`${refused} bookings were refused: ${await whyRefused(headers)}`);
  return { count: result['2xx'], seconds: (performance.now() - began) / 1000 };
}

async function whyRefused(headers) {
  const body = JSON.stringify(bodies[0]);
  const url = `http://127.0.0.1:${port}/api/v1/booking`;
  const response = await fetch(url, { method: 'POST', headers, body });
  return `${response.status} ${await response.text()}`;
}

/** For each table the insert of the rows that the server wrote, and their values, booking by booking. */
async function rowsWritten() {
  const { rows: made } = await owner.query(
    `select id from bookings where created_by = 'bench-officer' order by created_at desc limit 500`,
  );
  const ids = made.map(({ id }) => id);
  const tables = [
    { table: 'bookings', key: 'id' },
    { table: 'booking_offences', key: 'booking_id' },
    { table: 'audit', key: 'record_id' },
    { table: 'pgboss.job', key: `data->>'bookingId'`, without: ['id', 'created_on'] },
  ];
  const found = [];
  for (const { table, key, without = [] } of tables) {
    const { rows: known } = await owner.query(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
         and attgenerated = '' and attidentity = '' and not attisdropped order by attnum`,
      [table],
    );
    const names = known
      .map(({ name }) => name)
      .filter((name) => !ownColumns.includes(name) && !without.includes(name));
    const { rows } = await owner.query({
      text: `select ${key}, ${names.map((name) => `${name}::text`).join(', ')} from ${table}
        where ${key} = any($1)`,
      values: [ids],
      rowMode: 'array',
    });
    const ofBooking = Map.groupBy(rows, ([id]) => id);
    found.push({
      table,
      names,
      of: ids.map((id) => (ofBooking.get(id) ?? []).map(([, ...row]) => row)),
    });
  }
  if (found.some(({ of }) => of.some((rows) => rows.length === 0)))
    throw new Error('The server wrote less than was expected.');
  return { ids, tables: found };
}

/** Commits the same rows under new ids over so many connections, as `bookings`. */
async function committed({ ids, tables }, connections, duration) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: database.appUrl });
      await client.connect();
      return client;
    }),
  );
  let next = 0;
  let count = 0;
  const began = performance.now();
  const until = began + duration * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const place = next++ % ids.length;
        const id = ulid();
        await client.query({ name: 'begin', text: 'begin' });
        for (const { table, names, of } of tables) {
          const rows = of[place] ?? [];
          const values = rows.flat().map((value) => value?.replaceAll(ids[place], id) ?? null);
          const lists = rows.map(
            (row, line) =>
              `(${row.map((_, index) => `$${line * row.length + index + 1}`).join(', ')})`,
          );
          await client.query({
            name: `${table} ${rows.length}`,
            text: `insert into ${table} (${names.join(', ')}) values ${lists.join(', ')}`,
            values,
          });
        }
        await client.query({ name: 'commit', text: 'commit' });
        count += 1;
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { count, seconds: took };
}

async function measure(figures, name, work) {
  const before = { log: await bytesOfLog(), ...(await used()) };
  const { count, seconds: took } = await work();
  const sum = figures.get(name) ?? { count: 0, seconds: 0, log: 0, statements: 0, processor: 0 };
  sum.count += count;
  sum.seconds += took;
  sum.log += (await bytesOfLog()) - before.log;
  const after = await used();
  sum.statements += after.statements - before.statements;
  sum.processor += after.processor - before.processor;
  figures.set(name, sum);
}

/** Bytes that PostgreSQL has written to its log. */
async function bytesOfLog() {
  const { rows } = await owner.query(
    `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`,
  );
  return rows[0].bytes;
}

/** Statements that the server asked so far, and milliseconds of processor that it took. */
async function used() {
  server.send('count');
  const [said] = await once(server, 'message');
  return said;
}

function print(figures) {
  for (const count of atOnce) {
    const floor = figures.get(`${count} PostgreSQL`);
    for (const name of ['POST /booking', 'PostgreSQL']) {
      const sum = figures.get(`${count} ${name}`);
      const share = (sum.count / sum.seconds / (floor.count / floor.seconds)) * 100;
      const cells = [
        `${name}, ${count} at once`.padEnd(28),
        `${(sum.count / sum.seconds).toFixed(0)}/s`.padStart(8),
        `${share.toFixed(0)} %`.padStart(7),
        `${(sum.log / sum.count).toFixed(0)} bytes of log`.padStart(20),
        name === 'PostgreSQL'
          ? ''
          : `${(sum.statements / sum.count).toFixed(1)} statements, ${(sum.processor / sum.count).toFixed(1)} ms of the server's processor`,
      ];
      process.stdout.write(`${cells.join(' ')}\n`);
    }
  }
}
