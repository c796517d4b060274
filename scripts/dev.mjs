import { bootstrap, command } from './lib/bootstrap.mjs';
import { runTogether } from './lib/processes.mjs';

const node = await bootstrap();
// One process reloads sooner, and can be stopped at a line.
process.env.PROCESSES ??= '1';
runTogether(node, [['--watch', '--watch-preserve-output', 'server/main.ts'], [command('vite')]]);
