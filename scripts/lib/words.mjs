import { spawnSync } from 'node:child_process';
import { bootstrap, environment, giveUp, root } from './bootstrap.mjs';

/** One program of a family such as `npm run bench -- live`, with its first arguments, by the word that names it. */
export function runWord(family, programs, [word, ...rest]) {
  if (!Object.hasOwn(programs, word ?? ''))
    return giveUp(
      `Use: npm run ${family} -- ${Object.keys(programs).join('|')} [arguments for it]`,
    );
  return run([programs[word], rest].flat());
}

/** Runs a script with Node 24, its output ours; answers its exit code. */
export async function run(args, needs) {
  const options = { cwd: root, stdio: 'inherit' };
  const node = await bootstrap(needs);
  return spawnSync(node, args, { ...options, env: environment(node) }).status ?? 1;
}
