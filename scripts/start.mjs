import { spawnSync } from 'node:child_process';
import { bootstrap, root } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { runTogether } from './lib/processes.mjs';

const node = bootstrap();
const { ok } = await build(node);
if (!ok) process.exit(1);
// Node reads how much memory it may take before anything else.
const { stdout } = spawnSync(node, ['server/process/memory-flags.ts'], {
  cwd: root,
  encoding: 'utf8',
});
runTogether(node, [[...stdout.split('\n').filter(Boolean), 'server/main.ts']]);
