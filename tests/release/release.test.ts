import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { aPerson, nothingTold, type Person, work } from '#tests/chaos/people.ts';
import { settleDown, untruthsOf } from '#tests/chaos/truths.ts';
import { openPayKaduna, type PayKaduna } from '#tests/histories/till.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/free-port.ts';
import { bareDatabase, cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

// By hand: npm run proofs -- release
const releases = process.env['RELEASES'] ?? '';
/** Milliseconds for which a call may be refused while versions are switched. */
const mostRefusedMs = 5_000;
const leastChanges = 200;
const peopleAtOnce = 4;

const place = temporaryFolder();
const artefacts = readdirSync(releases)
  .filter((name) => name.endsWith('-linux-x64.tar.gz'))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
const [older = '', newer = ''] = artefacts.map((name) => name.split('-')[1] ?? '');

let database: ClonedDatabase;
let gatewaysDatabase: ClonedDatabase;
let gateway: PayKaduna;
let books: Database;
let db: Database;
let servers: readonly Installed[];
let proxy: Server;
let url = '';

/** A machine with its own folder of releases, and what restarts its server. */
interface Installed {
  readonly port: number;
  hanya(words: string): Promise<string>;
  stop(): Promise<void>;
}

/** Nothing of a developer's machine: a shell, and the programs of every Linux. */
const path = '/usr/bin:/bin';

async function unpack(artefact: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await sh(`cd ${releases} && sha256sum -c ${artefact}.sha256 && tar xzf ${artefact} -C ${folder}`);
  return join(folder, artefact.replace(/-linux-.*/, ''));
}

async function sh(script: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    env: { PATH: path, ...env },
  });
  return stdout;
}

async function installOn(name: string): Promise<Installed> {
  const home = join(place, name);
  const port = await freePort();
  mkdirSync(home);
  const [pidFile, settings] = [join(home, 'pid'), join(home, 'hanya.env')];
  const start = join(home, 'restart.sh');
  // As systemd does: the old one ends first, however long that takes.
  writeFileSync(
    start,
    `if [ -f ${pidFile} ]; then kill $(cat ${pidFile}) 2>/dev/null; while kill -0 $(cat ${pidFile}) 2>/dev/null; do sleep 0.05; done; fi
HANYA_SETTINGS=${settings} ${home}/current/hanya start >>${home}/log 2>&1 </dev/null &
echo $! >${pidFile}
`,
  );
  const lines = {
    ...gateway.env,
    PORT: String(port),
    PROCESSES: '1',
    DATA_DIR: join(home, 'data'),
    DEMO: 'off',
    JWT_SECRET: 'of both servers, for a proof on loopback',
    DATABASE_URL: database.appUrl,
    MIGRATE: 'off',
    RELEASES_DIR: home,
    RESTART_COMMAND: `sh ${start}`,
    MIGRATE_COMMAND: `DATABASE_OWNER_URL='${database.ownerUrl}' ${home}/releases/VERSION/hanya migrate`,
  };
  const asLines = Object.entries(lines).map(([key, value]) => `${key}="${value}"`);
  writeFileSync(settings, `${asLines.join('\n')}\n`);
  const env = { HANYA_SETTINGS: settings };
  for (const artefact of artefacts)
    await sh(`${await unpack(artefact, join(place, 'unpacked', name))}/hanya install`, env);
  return {
    port,
    hanya: (words) => sh(`${home}/current/hanya ${words}`, env),
    async stop() {
      await sh(`[ -f ${pidFile} ] && kill $(cat ${pidFile}) || true`);
      await wait(500);
    },
  };
}

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
  servers = await Promise.all(['first', 'second'].map(installOn));
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
  await sh(`DATABASE_OWNER_URL='${database.ownerUrl}' ${place}/first/current/hanya migrate`, {
    HANYA_SETTINGS: `${place}/first/hanya.env`,
  });
  for (const name of ['first', 'second']) await sh(`sh ${place}/${name}/restart.sh`);
  await Promise.all(servers.map(({ port }) => untilReady(port)));
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
  for (const server of servers) expect(await server.hanya('versions')).toContain(`${newer} serves`);
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

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await wait(100);
  }
  throw new Error(`The server at ${port} was not ready in a minute.`);
}
