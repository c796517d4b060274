import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#tests/support/free-port.ts';
import type { ClonedDatabase } from '#tests/support/template.ts';

const releases = process.env['RELEASES'] ?? '';
/** Nothing of a developer's machine: a shell, and the programs of every Linux. */
const path = '/usr/bin:/bin';

/** A machine with its own folder of releases, and what restarts its server. */
export interface Installed {
  readonly port: number;
  readonly dataDir: string;
  /** Runs a command of the version that serves, or of an installed `version`; answers what it printed. */
  hanya(words: string, env?: Record<string, string>, version?: string): Promise<string>;
  /** Starts it anew, and answers when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const artefacts = () =>
  readdirSync(releases)
    .filter((name) => name.endsWith('-linux-x64.tar.gz'))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** The version before, and the one after it. */
export function versions(): [older: string, newer: string] {
  const [older = '', newer = ''] = artefacts().map((name) => name.split('-')[1] ?? '');
  return [older, newer];
}

/** Installs both releases into `home`; the older one serves once it is started. */
export async function installOn(
  home: string,
  {
    database,
    gateway,
    settings: more = {},
  }: {
    readonly database: ClonedDatabase;
    readonly gateway: { readonly env: Record<string, string> };
    readonly settings?: Record<string, string>;
  },
): Promise<Installed> {
  const port = await freePort();
  const dataDir = join(home, 'data');
  mkdirSync(home);
  const [pidFile, settings] = [join(home, 'pid'), join(home, 'hanya.env')];
  const restart = join(home, 'restart.sh');
  // As systemd does: the old one ends first, however long that takes.
  writeFileSync(
    restart,
    `if [ -f ${pidFile} ]; then kill $(cat ${pidFile}) 2>/dev/null; while kill -0 $(cat ${pidFile}) 2>/dev/null; do sleep 0.05; done; fi
HANYA_SETTINGS=${settings} ${home}/current/hanya start >>${home}/log 2>&1 </dev/null &
echo $! >${pidFile}
`,
  );
  const lines = {
    ...gateway.env,
    PORT: String(port),
    PROCESSES: '1',
    DATA_DIR: dataDir,
    DEMO: 'off',
    JWT_SECRET: 'of both servers, for a proof on loopback',
    DATABASE_URL: database.appUrl,
    MIGRATE: 'off',
    RELEASES_DIR: home,
    RESTART_COMMAND: `sh ${restart}`,
    MIGRATE_COMMAND: `DATABASE_OWNER_URL='${database.ownerUrl}' ${home}/releases/VERSION/hanya migrate`,
    ...more,
  };
  const asLines = Object.entries(lines).map(([key, value]) => `${key}="${value}"`);
  writeFileSync(settings, `${asLines.join('\n')}\n`);
  const env = { HANYA_SETTINGS: settings };
  for (const artefact of artefacts())
    await sh(`${await unpack(artefact, join(home, 'unpacked'))}/hanya install`, env);
  return {
    port,
    dataDir,
    hanya: (words, also, version) =>
      sh(`${home}/${version === undefined ? 'current' : `releases/${version}`}/hanya ${words}`, {
        ...env,
        ...also,
      }),
    async start() {
      await sh(`sh ${restart}`);
      await untilReady(port);
    },
    async stop() {
      await sh(`[ -f ${pidFile} ] && kill $(cat ${pidFile}) || true`);
      await wait(500);
    },
  };
}

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

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await wait(100);
  }
  throw new Error(`The server at ${port} was not ready in a minute.`);
}
