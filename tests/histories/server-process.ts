import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/free-port.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The product as a process of its own, one of several on the same database. */
export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the product with this configuration and waits until it says that it is ready. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = temporaryFolder();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...plainEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
    // Over the channel the server notices when this process is gone, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await ready(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let said = '';
  const listen = (data: Buffer) => {
    said += data.toString();
    if (said.includes('Hanya is ready at')) resolve(undefined);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.once('error', reject);
  child.once('exit', (code) =>
    reject(new Error(`The server ended with ${String(code)}:\n${said}`)),
  );
  return promise;
}
