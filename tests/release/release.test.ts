import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { aPerson, nothingTold, type Person, work } from '#tests/chaos/people.ts';
import { settleDown, untruthsOf } from '#tests/chaos/truths.ts';
import { openPayKaduna, type PayKaduna } from '#tests/histories/till.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { bareDatabase, cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type Installed, installOn, versions } from './installed.ts';

// By hand: npm run proofs -- release
/** Milliseconds for which a call may be refused while versions are switched. */
const mostRefusedMs = 5_000;
const leastChanges = 200;
const peopleAtOnce = 4;

const place = temporaryFolder();
const [older, newer] = versions();

let database: ClonedDatabase;
let gatewaysDatabase: ClonedDatabase;
let gateway: PayKaduna;
let books: Database;
let db: Database;
let servers: readonly Installed[];
let proxy: Server;
let url = '';

/** Hands each call to the server that it asks in turn, and to the other when that one is away. */
function startProxy(ports: readonly number[]): Server {
  let turn = 0;
  return createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const first = (turn += 1) % ports.length;
      const ask = (tries: number) => {
        const port = ports[(first + tries) % ports.length];
        const { method, url: asked, headers } = incoming;
        const passed = request({ port, method, path: asked, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        passed.on('error', () => {
          if (outgoing.headersSent) outgoing.destroy();
          else if (tries + 1 < ports.length) ask(tries + 1);
          else outgoing.writeHead(502).end();
        });
        passed.end(Buffer.concat(parts));
      };
      ask(0);
    });
  }).listen(0, '127.0.0.1');
}

beforeAll(async () => {
  gatewaysDatabase = await cloneDatabase();
  gateway = await openPayKaduna(gatewaysDatabase.ownerUrl);
  books = openDatabase(gatewaysDatabase.ownerUrl, { max: 1 });
  database = await bareDatabase();
  servers = await Promise.all(
    ['first', 'second'].map((name) => installOn(join(place, name), { database, gateway })),
  );
  proxy = startProxy(servers.map(({ port }) => port));
  await once(proxy, 'listening');
  const address = proxy.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}, 600_000);

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  for (const server of servers) await server.stop();
  await closeDatabase(db);
  await closeDatabase(books);
  await gateway.close();
  await database.drop();
  await gatewaysDatabase.drop();
  rmSync(place, { recursive: true, force: true });
}, 600_000);

test('two versions are switched between under traffic: nothing is lost or doubled, and nobody waits for more than 5 s', async () => {
  const [first, second] = servers as [Installed, Installed];
  expect(await first.hanya('--version')).toBe(`Hanya ${older}\n`);
  // The first start: the database is made, then both servers begin.
  await first.hanya('migrate', { DATABASE_OWNER_URL: database.ownerUrl });
  for (const server of servers) await server.start();
  db = openDatabase(database.ownerUrl, { max: 1 });

  let longest: Wait = { ms: 0, what: '' };
  const told = nothingTold();
  let isOver = false;
  const people = await Promise.all(
    Array.from({ length: peopleAtOnce }, async () => {
      const { email } = await makeAccount(db, 'zonal head');
      return timed(await aPerson(url, email), (one) => {
        if (one.ms > longest.ms) longest = one;
      });
    }),
  );
  const days = people.map((person, index) =>
    work(person, told, { name: `Upgrade ${index}`, isOver: () => isOver, pictures: false }),
  );
  const changes = () => told.booked.size + told.paid.size + told.cleared.size;
  const steps: readonly (readonly [Installed, string])[] = [
    ...[first, second].map((server) => [server, `switch ${newer} --without-backup`] as const),
    ...[first, second].map((server) => [server, 'back'] as const),
    ...[second, first].map((server) => [server, `switch ${newer} --without-backup`] as const),
  ];
  for (const [server, words] of steps) {
    const before = changes();
    process.stdout.write(await server.hanya(words));
    while (changes() < before + leastChanges / steps.length) await wait(100);
  }
  isOver = true;
  await Promise.all(days);
  process.stdout.write(
    `${changes()} changes; the longest call, ${longest.what}, took ${Math.round(longest.ms)} ms\n`,
  );

  const [person] = people as [Person];
  await settleDown({ db, books, person, dataDir: place });
  expect(changes()).toBeGreaterThanOrEqual(leastChanges);
  expect(await untruthsOf({ db, books, person, dataDir: place }, told)).toEqual([]);
  expect(longest.ms).toBeLessThan(mostRefusedMs);
  for (const server of servers)
    expect(await server.hanya('versions')).toContain(`${newer} is running`);
}, 900_000);

interface Wait {
  readonly ms: number;
  readonly what: string;
}

/** A call that is refused is repeated until it is answered; all of that is what somebody waits. */
function timed(person: Person, hear: (wait: Wait) => void): Person {
  const measured = async <T>({ method, path }: Endpoint, work: Promise<T>): Promise<T> => {
    const begun = performance.now();
    const answer = await work;
    hear({ ms: performance.now() - begun, what: `${method} ${path}` });
    return answer;
  };
  return {
    call: (endpoint, asked) => measured(endpoint, person.call(endpoint, asked)),
    ok: (endpoint, asked) => measured(endpoint, person.ok(endpoint, asked)),
  };
}
