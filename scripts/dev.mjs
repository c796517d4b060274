import { bootstrap, command } from './lib/bootstrap.mjs';
import { runTogether } from './lib/processes.mjs';

const node = bootstrap();
runTogether(node, [['--watch', '--watch-preserve-output', 'server/main.ts'], [command('vite')]]);
