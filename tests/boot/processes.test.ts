import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBooking } from '#contract/new-bookings.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { isAlive } from '#server/process/process-identity.ts';
import { openSession } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/free-port.ts';
import { until } from '#tests/support/journey.ts';
import { idsReceived, listen, type ReceivedEvent } from '#tests/support/live-listener.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { testSecret } from '#tests/support/test-app.ts';

interface Started {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts the product as so many processes, and for more than one another that watches over them. */
function start(port: number, dataDir: string, processes = 2): Started {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...plainEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: clone.appUrl,
      DATABASE_OWNER_URL: clone.ownerUrl,
      JWT_SECRET: testSecret,
      PROCESSES: String(processes),
      READ_TIMEOUT_MS: '60000',
      SEARCH_TIMEOUT_MS: '60000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (text: Buffer) => {
    said += text.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, said: () => said, ended };
}

/** The ids of the processes that this one has started, oldest first. */
const childrenOf = ({ pid = 0 }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const folders = [temporaryFolder(), temporaryFolder()] as const;
let clone: ClonedDatabase;
let db: Database;
let port: number;
let server: Started;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl, { max: 3 });
  port = await freePort();
  server = start(port, folders[0]);
  await until('two processes begin', () =>
    Promise.resolve(childrenOf(server.process).length === 2),
  );
  // One that is killed before all of them serve is replaced as well.
  process.kill(childrenOf(server.process)[1] ?? 0, 'SIGKILL');
  await Promise.race([
    until('it is ready', () => Promise.resolve(server.said().includes('Hanya is ready at'))),
    server.ended.then(() => {
      throw new Error(`It ended:\n${server.said()}`);
    }),
  ]);
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  await closeDatabase(db);
  await clone.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Hears everything, opening the stream again whenever it breaks off, as a browser does. */
async function followEverything(url: string, token: string) {
  const pieces: (readonly ReceivedEvent[])[] = [];
  const opened = Promise.withResolvers<undefined>();
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const all = (async () => {
    let lastEventId: string | undefined;
    while (!stopping.signal.aborted) {
      try {
        const stream = await listen({ url, token, ...(lastEventId && { lastEventId }) });
        pieces.push(stream.received);
        opened.resolve(undefined);
        await Promise.race([stream.over, stopped]);
        await stream.cut();
        lastEventId = stream.lastId();
      } catch {
        await wait(50);
      }
    }
  })();
  await opened.promise;
  return {
    made: () => idsReceived(pieces.flat(), 'made'),
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

test(
  'when one of several processes is killed nothing is lost, and another takes its place and its chores',
  { tags: 'night' },
  async () => {
    const [first = 0, second] = childrenOf(server.process);
    const { email } = await makeAccount(db, 'booking officer');
    const url = `http://127.0.0.1:${port}`;
    const { token, client } = await openSession(url, email);
    const listeners = await Promise.all(
      Array.from({ length: 10 }, () => followEverything(url, token)),
    );

    /** Sends a booking until it is answered, as the forms do when a connection breaks. */
    async function book(): Promise<string> {
      const body = { ...aBooking(), _id: ulid() };
      for (let tries = 0; tries < 100; tries += 1) {
        try {
          return (await client.ok(createBooking, { body })).data._id;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          await wait(50);
        }
      }
      throw new Error('A booking was never answered.');
    }

    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      const ids: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        if (lane === 0 && round === 4) process.kill(first, 'SIGKILL');
        ids.push(await book());
      }
      return ids;
    });
    const made = (await Promise.all(lanes)).flat();

    const stored = await db.selectFrom('bookings').select('id').execute();
    expect(stored.map(({ id }) => id).sort()).toEqual([...made].sort());
    await until('two processes serve again', () =>
      Promise.resolve(childrenOf(server.process).length === 2),
    );
    expect(childrenOf(server.process)).toContain(second);
    await until('the metrics are those of both', async () =>
      (await (await fetch(`${url}/metrics`)).text()).includes('\nhanya_processes 2\n'),
    );
    expect(childrenOf(server.process)).not.toContain(first);
    await until('the successor has folded what was made', async () => {
      const { rows } = await sql`
      select from outbox where xid >= (select figure_mark.xid from figure_mark) limit 1`.execute(
        db,
      );
      return rows.length === 0;
    });
    for (const listener of listeners) {
      await until('all is heard', () => Promise.resolve(listener.made().length >= made.length));
      await listener.stop();
      expect(listener.made().sort()).toEqual([...made].sort());
    }
  },
);

test.each([1, 2])(
  'a port that is taken is told once, before anything is made, with processes: %i',
  async (processes) => {
    const dataDir = join(folders[1], `with-${processes}`);
    const refused = start(port, dataDir, processes);
    expect(await refused.ended).toBe(1);
    expect(refused.said().trim().split('\n')).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program. Set another port, such as PORT=${port + 1}.`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  },
);

test('a second start on the same folder and port is told of the first one', async () => {
  const refused = start(port, folders[0]);
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toMatch(/^Hanya is already running on the data folder/);
});

test('compiled code, which every start runs, is kept where only this product can write', () => {
  const { mode } = statSync(join(folders[0], 'compiled'));
  expect(mode & 0o777).toBe(0o700);
});

test('all of them say once that they are ready, and end with the first', async () => {
  expect(server.said().split('Hanya is ready at')).toHaveLength(2);
  const workers = childrenOf(server.process);
  expect(workers).toHaveLength(2);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
});
