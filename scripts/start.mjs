import { bootstrap } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { runTogether } from './lib/processes.mjs';

const node = bootstrap();
const { ok } = await build(node);
if (!ok) process.exit(1);
runTogether(node, [['server/main.ts']]);
