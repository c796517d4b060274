// npm run build builds the screens; npm run build -- release [folder] [--arch=arm64] makes a release of them.
import { bootstrap } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { run } from './lib/words.mjs';

const [word, ...rest] = process.argv.slice(2);
if (word === 'release') process.exit(await run(['scripts/release.mjs', ...rest], { tools: false }));
const { ok } = await build(await bootstrap({ tools: false }), { always: true });
process.exit(ok ? 0 : 1);
