import { bootstrap } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';

const { ok } = await build(bootstrap(), { always: true });
process.exit(ok ? 0 : 1);
