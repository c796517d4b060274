import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bootstrap, giveUp, root } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { runTogether } from './lib/processes.mjs';

if (!existsSync(join(root, 'node_modules'))) await demandFreePort();
/** Seconds of what this start had to do before the server. */
const spent = { packages: 0, screens: 0 };
const node = await bootstrap({
  tools: false,
  installed(seconds) {
    spent.packages = seconds;
  },
});
const { ok, seconds } = await build(node);
if (!ok) process.exit(1);
spent.screens = seconds;
// Node reads how much memory it may take before anything else.
const { stdout } = spawnSync(node, ['server/process/memory-flags.ts'], {
  cwd: root,
  encoding: 'utf8',
});
const flags = stdout.split('\n').filter(Boolean);
runTogether(node, [[...flags, 'server/main.ts']], { onReady: sayHowLong });

/** In the first start of a clone, minutes before the server asks the same. */
async function demandFreePort() {
  const { PORT = '4400', HOST = '127.0.0.1' } = process.env;
  const probe = createServer().listen(Number(PORT) || 4400, HOST);
  try {
    await once(probe, 'listening');
    probe.close();
  } catch (error) {
    // Of any other fault the server says more.
    if (error.code === 'EADDRINUSE')
      giveUp(`Port ${PORT} on ${HOST} is in use by another program. Set another port with PORT.`);
  }
}

/** Says what a first start has waited for; nothing where all was there. */
function sayHowLong() {
  const all = performance.now() / 1_000;
  const parts = Object.entries(spent).filter(([, seconds]) => seconds > 0);
  if (parts.length === 0) return;
  const others = all - spent.packages - spent.screens;
  const words = [...parts, ['server and database', others]].map(
    ([what, seconds]) => `${what} ${seconds.toFixed(0)} s`,
  );
  process.stdout.write(`Ready ${all.toFixed(0)} s after npm start: ${words.join(', ')}.\n`);
}
